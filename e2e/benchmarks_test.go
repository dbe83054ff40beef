package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

// What a benchmark tool wrote is learnt as it is, each benchmark over its parameters in seconds, and what was
// measured at one input only is named with the way out.
func TestABenchmarkToolsResultsAreLearnt(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	dir := t.TempDir()
	var text strings.Builder
	for _, n := range []int{10, 20, 50, 100, 200, 500, 1000} {
		fmt.Fprintf(&text, "BenchmarkFill/n=%d-8\t1000\t%d ns/op\t%d B/op\n", n, 300+4*n, 8*n)
	}
	text.WriteString("BenchmarkPlain-8\t1000\t7 ns/op\n")
	need.File(t, filepath.Join(dir, "bench.txt"), text.String())
	out := call(t, dir, "fit", "bench.txt", "--output", "json")
	var all struct {
		Tool       string
		Left       []string
		Benchmarks []struct {
			Name, Unit, Expression string
		}
	}
	if err := json.Unmarshal([]byte(out.stdout), &all); err != nil || out.code != 0 || len(all.Benchmarks) != 2 {
		t.Fatalf("exit code %d, %v\n%s%s", out.code, err, out.stdout, out.stderr)
	}
	if all.Tool != "Go's testing" || len(all.Left) != 1 || all.Left[0] != "Plain" {
		t.Errorf("%+v", all)
	}
	if b := all.Benchmarks[0]; b.Name != "Fill" || b.Unit != "seconds" || b.Expression != "3e-07 + 4e-09 * n.VALUE" {
		t.Errorf("%+v", b)
	}
	if b := all.Benchmarks[1]; b.Name != "Fill B/op" || b.Unit != "B/op" || b.Expression != "8 * n.VALUE" {
		t.Errorf("%+v", b)
	}
	out = call(t, dir, "fit", "bench.txt", "--benchmark", "Plain")
	if out.code == 0 || !strings.Contains(out.stderr, "one input only") || !strings.Contains(out.stderr, "b.Run") {
		t.Errorf("exit code %d: %s", out.code, out.stderr)
	}
}
