package config

import "strings"

// Schema is a JSON schema of beagle.yaml, for editors that check while one
// types.
func Schema() map[string]any {
	root := object()
	for _, k := range keys {
		at := root
		words := strings.Split(k.name, ".")
		for _, section := range words[:len(words)-1] {
			properties := at["properties"].(map[string]any)
			if properties[section] == nil {
				properties[section] = object()
			}
			at = properties[section].(map[string]any)
		}
		at["properties"].(map[string]any)[words[len(words)-1]] = k.schema()
	}
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "An analysis of Beagle"
	return root
}

func object() map[string]any {
	return map[string]any{"type": "object", "additionalProperties": false, "properties": map[string]any{}}
}

func (k key) schema() map[string]any {
	single := map[string]any{"type": []string{"string", "number", "boolean"}}
	s := map[string]any{"type": "string"}
	switch k.form {
	case text, path:
	case truth:
		s["type"] = "boolean"
	case number:
		s["type"] = "number"
	case whole:
		s["type"], s["minimum"] = "integer", 0
	case duration:
		s["pattern"] = `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`
	case texts, paths:
		s = map[string]any{"type": "array", "items": single}
	case formulas:
		s = map[string]any{"type": "object", "additionalProperties": single}
	case launches:
		s = map[string]any{"type": "array", "items": map[string]any{
			"type": "object", "additionalProperties": false, "required": []string{"command"},
			"properties": map[string]any{
				"name": single, "dir": single,
				"command": map[string]any{"type": "array", "items": single, "minItems": 1},
				"env":     map[string]any{"type": "object", "additionalProperties": single},
				"repeat":  map[string]any{"type": "integer", "minimum": 1, "maximum": maxRepeat},
				"vary": map[string]any{"type": "object", "additionalProperties": map[string]any{
					"type": []string{"array", "string"}, "items": map[string]any{"type": []string{"string", "number"}}, "minItems": 1,
				}},
			},
		}}
	}
	if len(k.oneOf) > 0 {
		s["enum"] = k.oneOf
	}
	if k.value != nil {
		s["default"] = k.value
	}
	s["description"] = k.doc
	return s
}
