package foreign

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

func TestFilesOfOtherFormatsAreNamed(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		`{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"5b","spanId":"05"}]}]}]}`: "", // it is read
		"\n{\"resourceMetrics\": []}":       "metrics",
		"FLR\x00\x00\x02\x00\x00":           "Flight Recorder",
		"BAGLERT1\x03\x00":                  "Beagle's own probes",
		"\x0a\x02\x0a\x1d plain text":       "",
		"JAVA PROFILE 1.0.2\x00":            "heap dump",
		`{"traceEvents": []}`:               "Chrome",
		"$0;1;kieker;resourceSpans;traceID": "",
		`{"name": "something else"}`:        "",
		"":                                  "",
	} {
		file := filepath.Join(dir, "file.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		what, hint := File(file)
		if !strings.Contains(what, want) || (what == "") != (want == "") || (hint == "") != (want == "") {
			t.Errorf("%q is %q (%s), want %q", text, what, hint, want)
		}
		if path, inside, _ := Inside(dir); inside != what || (path != "") != (want != "") {
			t.Errorf("inside the folder %q is %q", text, inside)
		}
	}
	if what, _ := File(filepath.Join(dir, "none")); what != "" {
		t.Errorf("a file that is not there is %q", what)
	}
}

func TestTheLanguageOfAFolderWithoutJavaIsNamed(t *testing.T) {
	dir := t.TempDir()
	put := func(name string) {
		t.Helper()
		need.File(t, filepath.Join(dir, name), "x")
	}
	if language, files := Sources(dir); language != "" || files != 0 {
		t.Errorf("an empty folder has %d files of %s", files, language)
	}
	put("a.py")
	put("b/c.py")
	put("main.go")
	put(".git/hooks/x.go")
	put(".git/hooks/y.go")
	if language, files := Sources(dir); language != "Python" || files != 2 {
		t.Errorf("%d files of %s", files, language)
	}
	put("z/A.java")
	if language, _ := Sources(dir); language != "" {
		t.Errorf("a folder with Java is said to be of %s", language)
	}
}
