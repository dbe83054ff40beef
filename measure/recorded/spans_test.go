package recorded

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"beagle/blackboard"
	"beagle/model"
)

// Attributes of spans have no order: parameters are known by their names, and what
// is no parameter teaches nothing.
func TestSpansTellTheParametersThatAttributesName(t *testing.T) {
	file := filepath.Join(t.TempDir(), "traces.json")
	attribute := func(key, value string) string {
		return `{"key":"` + key + `","value":{"intValue":"` + value + `"}}`
	}
	text := `{"resourceSpans":[{"scopeSpans":[{"spans":[
{"traceId":"00000000000000000000000000000007","spanId":"0000000000000001","name":"A.outer","startTimeUnixNano":"1000","endTimeUnixNano":"2000","attributes":[` +
		attribute("thread.id", "9") + `,` + attribute("retries", "3") + `,` + attribute("size", "5") + `,` + attribute("count", "12") + `,{"key":"files","value":{"arrayValue":{"values":[{"stringValue":"a"},{"stringValue":"b"}]}}},{"key":"code.function.name","value":{"stringValue":"p.A.outer"}}]},
{"traceId":"00000000000000000000000000000007","spanId":"0000000000000002","parentSpanId":"0000000000000001","name":"B.inner","startTimeUnixNano":"1100","endTimeUnixNano":"1300","attributes":[{"key":"code.function.name","value":{"stringValue":"p.B.inner"}}]}]}]}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	learnt, err := Read(t.Context(), Source{
		Paths: []string{file},
		Elements: []model.Element{{
			ID: "_a", PCMID: "_a", Kind: model.InternalAction, SEFF: "_outer", Service: "outer",
			Inputs: []model.Input{{Name: "count", Index: 0, Type: "INT"}, {Name: "size", Index: 1, Type: "INT"}, {Name: "files", Index: 2}},
		}},
		Entries: model.Entries{"_outer": {{Unit: "p.A"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []blackboard.Assignment{
		{Variable: model.Variable{Name: "size", Char: model.ValueOf}, Value: model.NumberValue(5)},
		{Variable: model.Variable{Name: "count", Char: model.ValueOf}, Value: model.NumberValue(12)},
		{Variable: model.Variable{Name: "files", Char: model.NumberOfElements}, Value: model.NumberValue(2)},
	}
	if got := learnt.Observations["_a"]; len(got) != 1 || got[0].Value.Num != 800e-9 || !reflect.DeepEqual(got[0].Inputs, want) {
		t.Errorf("%+v", got)
	}
}
