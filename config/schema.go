package config

import "strings"

// Schema is a JSON schema of beagle.yaml, for editors that check while one
// types.
func Schema() map[string]any {
	root := settings.schema()
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "An analysis of Beagle"
	return root
}

// schema is a JSON schema of an object with these settings.
func (t table[O]) schema() map[string]any {
	object := func() map[string]any {
		return map[string]any{"type": "object", "additionalProperties": false, "properties": map[string]any{}}
	}
	root := object()
	for i := range t {
		at := root["properties"].(map[string]any)
		words := strings.Split(t[i].name, ".")
		for _, section := range words[:len(words)-1] {
			if at[section] == nil {
				at[section] = object()
			}
			at = at[section].(map[string]any)["properties"].(map[string]any)
		}
		at[words[len(words)-1]] = with(t[i].schema, "description", t[i].doc)
	}
	return root
}
