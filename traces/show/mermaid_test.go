package show

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/traces"
)

// In p.Main.run, p.Loop.step is called three times, in which p.Item.get is
// called once, twice, once; then p.Item.get once more.
func TestAlikeCallsStandOnceInALoop(t *testing.T) {
	dir := t.TempDir()
	var log strings.Builder
	eoi := 1
	line := func(operation string, ess, in, out int) {
		fmt.Fprintf(&log, "$0;-1;void p.%s();s;1;%d;%d;h;%d;%d\n", operation, in, out, eoi, ess)
		eoi++
	}
	for i, items := range []int{1, 2, 1} {
		line("Loop.step", 1, 100*i, 100*i+50)
		for range items {
			line("Item.get", 2, 100*i, 100*i+10)
		}
	}
	line("Item.get", 1, 900, 910)
	eoi = 0 // an execution is recorded when it ends
	line("Main.run", 0, 0, 1000)
	for name, text := range map[string]string{"kieker.map": "$0=kieker.common.record.controlflow.OperationExecutionRecord\n", "1.dat": log.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := reconstruct(t, traces.Options{}, dir)
	var out bytes.Buffer
	if err := MermaidSequence(&out, r.Classes[0], r.Names, false); err != nil {
		t.Fatal(err)
	}
	const want = `  entry->>+p1: run()
  loop 3 times
  p1->>+p2: step()
  p2->>+p3: get()
  p3-->>-p2: 10 ns
  p2-->>-p1: 50 ns at first
  end
  p1->>+p3: get()
  p3-->>-p1: 10 ns
  p1-->>-entry: 1 us
`
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("%s", out.String())
	}
}
