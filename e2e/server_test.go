package e2e

import (
	"net"
	"os"
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
	put(t, settings, strings.ReplaceAll(changed, "8765", port))
	return dir
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
