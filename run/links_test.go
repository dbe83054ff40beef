package run

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/pcm"
	"beagle/pcm/links"
)

// Links of the original's form name no method: only a change outside of the
// method can be followed, and only where nothing else fits.
func TestLinksFollowAMethodThatMoved(t *testing.T) {
	p := project(t)
	file, err := links.Read(p.Config.Links)
	if err != nil {
		t.Fatal(err)
	}
	r, err := pcm.Read(p.Config.Model)
	if err != nil {
		t.Fatal(err)
	}
	file.Rehash(r.Bytes(), links.NewSources(p.Config.Sources))
	if err := links.Write(file); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(p.Config.Sources[0], "Work.java")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before := string(data)
	firsts := func(p *Project) (list []int) {
		for _, e := range p.Elements {
			for _, s := range e.Sections {
				list = append(list, s.First)
			}
		}
		return list
	}
	was := firsts(p)
	const note = "// A note that was added later: ä.\n"
	for name, test := range map[string]struct {
		text  string
		moved int
		found bool
	}{
		"nothing":       {before, 0, false},
		"a note above":  {note + before, len([]rune(note)), true},
		"inside":        {strings.Replace(before, "sink ^= i;", "int q = 3; sink ^= i;", 1), 0, false},
		"another twice": {note + before + "\n" + strings.Replace(before, "class Work", "class Twin", 1), 0, false},
	} {
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		now, err := Prepare(p.Config)
		if err != nil {
			t.Fatal(name, err)
		}
		found := slices.ContainsFunc(now.Problems, func(p model.Problem) bool { return p.Rule == "links-moved" })
		stale := slices.ContainsFunc(now.Problems, func(p model.Problem) bool { return p.Rule == "links-stale-source" })
		if found != test.found || stale != (test.text != before) {
			t.Errorf("%s: moved %v, stale %v: %v", name, found, stale, now.Problems)
		}
		for i, first := range firsts(now) {
			if first != was[i]+test.moved {
				t.Errorf("%s: a section begins at %d, was at %d", name, first, was[i])
			}
		}
	}
}
