package wire

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

type exchange struct {
	doc            string
	params, result any // result nil: a notification
}

var exchanges = map[string]exchange{
	Initialize:    {"the first request; the answer must agree with the manifest", InitializeParams{}, InitializeResult{}},
	Propose:       {"point analyser: propose expressions for an element", ProposeParams{}, ProposeResult{}},
	Grade:         {"point fitness: grade the proposals for an element", GradeParams{}, GradeResult{}},
	Notify:        {"point notifier: a run has ended", NotifyParams{}, NotifyResult{}},
	Report:        {"point reporter: a run's result as the text of a file", ReportParams{}, ReportResult{}},
	PrepareOrder:  {"point tool: make a measurement order ready", OrderParams{}, OrderResult{}},
	PrepareLaunch: {"point tool: say how the program is run so that it leaves its events", LaunchParams{}, LaunchResult{}},
	Methods:       {"point language: methods and statements of a source", MethodsParams{}, MethodsResult{}},
	ReadModel:     {"point adapter: what a model file holds", ModelParams{}, ModelResult{}},
	SayInModel:    {"point adapter: an expression in the model's language", SayParams{}, SayResult{}},
	JudgeText:     {"point adapter: what is wrong with a text that a person wrote", JudgeParams{}, JudgeResult{}},
	ChangeModel:   {"point adapter: new values in a model file", ChangeParams{}, ChangeResult{}},
	Progress:      {"from the extension: how far a request has come", ProgressParams{}, nil},
	Cancel:        {"to the extension: nobody waits for a request any more", CancelParams{}, nil},
}

// Schemas are the names of the messages that there is a schema of, sorted.
func Schemas() []string { return slices.Sorted(maps.Keys(exchanges)) }

// Schema is the JSON Schema (2020-12) of a method's params and result; nil: there is no such method.
func Schema(method string) map[string]any {
	x, ok := exchanges[method]
	if !ok {
		return nil
	}
	definitions := map[string]any{}
	schema := map[string]any{
		"$schema": dialect, "title": method, "description": x.doc, "type": "object",
		"properties": map[string]any{"params": schemaOf(reflect.TypeOf(x.params), definitions)},
	}
	if x.result != nil {
		schema["properties"].(map[string]any)["result"] = schemaOf(reflect.TypeOf(x.result), definitions)
	}
	schema["$defs"] = definitions
	return schema
}

const dialect = "https://json-schema.org/draft/2020-12/schema"

// SchemaOf is the JSON Schema of a value of a Go type, such as a manifest.
func SchemaOf(title string, value any) map[string]any {
	definitions := map[string]any{}
	schema := map[string]any{"$schema": dialect, "title": title}
	maps.Copy(schema, object(reflect.TypeOf(value), definitions))
	if len(definitions) > 0 {
		schema["$defs"] = definitions
	}
	return schema
}

func schemaOf(t reflect.Type, definitions map[string]any) map[string]any {
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem(), definitions)
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem(), definitions)}
	case reflect.Slice:
		switch t {
		case reflect.TypeFor[Numbers]():
			return map[string]any{"type": "array", "items": map[string]any{"type": []string{"number", "null"}}}
		case reflect.TypeOf(ReportParams{}.Result):
			return map[string]any{"type": "object"}
		}
		return map[string]any{"type": "array", "items": schemaOf(t.Elem(), definitions)}
	case reflect.Struct:
		if _, known := definitions[t.Name()]; !known {
			definitions[t.Name()] = nil // it may hold itself
			definitions[t.Name()] = object(t, definitions)
		}
		return map[string]any{"$ref": "#/$defs/" + t.Name()}
	default:
		return map[string]any{"type": "integer"}
	}
}

func object(t reflect.Type, definitions map[string]any) map[string]any {
	properties, required := map[string]any{}, []string{}
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		schema := schemaOf(field.Type, definitions)
		if doc := field.Tag.Get("doc"); doc != "" {
			schema["description"] = doc
		}
		properties[name] = schema
		if !strings.Contains(options, "omitempty") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}
