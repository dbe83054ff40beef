package machine

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/hash"
	"beagle/internal/need"
)

// transfer brings files into a folder, and returns which of them travelled.
func transfer(t *testing.T, files []File, to string, only ...string) (sent []int, err error) {
	t.Helper()
	root, err := os.OpenRoot(to)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	contents, sender := io.Pipe()
	answers, receiver := io.Pipe()
	hear := func(from *bufio.Reader, into any) error {
		var a Answer
		line, err := from.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(line, &a)
		}
		if err != nil {
			return err
		}
		return json.Unmarshal(a.Value, into)
	}
	accepted := make(chan error, 1)
	go func() {
		var list []File
		in := bufio.NewReader(contents)
		err := hear(in, &list)
		if err == nil {
			err = Accept(receiver, in, root, list, only...)
		}
		_ = receiver.CloseWithError(err)
		_ = contents.CloseWithError(err)
		accepted <- err
	}()
	heard := bufio.NewReader(answers)
	err = Offer(sender, files, func(into any) error {
		err := hear(heard, &sent)
		*into.(*[]int) = sent
		return err
	})
	_ = sender.Close()
	return sent, errors.Join(err, <-accepted)
}

func TestOnlyWhatChangedTravels(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	need.File(t, filepath.Join(from, "a/one"), "1")
	need.File(t, filepath.Join(from, "a/two"), "2")
	if err := os.Symlink("one", filepath.Join(from, "a/link")); err != nil {
		t.Skip(err)
	}
	send := func() int {
		files, err := List(from, "tree", func(string, os.DirEntry) bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		sent, err := transfer(t, files, to, "tree")
		if err != nil {
			t.Fatal(err)
		}
		return len(sent)
	}
	if n := send(); n != 2 {
		t.Errorf("%d files travelled", n)
	}
	need.File(t, filepath.Join(from, "a/two"), "3")
	need.File(t, filepath.Join(to, "tree/a/more"), "was there before")
	if n := send(); n != 1 {
		t.Errorf("%d files travelled, and one had changed", n)
	}
	if text, err := os.ReadFile(filepath.Join(to, "tree/a/link")); err != nil || string(text) != "1" {
		t.Errorf("%q %v", text, err)
	}
	if text, _ := os.ReadFile(filepath.Join(to, "tree/a/two")); string(text) != "3" {
		t.Errorf("%q", text)
	}
	if _, err := os.Stat(filepath.Join(to, "tree/a/more")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what the sender does not have stays: %v", err)
	}
}

func TestNothingIsWrittenOutsideOfTheFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	content := filepath.Join(t.TempDir(), "content")
	need.File(t, content, "x")
	sum, err := hash.DigestFile(content)
	if err != nil {
		t.Fatal(err)
	}
	file := func(path string) File { return File{Path: path, Mode: 0o600, Size: 1, Sum: sum, From: content} }
	for name, files := range map[string][]File{
		"above":             {file("../out")},
		"absolute":          {file(out)},
		"by detours":        {file("a/../../out")},
		"behind a link":     {{Path: "a", Mode: uint32(os.ModeSymlink), Link: filepath.Dir(out)}, file("a/out")},
		"behind a near one": {{Path: "a/b", Mode: uint32(os.ModeSymlink), Link: "../../x"}, file("a/b/out")},
		"no file":           {{Path: "a", Mode: uint32(os.ModeDevice)}},
		"other content":     {{Path: "a", Mode: 0o600, Size: 1, Sum: hash.Digest(nil), From: content}},
		"twice":             {file("a"), file("a")},
	} {
		to := t.TempDir()
		if _, err := transfer(t, files, to); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if found, _ := filepath.Glob(filepath.Join(to, "*")); len(found) > 0 && name != "behind a link" {
			t.Errorf("%s: %s", name, found)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("written outside")
	}
}

func TestPathsAreMovedWhereTheyStandAsSuch(t *testing.T) {
	for text, want := range map[string]string{
		"/p/x": "/t/p/x", "-cp /p:/q/p": "-cp /t/p:/q/p", "/px": "/px", "/p": "/t/p", "file=/p/": "file=/t/p/", "/p-2": "/p-2", "a/p": "a/p",
	} {
		if got := Moved(text, "/p", "/t/p"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		if got := Moved(want, "/t", ""); got != strings.ReplaceAll(text, "/t", "") {
			t.Errorf("%s: back %s", want, got)
		}
	}
}
