package store

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"beagle/blackboard"
	"beagle/internal/need"
)

// writerPath makes the test binary a process that commits contributions and
// says so after each, until it is killed.
const (
	writerPath = "BEAGLE_TEST_WRITER"
	writerSync = "BEAGLE_TEST_SYNC"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(writerPath); path != "" {
		s, err := open(path, os.Getenv(writerSync))
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		b := blackboard.New(elements, 1, s)
		for i := 1; ; i++ {
			c := b.Contribute("writer")
			_ = c.SetState("i", strconv.Itoa(i)+strings.Repeat("x", 500))
			if err := c.Commit(); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
			fmt.Println(b.Number())
		}
	}
	os.Exit(m.Run())
}

// TestPowerCutLosesNothingThatWasAcknowledged writes to a store on a file
// system in a file, freezes the writer, and looks at a copy of that file: what
// had not reached the disk is not in it. The control, a store that does not
// wait for the disk, must lose something, or the test would show nothing.
func TestPowerCutLosesNothingThatWasAcknowledged(t *testing.T) {
	if !need.Long() || os.Getuid() != 0 {
		t.Skip("power cuts need BEAGLE_LONG=1, root and loop devices")
	}
	acknowledged, lost := 0, 0
	for range 10 {
		said, kept := powerCut(t, "FULL")
		acknowledged += said
		lost += max(0, said-kept)
	}
	said, kept := powerCut(t, "OFF")
	t.Logf("FULL: %d of %d acknowledged contributions lost; OFF: %d of %d", lost, acknowledged, max(0, said-kept), said)
	if lost > 0 || acknowledged == 0 {
		t.Errorf("%d of %d acknowledged contributions were lost", lost, acknowledged)
	}
	if kept >= said {
		t.Error("the control lost nothing: the harness does not cut the power")
	}
}

// powerCut returns the last contribution that was acknowledged before the cut,
// and the last that is there after it.
func powerCut(t *testing.T, synchronous string) (said, kept int) {
	t.Helper()
	dir := t.TempDir()
	image, mounted := filepath.Join(dir, "image"), filepath.Join(dir, "mnt")
	command(t, "truncate", "-s", "48M", image)
	command(t, "mkfs.ext4", "-q", "-F", image)
	if err := os.Mkdir(mounted, 0o700); err != nil {
		t.Fatal(err)
	}
	command(t, "mount", "-o", "loop", image, mounted)
	unmount := func() { _ = exec.Command("umount", "-l", mounted).Run() }
	defer unmount()
	writer := exec.Command(os.Args[0])
	writer.Env = append(os.Environ(), writerPath+"="+filepath.Join(mounted, "run.db"), writerSync+"="+synchronous)
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300*time.Millisecond + time.Duration(rand.IntN(500))*time.Millisecond)
	_ = writer.Process.Signal(syscall.SIGSTOP)
	command(t, "cp", image, image+".cut")
	_ = writer.Process.Kill()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		n, err := strconv.Atoi(lines.Text())
		if err != nil {
			t.Fatal(lines.Text())
		}
		said = n
	}
	_ = writer.Wait()
	unmount()
	command(t, "mount", "-o", "loop", image+".cut", mounted)
	s, err := open(filepath.Join(mounted, "run.db"), "FULL")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole, problems, err := s.Load()
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return said, whole.Number
}

func command(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
		t.Skipf("%v: %v %s", args, err, out)
	}
}
