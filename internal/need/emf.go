package need

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Finding is something that EMF said of a file.
type Finding struct {
	File    string // path of the file
	Kind    string // which of EMF's checks said it
	Message string // in EMF's words
}

// EMF is the judge that Palladio itself asks: a program that loads models with the real EMF.
type EMF struct{ classpath string }

var builtEMF struct {
	once   sync.Once
	target string
	err    error
}

// JudgeByEMF needs the judge, Maven to build it with, and PCM's metamodel. The test binary's TestMain calls CleanEMF.
func JudgeByEMF(t testing.TB) EMF {
	t.Helper()
	if !Long() && os.Getenv("CI") != "true" {
		t.Skip("takes long; run it with BEAGLE_LONG=1")
	}
	Maven(t)
	Shared(t, "pcm/metamodel")
	b := &builtEMF
	b.once.Do(func() {
		if b.target, b.err = os.MkdirTemp("", "emfjudge"); b.err != nil {
			return
		}
		pom := filepath.Join(Root(t), "tools", "emfjudge", "pom.xml")
		if out, err := exec.Command("mvn", "-q", "-B", "-f", pom, "-Demfjudge.target="+b.target, "process-classes").CombinedOutput(); err != nil {
			b.err = fmt.Errorf("the judge could not be built: %w\n%s", err, out)
		}
	})
	if b.err != nil {
		t.Fatal(b.err)
	}
	return EMF{filepath.Join(b.target, "classes") + string(filepath.ListSeparator) + filepath.Join(b.target, "lib", "*")}
}

// CleanEMF removes what was built.
func CleanEMF() {
	if builtEMF.target != "" {
		_ = os.RemoveAll(builtEMF.target)
	}
}

// Judge loads files; of each it says how many objects it has, or none where it cannot be loaded, and what is wrong.
func (e EMF) Judge(t testing.TB, files ...string) (objects map[string]string, wrong []Finding) {
	t.Helper()
	args := append([]string{"-cp", e.classpath, "beagle.emfjudge.EmfJudge", Shared(t, "pcm/metamodel")}, files...)
	var out, stderr bytes.Buffer
	run := exec.Command("java", args...)
	run.Stdout, run.Stderr = &out, &stderr
	if err := run.Run(); err != nil {
		t.Fatalf("the judge failed: %v\n%s", err, stderr.String())
	}
	objects = map[string]string{}
	for line := range strings.Lines(out.String()) {
		switch fields := strings.SplitN(strings.TrimSpace(line), "\t", 3); {
		case len(fields) != 3:
		case fields[1] == "objects":
			objects[fields[0]] = fields[2]
		default:
			wrong = append(wrong, Finding{fields[0], fields[1], fields[2]})
		}
	}
	return objects, wrong
}
