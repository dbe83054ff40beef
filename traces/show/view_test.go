package show

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/traces"
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
			if output == "dot" && !strings.Contains(out.String(), "newrank=true") {
				t.Error("Graphviz 2.43 cannot draw large graphs of deployments so")
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

// A class may span hosts, but its representative ran somewhere.
func TestRepresentativesKeepTheirHosts(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"kieker.map": "$0=kieker.common.record.controlflow.OperationExecutionRecord\n",
		"1.dat":      "$0;-1;void a.B.c();s;1;1000;2000;one;0;0\n$0;-1;void a.B.c();s;2;3000;4000;two;0;0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := (View{Output: "text", Kind: "executions"}).Write(&out, reconstruct(t, traces.Options{}, dir), nil); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Count(got, "TraceId") != 1 || !strings.Contains(got, " one::") {
		t.Error(got)
	}
}
