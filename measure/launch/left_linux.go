package launch

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// EndLeft kills what a process that was itself killed left running: a
// measured program that nobody listens to would go on and disturb the launch
// that is repeated. Its environment names the run's work folder, or it works
// there.
func EndLeft(work string) (ended int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil || id == os.Getpid() {
			continue
		}
		environ, err := os.ReadFile("/proc/" + entry.Name() + "/environ")
		if err != nil || !bytes.Contains(environ, []byte("\x00BEAGLE_LAUNCH=")) {
			continue
		}
		dir, _ := os.Readlink("/proc/" + entry.Name() + "/cwd")
		if !bytes.Contains(environ, []byte("="+work+"/")) && !strings.HasPrefix(dir, work+"/") {
			continue
		}
		if unix.Kill(id, unix.SIGKILL) == nil {
			ended++
		}
	}
	return ended
}
