package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"beagle/internal/need"
)

// Three JVMs that call each other, recorded by Kieker itself, through two agents and two
// workers: all that is counted is what one process finds that reads all logs. The clock of one
// may be an hour ahead.
func TestTracesOfThreeJVMsAreJoinedAsInOneProcess(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	need.Java(t)
	need.Python(t)
	long(t)
	path, err := beagle()
	if err != nil {
		t.Fatal(err)
	}
	for _, skew := range []string{"", "3600"} {
		t.Run("clock ahead by "+skew, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
			defer cancel()
			c := exec.CommandContext(ctx, "sh", filepath.Join(need.Root(t), "bench/machines/jvms/run"), "90")
			c.Env = append(os.Environ(), "BEAGLE="+path, "QUIET=10s", "SKEW="+skew)
			c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) } // it ends its JVMs then
			c.WaitDelay = time.Minute
			out, err := c.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "90 traces of 90 in 2 classes, 0 invalid") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
