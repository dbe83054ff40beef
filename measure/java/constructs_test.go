package java

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/probe"
)

type installed struct {
	name    string
	home    string
	version int
}

func (j installed) tool(name string) string { return filepath.Join(j.home, "bin", name) }

// jdks are the JDKs that are installed in the usual place, and the one on the
// PATH.
func jdks(t *testing.T) []installed {
	t.Helper()
	need.Java(t)
	var found []installed
	seen := map[string]bool{}
	homes, _ := filepath.Glob("/usr/lib/jvm/*")
	homes = append(homes, filepath.SplitList(os.Getenv("BEAGLE_JDKS"))...) // folders of others, which nothing installed
	if javac, err := exec.LookPath("javac"); err == nil {
		if resolved, err := filepath.EvalSymlinks(javac); err == nil {
			homes = append(homes, filepath.Dir(filepath.Dir(resolved)))
		}
	}
	for _, home := range homes {
		resolved, err := filepath.EvalSymlinks(home)
		if err != nil || seen[resolved] {
			continue
		}
		seen[resolved] = true
		out, err := exec.Command(filepath.Join(resolved, "bin", "javac"), "-version").CombinedOutput()
		if err != nil {
			continue
		}
		text := strings.TrimPrefix(strings.TrimSpace(string(out)), "javac ")
		version, err := strconv.Atoi(strings.SplitN(text, ".", 2)[0])
		if err != nil {
			continue
		}
		found = append(found, installed{"JDK " + text, resolved, version})
	}
	return found
}

// The property that instrumentation has to keep: with probes everywhere, every
// construct of Java compiles, and does what it did without.
func TestEveryConstructDoesTheSameWithProbesEverywhere(t *testing.T) {
	installed := jdks(t)
	for i, j := range installed {
		run := func(tree string, level int, mains ...string) {
			if j.version < level {
				return
			}
			t.Run(tree+" on "+j.name, func(t *testing.T) {
				t.Parallel()
				sameWithProbes(t, j, filepath.Join("testdata", tree), mains)
			})
		}
		if i == 0 || need.Long() {
			run("constructs", 17, "sample.Cases", "sample.Found")
		}
		run("constructs25", 25, "sample.Cases25", "Compact")
	}
}

func sameWithProbes(t *testing.T, j installed, tree string, mains []string) {
	plain := filepath.Join(t.TempDir(), "plain")
	before := compileTree(t, j, tree, plain)
	out := filepath.Join(t.TempDir(), "probed")
	result, err := InstrumentEverything(context.Background(), tree, out, Compile{Skip: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range result.Notes {
		t.Errorf("a site is lost: %v", note)
	}
	probed := filepath.Join(t.TempDir(), "classes")
	if after := compileTree(t, j, out, probed); after != before {
		t.Errorf("the compiler warns, with probes:\n%s\nwithout:\n%s", after, before)
	}
	for _, main := range mains {
		want := runMain(t, j, plain, main, "")
		if got := runMain(t, j, probed, main, ""); got != want {
			t.Errorf("with silent probes the program says\n%s\nwithout probes\n%s", got, want)
		}
		records := t.TempDir()
		if got := runMain(t, j, probed, main, records, probe.EnvTable+"="+strconv.FormatInt(result.Table.Hash(), 10)); got != want {
			t.Errorf("with probes the program says\n%s\nwithout\n%s", got, want)
		}
		sink := &counting{}
		follower := probe.Follower{Dir: records, Decoder: &probe.Decoder{Table: result.Table, Sink: sink}}
		ending, err := follower.Finish(t.Context())
		if err != nil || !ending.Complete {
			t.Errorf("the records cannot be read: %+v %v", ending, err)
		}
		if sink.events < 40 {
			t.Errorf("only %d events", sink.events)
		}
	}
}

type counting struct{ events int }

func (c *counting) Events(batch []measure.Event) { c.events += len(batch) }

// compileTree compiles, and returns the warnings without the paths of files.
func compileTree(t *testing.T, j installed, tree, classes string) (warnings string) {
	t.Helper()
	command := []string{"-Xlint:all", "-Xmaxwarns", "1000", "-encoding", "UTF-8", "-d", classes}
	err := filepath.WalkDir(tree, func(path string, entry os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".java") {
			command = append(command, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(j.tool("javac"), command...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s does not compile: %v\n%.4000s", tree, err, out)
	}
	for line := range strings.SplitSeq(string(out), "\n") {
		if file, said, ok := strings.Cut(line, ": warning: "); ok {
			warnings += filepath.Base(file) + ": " + said + "\n"
		}
	}
	return warnings
}

func runMain(t *testing.T, j installed, classes, main, records string, env ...string) string {
	t.Helper()
	cmd := exec.Command(j.tool("java"), "-ea", "-Xss1m", "-cp", classes, main)
	cmd.Env = append(os.Environ(), append(env, probe.EnvOut+"="+records)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%.4000s", main, err, out.String())
	}
	return out.String()
}
