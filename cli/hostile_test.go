package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"beagle/examples"
	"beagle/internal/need"
)

// hostile would put text into the clipboard, turn the direction of writing, change colours and begin a line of its own,
// if a terminal got it.
const hostile = "x\x1b]52;c;UFdO\ay\u202e\u009b31m\r\nINJECTED"

// drives reports whether a terminal would do something at a character in place of showing it.
func drives(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029')
}

// hostileProject is the example with hostile names wherever there are names: of its folder, its launches, its model's
// parts, tables and logs.
func hostileProject(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), hostile)
	source, err := fs.Sub(examples.FS, "fileshare")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, source); err != nil {
		t.Skip("this file system refuses such names: ", err)
	}
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	settings := fmt.Sprintf("model: model/fileshare.repository\nlinks: model/fileshare_source_statement_links.xml\nsources: [src/main/java]\nout: out.repository\nlaunch:\n  - name: %s\n    command: [%s, %[1]s]\nselect: {services: [%[1]s]}\n", quoted, quoted)
	need.File(t, filepath.Join(dir, "beagle.yaml"), settings)
	model := filepath.Join(dir, "model", "fileshare.repository")
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	need.File(t, model, strings.ReplaceAll(string(text), `entityName="`, `entityName="x&#x202e;&#x9b;31m&#xa;INJECTED `))
	var table strings.Builder
	fmt.Fprintf(&table, "n,\"%s\",t\n", hostile)
	for i := range 40 {
		fmt.Fprintf(&table, "%d,\"%s%d\",%d\n", i, hostile, i%2, 3*i+i%2)
	}
	need.File(t, filepath.Join(dir, "table.csv"), table.String())
	log := "kieker.common.record.flow.trace.operation.BeforeOperationEvent"
	need.File(t, filepath.Join(dir, "log", "kieker.map"), "$0=kieker.common.record.controlflow.OperationExecutionRecord\n$1="+log+hostile+"\n")
	need.File(t, filepath.Join(dir, "log", "kieker-20260101-000000000-UTC-001-main.dat"), "$0;1;a.B.\x1b]52;c;x\a\u202em();s;1;1;2;h\u009b;0;0\n$1;"+hostile+"\n")
	return dir
}

// Whatever names say, no command's output, messages or errors drive a terminal, and JSON stays JSON.
func TestNoOutputDrivesTheTerminal(t *testing.T) {
	dir := hostileProject(t)
	beagle, err := exec.LookPath("beagle")
	if err != nil {
		t.Skip("the command is not on the PATH of this test")
	}
	home := t.TempDir()
	model, table := filepath.Join(dir, "model", "fileshare.repository"), filepath.Join(dir, "table.csv")
	for _, args := range [][]string{
		{"check", dir},
		{"check", dir, "--output", "json"},
		{"config", dir},
		{"config", dir, "--output", "json"},
		{"run", dir},
		{"run", dir, "--output", "json"},
		{"run", dir + hostile},
		{"run", dir, "--set", hostile + "=1"},
		{"run", dir, "--set", "seed=" + hostile},
		{"run", dir, "--select", hostile},
		{"run", dir, "--logs", hostile},
		{"pcm", "list", model},
		{"pcm", "list", model, "--output", "json"},
		{"pcm", "check", model},
		{"pcm", "check", hostile},
		{"pcm", "diff", model, hostile},
		{"pcm", "set", model, hostile, hostile, "--out", hostile},
		{"stoex", "check", hostile},
		{"stoex", "check", hostile, "--output", "json"},
		{"stoex", "eval", hostile},
		{"stoex", "format", "\"" + hostile + "\""},
		{"fit", table, "--target", "t"},
		{"fit", table, "--target", "t", "--output", "json"},
		{"fit", table, "--target", hostile},
		{"fit", hostile, "--target", "t"},
		{"traces", filepath.Join(dir, "log")},
		{"traces", filepath.Join(dir, "log"), "--output", "json"},
		{"traces", filepath.Join(dir, "log"), "--output", "dot"},
		{"traces", hostile},
		{"traces", "--listen", hostile},
		{"kieker", "cat", filepath.Join(dir, "log")},
		{"kieker", "cat", hostile},
		{"predict", dir},
		{"predict", hostile},
		{"predict", hostile, "--output", "json"},
		{"report", hostile, "--out", filepath.Join(home, "r.html")},
		{"compare", hostile, hostile},
		{"export", hostile},
		{"learn", hostile},
		{"validate", hostile},
		{"review", hostile},
		{"apply", hostile},
		{"rm", hostile},
		{"attach", hostile},
		{"pause", hostile},
		{"resume", hostile},
		{"abort", hostile},
		{"log", hostile},
		{"ps"},
		{"home"},
		{"tools"},
		{"paths"},
		{"paths", "--output", "json"},
		{"extract", hostile, "--out", filepath.Join(home, "m")},
		{"extract", dir, "--out", filepath.Join(home, "m")},
		{"model", hostile},
		{"model", dir},
		{"instrument", dir, "--out", filepath.Join(home, "i")},
		{"extension", "check", hostile},
		{"extension", "list"},
		{"--extension", hostile, "check", dir},
		{hostile},
		{dir},
		{"--" + hostile},
		{"check", "--output", hostile},
		{"demo", "--dir", dir},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		c := exec.CommandContext(ctx, beagle, args...)
		c.Dir = home
		c.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home)
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		_ = c.Run() // how it ends is another test's
		cancel()
		said := fmt.Sprintf("%q", args)
		for stream, text := range map[string]string{"standard output": out.String(), "standard error": errs.String()} {
			if i := strings.IndexFunc(text, drives); i >= 0 {
				t.Errorf("%s: %s drives the terminal: %q", said, stream, text[max(0, i-60):min(len(text), i+40)])
			}
			for line := range strings.Lines(text) {
				if strings.HasPrefix(strings.TrimLeft(line, " "), "INJECTED") && !slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(strings.TrimPrefix(arg, dir), "INJECTED") }) { // what the person typed may have lines
					t.Errorf("%s: a name begins a line of %s: %q", said, stream, line)
				}
			}
		}
		if strings.Contains(said, `"--output" "json"`) {
			for d := json.NewDecoder(&out); d.More(); {
				var value any
				if err := d.Decode(&value); err != nil {
					t.Errorf("%s: no JSON: %v", said, err)
					break
				}
			}
		}
		if strings.Contains(errs.String(), "panic") {
			t.Errorf("%s: %s", said, errs.String())
		}
	}
}
