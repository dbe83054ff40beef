// Package jsonschema describes what encoding/json writes of Go types, as JSON Schema (2020-12). What programs read is
// described by the types that write it, so a description cannot lag behind.
package jsonschema

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

type object = map[string]any

// Of is the schema of values of one of some types. Further fields may be added to results, so they are allowed.
func Of(title string, types ...reflect.Type) map[string]any {
	d := definitions{}
	var one []object
	for _, t := range types {
		one = append(one, d.of(t))
	}
	return object{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "anyOf": one, "$defs": d}
}

// definitions are the schemas of named structs.
type definitions map[string]any

// written are types with a form of their own in JSON. Of a number that is not finite null is written.
var written = map[reflect.Type]object{
	reflect.TypeFor[time.Time]():       {"type": "string", "format": "date-time"},
	reflect.TypeFor[json.RawMessage](): {},
}

func (d definitions) of(t reflect.Type) object {
	if known, ok := written[t]; ok {
		return known
	}
	switch {
	case t.Kind() == reflect.Pointer:
		return nullable(d.of(t.Elem()))
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return object{"type": "string"}
	case t.Implements(reflect.TypeFor[json.Marshaler]()): // all of these are numbers that may be unknown
		return object{"type": []string{"number", "null"}}
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	case reflect.Interface:
		return object{}
	case reflect.Map:
		return nullable(object{"type": "object", "additionalProperties": d.of(t.Elem())})
	case reflect.Slice, reflect.Array:
		return nullable(object{"type": "array", "items": d.of(t.Elem())})
	case reflect.Struct:
		if t.Name() == "" {
			return d.fields(t)
		}
		name := strings.ReplaceAll(strings.TrimPrefix(t.String(), "*"), "/", ".")
		if _, known := d[name]; !known {
			d[name] = nil // it may hold itself
			d[name] = d.fields(t)
		}
		return object{"$ref": "#/$defs/" + name}
	default:
		return object{"type": "integer"}
	}
}

// nullable is a schema whose values may be null: Go writes nil so.
func nullable(of object) object {
	return object{"anyOf": []object{of, {"type": "null"}}}
}

// fields are those of a struct; embedded structs have theirs among them.
func (d definitions) fields(t reflect.Type) object {
	properties, required := object{}, []string{}
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		for field := range t.Fields() {
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			switch {
			case name == "-" || !field.IsExported() && !field.Anonymous:
				continue
			case field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct:
				add(field.Type)
				continue
			case name == "":
				name = field.Name
			}
			properties[name] = d.of(field.Type)
			if !strings.Contains(options, "omit") {
				required = append(required, name)
			}
		}
	}
	add(t)
	return object{"type": "object", "properties": properties, "required": required}
}
