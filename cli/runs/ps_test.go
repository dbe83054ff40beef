package runs

import (
	"strings"
	"testing"
	"time"

	"beagle/run/folder"

	"beagle/run"
)

func TestRunsFitTheTerminal(t *testing.T) {
	infos := []folder.Info{
		{ID: "2026-11-21-2133-fileshare", State: run.Finished, Model: "/home/somebody/.cache/beagle/demo/fileshare/model/fileshare.repository", Elapsed: run.Duration(78 * time.Second), Result: &folder.Result{Verdicts: run.Verdicts{run.Trusted: 13, run.Check: 6}}, Reason: "no further improvement found"},
		{ID: "2026-11-21-2140-fileshare", State: run.Running, Model: "/m.repository"},
	}
	whole := strings.Split(strings.TrimSuffix(Table(infos, 0), "\n"), "\n")
	if len(whole) != 3 || !strings.HasSuffix(whole[1], "13 trust, 6 check; no further improvement found") || !strings.Contains(whole[1], infos[0].Model) {
		t.Errorf("without a terminal a run is one whole line:\n%s", strings.Join(whole, "\n"))
	}
	narrow := strings.Split(strings.TrimSuffix(Table(infos, 80), "\n"), "\n")
	for _, line := range narrow {
		if len([]rune(line)) > 80 {
			t.Errorf("wider than the terminal: %q", line)
		}
	}
	if text := strings.Join(narrow, "\n"); len(narrow) != 4 && len(narrow) != 5 ||
		!strings.Contains(strings.Join(strings.Fields(text), " "), infos[0].Reason) || !strings.Contains(narrow[1], " fileshare.repository") {
		t.Errorf("the reason stands below its run, and the model is named:\n%s", text)
	}
}
