// Package need says what a test cannot do without, and skips it with a clear line where that is absent.
package need

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Java needs a JDK: java and javac on the PATH.
func Java(t testing.TB) {
	t.Helper()
	tool(t, "java", "a JDK, e.g. apt-get install default-jdk-headless")
	tool(t, "javac", "a JDK, e.g. apt-get install default-jdk-headless")
}

// Maven needs Java and Maven.
func Maven(t testing.TB) {
	t.Helper()
	Java(t)
	tool(t, "mvn", "Maven, e.g. apt-get install maven")
}

// Python needs Python 3.
func Python(t testing.TB) {
	t.Helper()
	tool(t, "python3", "Python 3.9 or newer, e.g. apt-get install python3")
}

// PythonPackages needs packages for python3, by the names that programs import.
func PythonPackages(t testing.TB, install string, names ...string) {
	t.Helper()
	Python(t)
	for _, name := range names {
		if err := exec.CommandContext(t.Context(), "python3", "-c", "import "+name).Run(); err != nil {
			t.Skipf("the Python package %s is not installed; %s", name, install)
		}
	}
}

// Git needs git.
func Git(t testing.TB) {
	t.Helper()
	tool(t, "git", "apt-get install git")
}

// Tmux needs tmux.
func Tmux(t testing.TB) {
	t.Helper()
	tool(t, "tmux", "tmux, e.g. apt-get install tmux")
}

func tool(t testing.TB, name, install string) {
	t.Helper()
	if _, err := exec.LookPath(name); err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is missing, and CI may not skip this test; install %s", name, install)
	}
	t.Skipf("%s is not installed; install %s", name, install)
}

// Shared is a path in the folder of shared test data that lies beside the project.
func Shared(t testing.TB, path string) string {
	t.Helper()
	full := filepath.Join(Root(t), "..", "shared", "data", path)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("shared test data is not here: %s", full)
	}
	return full
}

// Root is the project's root folder.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = parent
	}
}

// Long reports whether long tests are wanted: BEAGLE_LONG=1.
func Long() bool { return os.Getenv("BEAGLE_LONG") != "" }

// File writes a file, and the folders that it lies in.
func File[Content ~string | ~[]byte](t testing.TB, path string, content Content) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Folder is a new folder with files, by their paths in it.
func Folder[Content ~string | ~[]byte](t testing.TB, files map[string]Content) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		File(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	return dir
}

// patience is how long goroutines may take to end that were told to.
const patience = 30 * time.Second

// Left says which goroutines do not end; nil: none.
func Left(options ...goleak.Option) error {
	for end := time.Now().Add(patience); ; {
		if err := goleak.Find(options...); err == nil || time.Now().After(end) {
			return err
		}
	}
}

// Main runs a package's tests, after which no goroutine may be left. It is what TestMain calls.
func Main(m *testing.M) {
	code := m.Run()
	if code == 0 {
		if err := Left(); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines are left behind:", err)
			code = 1
		}
	}
	os.Exit(code)
}
