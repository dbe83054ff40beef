package show

import (
	"strings"
	"testing"

	"beagle/measure/traces"
)

// What is drawn outlives the messages beside it, so it carries them itself.
func TestDrawingsSayWhatMemoryLeftOut(t *testing.T) {
	for output, mark := range map[string]string{"dot": "// 7 valid traces", "mermaid": "%% 7 valid traces", "text": ""} {
		for _, short := range []bool{true, false} {
			r := traces.NewEngine(traces.Options{}).Result()
			if short {
				r.Unsorted = 7
			}
			var out strings.Builder
			if err := (View{Output: output, Kind: "operations"}).Write(&out, r, nil); err != nil {
				t.Fatal(err)
			}
			if said := strings.HasPrefix(out.String(), mark) && strings.Contains(out.String(), "(--memory)"); said != (short && mark != "") {
				t.Errorf("%s, memory short %t:\n%s", output, short, out.String())
			}
		}
	}
	r := traces.NewEngine(traces.Options{}).Result()
	r.Unsorted = 7
	var out strings.Builder
	if err := (View{Output: "text", Kind: "classes"}).Write(&out, r, nil); err != nil || !strings.Contains(out.String(), "7 of the valid traces are in none of these classes") {
		t.Errorf("%v, %s", err, out.String())
	}
}

// Workers forward how many traces were invalid and why, but no examples.
func TestInvalidTracesWithoutExamplesAreExplained(t *testing.T) {
	r := traces.NewEngine(traces.Options{}).Result()
	r.Reasons[traces.MissingExecutions], r.Counts.Invalid = 3, 3
	var out strings.Builder
	if err := InvalidTraces(&out, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 traces, without an example here", traces.MissingExecutions.Explanation(), "a worker"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}
