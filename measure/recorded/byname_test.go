package recorded

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/links"
	"beagle/model"
)

// spansOf writes a file with a trace of one span for each name, as code.function.name.
func spansOf(t *testing.T, functions ...string) string {
	t.Helper()
	var spans []string
	for i, f := range functions {
		spans = append(spans, fmt.Sprintf(`{"traceId":"%032x","spanId":"%016x","name":"x","startTimeUnixNano":"1000","endTimeUnixNano":"2000","attributes":[`+
			`{"key":"code.function.name","value":{"stringValue":%q}},{"key":"size","value":{"intValue":"5"}}]}`, i+1, i+1, f))
	}
	file := filepath.Join(t.TempDir(), "traces.json")
	text := `{"resourceSpans":[{"scopeSpans":[{"spans":[` + strings.Join(spans, ",") + `]}]}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// sorter is a service Sorter.sortAll with one action, linked by its name.
func sorter(file string) Source {
	services := []model.Service{{SEFF: "_s", Name: "sortAll", Component: "Sorter"}}
	elements, entries, _ := links.ByName(services, func(string) []model.Step { return []model.Step{{ID: "_a", Kind: model.StepInternal}} }).Attach([]model.Element{{
		ID: "_a", PCMID: "_a", Kind: model.InternalAction, SEFF: "_s", Service: "sortAll", Component: "Sorter", Inputs: []model.Input{{Name: "size", Type: "INT"}},
	}}, services, nil)
	return Source{Paths: []string{file}, Elements: elements, Entries: entries, ByName: true}
}

func TestOperationsOfEveryLanguageAreKnownByTheNamesOfTheModel(t *testing.T) {
	for _, function := range []string{
		"Sorter.sortAll", "shop.sorting.Sorter.sortAll", "example.com/shop/sorting.(*Sorter).sortAll", "github.com/x/Sorter.sortAll", "shop::Sorter.sortAll",
	} {
		learnt, err := Read(t.Context(), sorter(spansOf(t, function)))
		if err != nil {
			t.Fatal(err)
		}
		if got := learnt.Observations["_a"]; len(got) != 1 || len(got[0].Inputs) != 1 || got[0].Inputs[0].Value.Num != 5 {
			t.Errorf("%s teaches %+v", function, got)
		}
	}
}

func TestNamesThatAreNotFoundOrFoundTwiceAreSaid(t *testing.T) {
	for want, functions := range map[string][]string{
		"no operation is named Sorter.sortAll":                                              {"Sorter.sort", "Maths.multiply"},
		"operations of a.Sorter and b.Sorter are both taken for the service Sorter.sortAll": {"a.Sorter.sortAll", "b.Sorter.sortAll"},
	} {
		learnt, err := Read(t.Context(), sorter(spansOf(t, functions...)))
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, p := range learnt.Problems {
			said += p.Error() + "; " + p.Hint + "\n"
		}
		if !strings.Contains(said, want) {
			t.Errorf("it says %s, want %s", said, want)
		}
		if strings.HasPrefix(want, "no") && !strings.Contains(said, "Maths.multiply, Sorter.sort") {
			t.Errorf("it does not say what was recorded: %s", said)
		}
	}
}
