package pcm

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"beagle/model/adapter"

	"beagle/internal/need"
	"beagle/internal/xmi"
	"beagle/model"
)

func models(t testing.TB) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(need.Shared(t, "pcm/models"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".repository") {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func something(e model.Element) adapter.Change {
	c := adapter.Change{Element: e, Expression: "12345"}
	for i, o := range e.Branches {
		p := 1.0
		if i > 0 {
			p = 0
		}
		c.Transitions = append(c.Transitions, adapter.Transition{ID: o.ID, Probability: &p})
	}
	return c
}

func TestEveryPublicModelIsReadAndKeptByteForByte(t *testing.T) {
	read, refused, elements := 0, 0, 0
	for _, path := range models(t) {
		r, err := Read(path)
		if err != nil {
			if !strings.Contains(err.Error(), "Beagle reads PCM 5.0, 5.1 or 5.2") {
				t.Errorf("%v", err)
			}
			refused++
			continue
		}
		read++
		elements += len(r.Elements())
		same, err := r.Apply(nil)
		if err != nil || !bytes.Equal(same, r.Bytes()) {
			t.Errorf("%s: not the same bytes (%v)", path, err)
		}
	}
	t.Logf("%d read, %d refused, %d elements", read, refused, elements)
	if read != 149 || refused != 1 {
		t.Errorf("%d read and %d refused, want 149 and 1", read, refused)
	}
}

func TestAValueWrittenIntoEachPublicModelIsTheOnlyDifference(t *testing.T) {
	for _, path := range models(t) {
		r, err := Read(path)
		if err != nil {
			continue
		}
		done := map[model.Kind]int{}
		for _, e := range r.Elements() {
			if done[e.Kind]++; done[e.Kind] > 2 && !need.Long() {
				continue // all of them take a while
			}
			changed, err := r.Apply([]adapter.Change{something(e)})
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			again, err := Parse(path, changed)
			if err != nil {
				t.Fatalf("%s: after a change of %s: %v", path, e.ID, err)
			}
			onlyThisChanged(t, r, again, e)
		}
	}
}

// onlyThisChanged checks that two versions of a model say the same of every
// element but one, and that the files share all bytes around it.
func onlyThisChanged(t *testing.T, before, after *Repository, e model.Element) {
	t.Helper()
	old, now := before.Elements(), after.Elements()
	if len(old) != len(now) {
		t.Errorf("%s: %s: %d elements became %d", before.path, e.ID, len(old), len(now))
		return
	}
	for i := range old {
		switch {
		case old[i].ID != now[i].ID:
			t.Errorf("%s: after a change of %s, %s became %s", before.path, e.ID, old[i].ID, now[i].ID)
			return
		case old[i].ID != e.ID && old[i].Old != now[i].Old:
			t.Errorf("%s: a change of %s changed %s as well", before.path, e.ID, old[i].ID)
		case old[i].ID == e.ID && e.Kind != model.Branch && now[i].Old != "12345":
			t.Errorf("%s: %s says %q", before.path, e.ID, now[i].Old)
		}
	}
	a, b := before.Bytes(), after.Bytes()
	if bytes.Equal(a, b) {
		return // it said so already
	}
	prefix := 0
	for prefix < min(len(a), len(b)) && a[prefix] == b[prefix] {
		prefix++
	}
	owner := before.targets[e.ID].owner
	inside := func(doc *xmi.Document, offset int) bool {
		return offset >= int(owner.Start) && offset <= int(owner.End)
	}
	if prefix < len(a) && !inside(before.doc, prefix) && !strings.Contains(string(b[prefix:min(len(b), prefix+80)]), "xmlns:") {
		t.Errorf("%s: %s: the first difference is outside of the element", before.path, e.ID)
	}
	suffix := 0
	for suffix < min(len(a), len(b))-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	if !inside(before.doc, len(a)-suffix) {
		t.Errorf("%s: %s: the last difference is outside of the element", before.path, e.ID)
	}
}
