package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/model/language"

	"beagle/links"
	"beagle/model"
	"beagle/pcm"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// Links of the original's form name no method: only a change outside of the
// method can be followed, and only where nothing else fits.
func TestLinksFollowAMethodThatMoved(t *testing.T) {
	p := fake.Project(t)
	file, err := links.Read(p.Config.Links)
	if err != nil {
		t.Fatal(err)
	}
	r, err := pcm.Read(p.Config.Model)
	if err != nil {
		t.Fatal(err)
	}
	file.Rehash(r.Bytes(), language.NewSources(p.Config.Sources))
	if err := links.Write(file); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(p.Config.Sources[0], "Work.java")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before := string(data)
	firsts := func(p *project.Project) (list []int) {
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
		now, err := project.Prepare(p.Config)
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

// Links of our own form name method and place: a change of what stands within
// statements does not lose them.
func TestMappedSectionsAreFoundAgainInAChangedMethod(t *testing.T) {
	p := fake.Project(t)
	r, err := pcm.Read(p.Config.Model)
	if err != nil {
		t.Fatal(err)
	}
	mapping, err := links.Import(p.Config.Links, r, language.NewSources(p.Config.Sources))
	if err != nil {
		t.Fatal(err)
	}
	cfg := p.Config
	cfg.Links = filepath.Join(t.TempDir(), "links.json")
	if err := links.WriteMapping(cfg.Links, mapping); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(cfg.Sources[0], "Work.java")
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	is := strings.Replace(string(was), "sink ^= i;", "sink ^= i /* a longer statement than before */;", 1)
	if is == string(was) {
		t.Fatal("the source did not change")
	}
	before, err := project.Prepare(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(is), 0o600); err != nil {
		t.Fatal(err)
	}
	after, err := project.Prepare(cfg)
	if err != nil {
		t.Fatal(err)
	}
	moved := false
	for i, e := range after.Elements {
		for k, option := range e.Branches {
			if option.Section == nil {
				continue
			}
			now, old := option.Section.First, before.Elements[i].Branches[k].Section.First
			moved = moved || now != old
			if got, want := is[now:now+5], string(was[old:old+5]); got != want {
				t.Errorf("%s begins at %q, was at %q", option.Name, got, want)
			}
		}
	}
	said := slices.ContainsFunc(after.Problems, func(p model.Problem) bool { return p.Rule == "links-moved" })
	if !moved || !said {
		t.Errorf("moved %v, said %v: %v", moved, said, after.Problems)
	}
}
