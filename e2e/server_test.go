package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"beagle/internal/need"
)

// aServer is the project of a program that never ends by itself, on a port of its
// own.
func aServer(t *testing.T, launch string) string {
	t.Helper()
	need.Java(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/server")); err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(dir, "beagle.yaml")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "ready: {port: 8765}", launch, 1)
	need.File(t, settings, strings.ReplaceAll(changed, "8765", port))
	return dir
}

// A program that somebody starts by hand is learnt from, each of its JVMs as a
// launch, and its executions are traces.
func TestAHandStartedProgramIsLearntFromItsRecords(t *testing.T) {
	t.Parallel()
	dir := aServer(t, "ready: {port: 8765}")
	overlay, program := filepath.Join(dir, "overlay"), filepath.Join(dir, "target", "classes")
	if err := os.MkdirAll(program, 0o755); err != nil {
		t.Fatal(err)
	}
	need.File(t, filepath.Join(dir, "Ask.java"), `package server;

class Ask {
    public static void main(String[] args) {
        for (String n : args) {
            new Server().list(Integer.parseInt(n));
        }
    }
}
`)
	byHand(t, dir, nil, "javac", "-d", program, "-sourcepath", "src/main/java", "Ask.java")
	out := call(t, dir, "instrument", "--overlay", "--out", overlay, "--output", "json")
	var instrumented struct {
		Env    map[string]string
		Option string
	}
	if err := json.Unmarshal([]byte(out.stdout), &instrumented); err != nil || instrumented.Option == "" {
		t.Fatalf("%v: %s%s", err, out.stdout, out.stderr)
	}
	for range 2 {
		byHand(t, dir, instrumented.Env, "java", instrumented.Option, "-cp", program, "server.Ask", "1", "2", "5", "10", "50")
	}
	records := instrumented.Env["BEAGLE_OUT"]
	result := analyse(t, dir, "--records", records)
	if rows := elements(t, result.Written)["_eachLine"]; rows.Old != "1 + (2 * items.VALUE)" || result.Elements[0].Samples != 10 {
		t.Errorf("%q is written, from %d samples", rows.Old, result.Elements[0].Samples)
	}
	if out := call(t, dir, "traces", records); !strings.Contains(out.stdout, "10 valid traces") || !strings.Contains(out.stdout, "server.Server.list()") {
		t.Errorf("traces: %s%s", out.stdout, out.stderr)
	}
	// Records of other links or sources are not taken for those of these.
	replace(t, filepath.Join(dir, "links.xml"), ">1058<", ">1059<")
	if out := call(t, dir, "run", "--records", records); out.code != 1 || !strings.Contains(out.stderr, "another instrumentation") {
		t.Errorf("exit code %d: %s", out.code, out.stderr)
	}
}

// byHand runs a program as somebody does by hand.
func byHand(t *testing.T, dir string, env map[string]string, command ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir, cmd.Env = dir, os.Environ()
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

func TestAServerIsStartedUsedStoppedAndLearntFrom(t *testing.T) {
	t.Parallel() // counts do not mind who else uses the processors
	for name, launch := range map[string]string{
		"by port":    "ready: {port: 8765}",
		"by its log": "ready: {log: listening on port}",
		"by command": "ready: {command: [java, -cp, target/classes, server.Load, \"8765\"]}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := aServer(t, launch)
			result := analyse(t, dir)
			if rows := elements(t, result.Written)["_eachLine"]; rows.Old != "1 + (2 * items.VALUE)" {
				t.Errorf("%q is written", rows.Old)
			}
		})
	}
}

// A server needs no generator of one's own, and each request that it got is kept.
func TestAServerIsLearntFromByRequests(t *testing.T) {
	t.Parallel()
	dir := aServer(t, "ready: {port: 8765}")
	settings := filepath.Join(dir, "beagle.yaml")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(text), "    load:")
	need.File(t, settings, before+"    load: {rate: 100/s, requests: [{path: \"/list?{n}\"}, {path: /none}], values: {n: [1, 2, 5, 10, 50]}}\n    for: 2s\n")
	result := analyse(t, dir, "--set", "measure.launches=1")
	if rows := elements(t, result.Written)["_eachLine"]; rows.Old != "1 + (2 * items.VALUE)" {
		t.Errorf("%q is written", rows.Old)
	}
	if !strings.Contains(fmt.Sprint(result.Problems), "status 404") {
		t.Errorf("requests that failed are not said: %v", result.Problems)
	}
	rows := call(t, dir, "log", "--of", "launch-1-load").stdout
	if !strings.Contains(rows, "GET /list?{n}") || !strings.Contains(rows, "p99") {
		t.Errorf("the summary is %q", rows)
	}
}
