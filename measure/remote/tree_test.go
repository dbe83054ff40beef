package remote

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNothingIsWrittenOutsideOfTheFolder(t *testing.T) {
	const regular, link = uint32(0o600), uint32(fs.ModeSymlink | 0o777)
	for name, files := range map[string][]file{
		"above":      {{Path: "../evil", Mode: regular, Size: 1}},
		"absolute":   {{Path: "/tmp/evil", Mode: regular, Size: 1}},
		"link out":   {{Path: ".", Mode: uint32(fs.ModeDir | 0o700)}, {Path: "l", Mode: link, Link: "../../evil"}},
		"device":     {{Path: "d", Mode: uint32(fs.ModeDevice)}},
		"too large":  {{Path: ".", Mode: uint32(fs.ModeDir | 0o700)}, {Path: "f", Mode: regular, Size: mostTree + 1}},
		"cut off":    {{Path: ".", Mode: uint32(fs.ModeDir | 0o700)}, {Path: "f", Mode: regular, Size: 5}},
		"less than0": {{Path: "f", Mode: regular, Size: -1}},
	} {
		folder := filepath.Join(t.TempDir(), "folder")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := unpack(folder, "base", files, strings.NewReader("x")); err == nil {
			t.Errorf("%s: it was unpacked", name)
		}
		if entries, _ := os.ReadDir(filepath.Dir(folder)); len(entries) != 1 {
			t.Errorf("%s: something was written outside", name)
		}
	}
	for _, base := range []string{"..", ".", "a/b", ""} {
		if err := unpack(t.TempDir(), base, nil, strings.NewReader("")); err == nil {
			t.Errorf("a root called %q was taken", base)
		}
	}
}

func TestPathsAreTranslatedWhereTheyStandAsPaths(t *testing.T) {
	here := places{{'a', "/home/me/app"}, {'b', "/home/me/app/target"}, {recordsLetter, "/tmp/r"}}.sorted()
	there := places{{'a', "/var/w/a/app"}, {'b', "/var/w/b/target"}, {recordsLetter, "/var/w/records"}}
	for text, want := range map[string]string{
		"/home/me/app/target/x.jar:/home/me/app": "/var/w/b/target/x.jar:/var/w/a/app",
		"-Dx=/home/me/app2":                      "-Dx=/home/me/app2",
		`"-javaagent:/home/me/app/agent.jar=s"`:  `"-javaagent:/var/w/a/app/agent.jar=s"`,
		"/tmp/r":                                 "/var/w/records",
		"/home/me/app.old /home/me/app":          "/home/me/app.old /var/w/a/app",
	} {
		if got := there.hear(here.say(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
