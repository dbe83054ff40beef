package java

import (
	"path/filepath"
	"testing"

	"beagle/internal/need"
	"beagle/links"
	"beagle/model/language"
	"beagle/pcm"
)

// The example's links were written by hand. Without them the matcher must find
// every section; its own may be wider, since it gives an internal action all
// statements between its neighbours.
func TestTheMatcherFindsTheExamplesSections(t *testing.T) {
	dir := filepath.Join(need.Root(t), "examples", "fileshare")
	r, err := pcm.Read(filepath.Join(dir, "model", "fileshare.repository"))
	if err != nil {
		t.Fatal(err)
	}
	written, err := links.Read(filepath.Join(dir, "model", "fileshare_source_statement_links.xml"))
	if err != nil {
		t.Fatal(err)
	}
	methods, problems := language.NewSources([]string{filepath.Join(dir, "src", "main", "java")}, Language{}).All()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	proposed := map[string]links.Match{}
	matches, _ := links.Propose(r, methods)
	for _, m := range matches {
		proposed[m.Element] = m
	}
	exact := 0
	for _, link := range written.Links {
		m, ok := proposed[link.Element]
		last := link.First
		if link.Last != nil {
			last = *link.Last
		}
		switch {
		case !ok || m.First.Unit != link.First.Unit || m.First.Offset > link.First.Offset || m.Last.Offset < last.Offset:
			t.Errorf("%s: proposed %v to %v, written %v to %v", link.Element, m.First, m.Last, link.First, last)
		case m.First == link.First && *m.Last == last:
			exact++
		}
		if m.Confidence <= 0.5 || m.Confidence >= 1 {
			t.Errorf("%s: confidence %v", link.Element, m.Confidence)
		}
	}
	t.Logf("%d links are written, %d of them proposed exactly so", len(written.Links), exact)
	if exact < len(written.Links)/2 {
		t.Errorf("only %d of %d links are proposed exactly", exact, len(written.Links))
	}
}
