// Package jsonschema makes a JSON Schema (2020-12) of the JSON that encoding/json writes for Go types.
package jsonschema

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

type object = map[string]any

// Of is the schema of a value of any of these types. It allows further fields, since later versions may add some.
func Of(title string, types ...reflect.Type) map[string]any {
	d := definitions{}
	var one []object
	for _, t := range types {
		one = append(one, d.of(t))
	}
	return object{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "anyOf": one, "$defs": d}
}

type definitions map[string]any

// written are the schemas of types that write their JSON themselves, in another form than their Go kind says.
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
	case t.Implements(reflect.TypeFor[json.Marshaler]()): // all such types of Beagle are numbers, with null for an unknown one
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
			d[name] = nil // a type that holds itself ends here, with a reference
			d[name] = d.fields(t)
		}
		return object{"$ref": "#/$defs/" + name}
	default:
		return object{"type": "integer"}
	}
}

func nullable(of object) object { return object{"anyOf": []object{of, {"type": "null"}}} }

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
