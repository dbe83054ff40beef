package elements

import (
	"strings"
	"testing"

	"beagle/model"
	"beagle/run"
	"beagle/tui/live"
	"beagle/tui/text"
	"beagle/tui/words"
)

func TestNamesThatSeveralElementsHaveAreToldApartByTheirServices(t *testing.T) {
	at := func(component, service, name string) run.ElementState {
		return run.ElementState{Element: model.Element{ID: model.ElementID(component + service + name), Component: component, Service: service, Name: name, Kind: model.Loop}}
	}
	feed := &live.Feed{}
	feed.Snapshot.Elements = []run.ElementState{at("Disk", "put", "each"), at("Memory", "put", "each"), at("Disk", "get", "each"), at("Disk", "get", "all")}
	list := New(feed, Flat, words.ByName)
	for i, want := range []string{"each · Disk.put", "each · Memory.put", "each · get", "all"} {
		if got := list.named(&feed.Snapshot.Elements[i]); got != want {
			t.Errorf("called %q, not %q", got, want)
		}
	}
	if got := Fit("a very long name · upload", 16); !strings.HasSuffix(got, "e · upload") || text.Width(got) != 16 {
		t.Errorf("fitted as %q", got)
	}
	tree := New(feed, Tree, words.ByName)
	if got := tree.named(&feed.Snapshot.Elements[0]); got != "each" {
		t.Errorf("below its headings it is called %q", got)
	}
}
