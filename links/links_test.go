package links

import (
	"bytes"
	"os"
	"testing"

	"beagle/internal/need"
	"beagle/pcm"
)

func TestTheOriginalsLinksAreWrittenByteForByteAsTheyWereRead(t *testing.T) {
	path := need.Shared(t, "pcm/links/internal_architecture_model_source_statement_links.xml")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parseLinks(path, data)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Links) != 61 || len(f.Hashes) != 20 {
		t.Errorf("%d links and %d hashes, want 61 and 20", len(f.Links), len(f.Hashes))
	}
	out, err := f.Bytes()
	if err != nil || !bytes.Equal(out, data) {
		t.Errorf("written differently (%v):\n%.600s", err, out)
	}
	model := need.Shared(t, "pcm/links/internal_architecture_model.repository")
	r, err := pcm.Read(model)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(f.CheckModel(r.Bytes()))
	_, _, problems := f.Attach(r.Elements(), r.Services(), in(t.TempDir()))
	for _, p := range problems[:5] {
		t.Log(p, p.Hint)
	}
	t.Log(len(problems))
}

func TestPositionsInNamesAgreeWithTheOriginalsLinks(t *testing.T) {
	r, err := pcm.Read(need.Shared(t, "pcm/links/internal_architecture_model.repository"))
	if err != nil {
		t.Fatal(err)
	}
	written, err := Read(need.Shared(t, "pcm/links/internal_architecture_model_source_statement_links.xml"))
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]Position{}
	for _, link := range written.Links {
		first[link.Element] = link.First
	}
	compared := 0
	for _, link := range FromNames(r.Elements()).Links {
		if want, ok := first[link.Element]; ok {
			compared++
			if link.First != want {
				t.Errorf("%s: %v, want %v", link.Element, link.First, want)
			}
		}
	}
	if compared < 40 {
		t.Errorf("only %d positions were compared", compared)
	}
}
