// Package attribution asks the Java compiler what the calls of a program mean.
//
// A small program in Java (Helper.java, embedded as source and run by the JDK that measuring needs anyway) lets javac
// parse and attribute the sources and prints types, methods, and of their bodies the statements around calls, one
// JSON object a line. Classes that are missing from the class path cost the calls that need them, and nothing else.
// No annotation processor of the project runs, and nothing is compiled.
package attribution

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
)

//go:embed Helper.java
var helper []byte

// Sources are what is to be attributed.
type Sources struct {
	Files     []string // in the order in which they are told
	ClassPath []string // of the libraries; what is missing leaves calls unresolved
	Encoding  string   // of the files; empty: UTF-8
	Cache     string   // folder for what may be deleted at any time; empty: nothing is kept
}

// fewFiles is up to how many sources the helper ends before what the JVM's second compiler makes of it pays.
const fewFiles = 200

// Attribute runs the helper with the java in JAVA_HOME, or the one on the PATH. When the context ends, so does the helper.
func Attribute(ctx context.Context, s Sources, step func(name string, count int)) (*Program, error) {
	work, err := os.MkdirTemp("", "beagle-extract")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	run, err := program(ctx, s.Cache, work)
	if err != nil {
		return nil, err
	}
	request := filepath.Join(work, "request")
	if err := os.WriteFile(request, s.request(), 0o600); err != nil {
		return nil, err
	}
	said := &tail{}
	options := []string{"-Xss16m", "-XX:+UseParallelGC", "-Duser.language=en"}
	if len(s.Files) <= fewFiles {
		options = append(options, "-XX:TieredStopAtLevel=1")
	}
	cmd := exec.CommandContext(ctx, java(), slices.Concat(options, run, []string{request})...)
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, model.Problem{
			Severity: model.Error, Rule: "no-jdk", Message: "java cannot be started: " + err.Error(),
			Hint: "install a JDK of version 11 or newer, and put it on the PATH; the project itself may be older",
		}
	}
	p, parseErr := Parse(out, step)
	_, _ = io.Copy(io.Discard, out) // so that the helper can end
	err = cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, failed(err, said.String())
	case parseErr != nil:
		return nil, parseErr
	}
	return p, nil
}

func failed(err error, said string) error {
	p := model.Problem{
		Severity: model.Error, Rule: "attribution", Message: fmt.Sprintf("javac could not attribute the sources: %v\n%s", err, safe.Text(strings.TrimSpace(said))),
		Hint: "Beagle needs a JDK of version 11 or newer for this; the project itself may be older",
	}
	if strings.Contains(said, "OutOfMemoryError") {
		p.Message, p.Hint = "javac has not enough memory for these sources", "give it more: JAVA_TOOL_OPTIONS=-Xmx8g, or extract some of the modules: name their folder"
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return p
	}
	return errors.Join(p, err)
}

func (s *Sources) request() []byte {
	var b strings.Builder
	add := func(letter, value string) {
		if value != "" && !strings.ContainsAny(value, "\r\n") {
			b.WriteString(letter + " " + value + "\n")
		}
	}
	add("E", s.Encoding)
	for _, entry := range s.ClassPath {
		add("C", entry)
	}
	for _, file := range s.Files {
		add("F", file)
	}
	return []byte(b.String())
}

type tail struct{ data []byte }

const maxTail = 4 << 10

func (t *tail) Write(data []byte) (int, error) {
	t.data = append(t.data, data...)
	if len(t.data) > 2*maxTail {
		t.data = append([]byte(nil), t.data[len(t.data)-maxTail:]...)
	}
	return len(data), nil
}

func (t *tail) String() string { return string(t.data) }
