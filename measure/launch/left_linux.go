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
	for _, p := range processes() {
		environ := environOf(p.id)
		if p.id == os.Getpid() || !bytes.Contains(environ, []byte("\x00"+marker+"=")) {
			continue
		}
		dir, _ := os.Readlink("/proc/" + strconv.Itoa(p.id) + "/cwd")
		if !bytes.Contains(environ, []byte("="+work+"/")) && !strings.HasPrefix(dir, work+"/") {
			continue
		}
		if unix.Kill(p.id, unix.SIGKILL) == nil {
			ended++
		}
	}
	return ended
}
