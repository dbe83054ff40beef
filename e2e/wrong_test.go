package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

// quick makes the example's analysis short: one launch of one round, which is made again for a second at most.
func quick(t *testing.T, dir string, command ...string) {
	t.Helper()
	if len(command) == 0 {
		command = []string{"java", "-cp", "target/classes", "fileshare.Main", "share", "--rounds", "1"}
	}
	path := filepath.Join(dir, "beagle.yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	from, to := strings.Index(text, "launch:"), strings.Index(text, "timeout:")
	need.File(t, path, text[:from]+"launch:\n  - name: quick\n    command: ["+strings.Join(command, ", ")+"]\n\n"+strings.Replace(text[to:], "clock: auto", "clock: auto, budget: 1s", 1))
}

// Each wrong input ends with a message that says what and where, and what to
// do; with a non-zero exit code; without a trace of our own code; and without
// touching the model.
func TestWrongInputsAreSaid(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	for _, test := range []struct {
		name   string
		spoil  func(t *testing.T, dir string)
		says   []string
		builds bool // it goes wrong only when the program was built
	}{
		{"missing model", func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, "model/fileshare.repository")); err != nil {
				t.Fatal(err)
			}
		}, []string{"fileshare.repository", "no such file"}, false},
		{"PCM 4.0", func(t *testing.T, dir string) {
			path := filepath.Join(dir, "model/fileshare.repository")
			replace(t, path, "/PalladioComponentModel/Repository/5.2", "/PalladioComponentModel/Repository/4.0")
			replace(t, path, "http://palladiosimulator.org/PalladioComponentModel/SEFF/5.2", "http://palladiosimulator.org/PalladioComponentModel/SEFF/4.0")
		}, []string{"fileshare.repository", "4.0", "5.0"}, false},
		{"truncated XML", func(t *testing.T, dir string) {
			path := filepath.Join(dir, "model/fileshare.repository")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			need.File(t, path, string(data[:len(data)/2]))
		}, []string{"fileshare.repository:"}, false},
		{"missing links", func(t *testing.T, dir string) {
			replace(t, filepath.Join(dir, "beagle.yaml"), "fileshare_source_statement_links.xml", "gone.xml")
		}, []string{"gone.xml", "no such file"}, false},
		{"links to a file that is not there", func(t *testing.T, dir string) {
			for _, name := range []string{"FileUpload", "HashCatalogue", "ChunkStorage"} {
				if err := os.Remove(filepath.Join(dir, "src/main/java/fileshare", name+".java")); err != nil {
					t.Fatal(err)
				}
			}
		}, []string{"fileshare.FileUpload"}, false},
		{"a command that does not exist", func(t *testing.T, dir string) {
			quick(t, dir, "no-such-java", "-version")
		}, []string{"no-such-java", "not found"}, false},
		{"a setting that does not exist", func(t *testing.T, dir string) {
			replace(t, filepath.Join(dir, "beagle.yaml"), "timeout:", "timout:")
		}, []string{"beagle.yaml:", "timout", "timeout"}, false},
		{"source that does not compile", func(t *testing.T, dir string) {
			replace(t, filepath.Join(dir, "src/main/java/fileshare/Main.java"), "int rounds = 30;", "int rounds = twelve;")
		}, []string{"twelve"}, true},
		{"a program that crashes", func(t *testing.T, dir string) {
			quick(t, dir, "java", "-cp", "target/classes", "fileshare.Gone")
		}, []string{"exit code 1", "fileshare.Gone"}, true},
		{"a program that hangs", func(t *testing.T, dir string) {
			quick(t, dir, "sleep", `"1000"`)
			replace(t, filepath.Join(dir, "beagle.yaml"), "{kind: adaptive}", "{kind: constant, limit: 5s}")
		}, []string{"time"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.builds {
				long(t)
				need.Java(t)
			}
			t.Parallel()
			dir := fileshare(t)
			test.spoil(t, dir)
			begin := time.Now()
			out := call(t, dir, "run")
			if out.code == 0 {
				t.Errorf("exit code 0\n%s", out.stdout)
			}
			t.Logf("exit code %d after %.1f s:\n%s", out.code, time.Since(begin).Seconds(), out.stderr)
			for _, text := range test.says {
				if !strings.Contains(out.stderr, text) {
					t.Errorf("does not say %q", text)
				}
			}
			for _, text := range []string{"goroutine", "panic", ".go:"} {
				if strings.Contains(out.stderr, text) {
					t.Errorf("shows %q", text)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "model/fileshare.calibrated.repository")); err == nil && test.name != "a program that hangs" {
				t.Error("a model was written")
			}
		})
	}
}

// A program that misbehaves beside its work is measured all the same.
func TestAProgramThatMisbehavesIsMeasuredAndSaid(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	const work = "java -cp target/classes fileshare.Main share --rounds 1"
	for _, test := range []struct{ name, script, says string }{
		{"floods its output", work + "; yes 'all work and no play' | head -c 100000000", "were not kept"},
		{"forks and outlives its parent", "sleep 1000 & setsid sleep 1000 & " + work, "left processes behind"},
		{"crashes after its work", work + "; exit 7", "exit code 7"},
		{"drives the terminal", work + `; printf '\\033[2J\\033]0;owned\\a'; exit 3`, "exit code 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			long(t)
			need.Java(t)
			t.Parallel()
			dir := fileshare(t)
			quick(t, dir, "sh", "-c", `"`+test.script+`"`)
			out := call(t, dir, "run")
			t.Logf("exit code %d:\n%s", out.code, out.stderr)
			if out.code != 4 { // the launch reaches only some elements
				t.Errorf("exit code %d, want 4", out.code)
			}
			if !strings.Contains(out.stderr, test.says) {
				t.Errorf("does not say %q", test.says)
			}
			if strings.Contains(out.stdout+out.stderr, "\x1b") {
				t.Error("lets the program's escape sequences through")
			}
			if written := elements(t, filepath.Join(dir, "model/fileshare.calibrated.repository")); written["_eachFile"].Old != "files.NUMBER_OF_ELEMENTS" {
				t.Errorf("the loop over the files was written as %q", written["_eachFile"].Old)
			}
		})
	}
}

// A full disk must not leave half a model behind. The disk is a small memory
// file system in a mount name space of its own.
func TestAFullDiskLeavesNoHalfModel(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	long(t)
	path := ownMounts(t)
	dir := fileshare(t)
	quick(t, dir)
	disk := filepath.Join(dir, "disk")
	need.File(t, filepath.Join(disk, ".keep"), "")
	cmd := exec.Command("unshare", "-rm", "sh", "-c",
		`mount -t tmpfs -o size=16k none disk && "$1" run --out disk/small.repository; code=$?; ls -A disk; exit $code`, "sh", path)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+dir+"/.home/state", "XDG_RUNTIME_DIR="+dir+"/.home/run")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err == nil {
		t.Error("exit code 0")
	}
	if !strings.Contains(string(out), "no space left on device") {
		t.Error("does not say that the disk is full")
	}
	if strings.HasSuffix(strings.TrimSpace(string(out)), "small.repository") {
		t.Error("half a model was left behind")
	}
}

// A disk that has no room for a run's store is named, and no run stays behind.
func TestAFullDiskHoldsNoRun(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	path := ownMounts(t)
	dir := fileshare(t)
	for _, size := range []string{"24k", "64k"} {
		cmd := exec.Command("unshare", "-rm", "sh", "-c",
			`mkdir -p disk && mount -t tmpfs -o size=$2 none disk && XDG_STATE_HOME=$PWD/disk "$1" run; code=$?; ls disk/beagle/runs; exit $code`, "sh", path, size)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir+"/.home/run")
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "the disk is full that holds") || !strings.Contains(string(out), "make room there") {
			t.Errorf("%s: %v\n%s", size, err, out)
		}
	}
}

// ownMounts is the program, for a test that mounts a small disk in a name space of its own.
func ownMounts(t *testing.T) string {
	t.Helper()
	need.Java(t)
	if err := exec.Command("unshare", "-rm", "true").Run(); err != nil {
		t.Skipf("no mount name space here: %v", err)
	}
	path, err := beagle()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
