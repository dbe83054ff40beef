package jsonschema

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"beagle/model"
)

type base struct {
	ID string `json:"id"`
}

type node struct {
	base
	At     time.Time            `json:"at,omitzero"`
	Figure model.Figure         `json:"figure"`
	Kind   model.Kind           `json:"kind"`
	Counts map[string]int       `json:"counts,omitempty"`
	Inner  []*node              `json:"inner"`
	Any    any                  `json:"any"`
	hidden int                  //nolint:unused // is in no JSON
	Secret string               `json:"-"`
	Alone  *struct{ X float64 } `json:"alone"`
}

func TestASchemaSaysWhatJSONOfATypeHas(t *testing.T) {
	got, err := json.Marshal(Of("node", reflect.TypeFor[node](), reflect.TypeFor[string]()))
	const want = `{"$defs":{"jsonschema.node":{"properties":{` +
		`"alone":{"anyOf":[{"properties":{"X":{"type":"number"}},"required":["X"],"type":"object"},{"type":"null"}]},` +
		`"any":{},"at":{"format":"date-time","type":"string"},` +
		`"counts":{"anyOf":[{"additionalProperties":{"type":"integer"},"type":"object"},{"type":"null"}]},` +
		`"figure":{"type":["number","null"]},"id":{"type":"string"},` +
		`"inner":{"anyOf":[{"items":{"anyOf":[{"$ref":"#/$defs/jsonschema.node"},{"type":"null"}]},"type":"array"},{"type":"null"}]},` +
		`"kind":{"type":"string"}},"required":["id","figure","kind","inner","any","alone"],"type":"object"}},` +
		`"$schema":"https://json-schema.org/draft/2020-12/schema","anyOf":[{"$ref":"#/$defs/jsonschema.node"},{"type":"string"}],"title":"node"}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
