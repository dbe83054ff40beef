package elements

import (
	"fmt"
	"strings"
	"testing"

	"beagle/model"
	"beagle/run"
	"beagle/tui/live"
	"beagle/tui/text"
	"beagle/tui/words"
)

func share(rest, name, expression int) [2]int {
	names, expressions := Share(rest, name, expression)
	return [2]int{names, expressions}
}

func TestElementsOfOneNameInOneServiceShowTheirLines(t *testing.T) {
	feed := &live.Feed{}
	for _, line := range []int{12, 40} {
		feed.Snapshot.Elements = append(feed.Snapshot.Elements, run.ElementState{Element: model.Element{ID: model.ElementID(fmt.Sprint(line)), Component: "Disk", Service: "put", Name: "each", Kind: model.Loop, Line: line}})
	}
	for _, shape := range []Shape{Flat, Tree} {
		list := New(feed, shape, words.ByName)
		if got := list.called[1]; got != "each · model:40" {
			t.Errorf("called %q", got)
		}
	}
}

func TestNamesThatSeveralElementsHaveAreToldApartByTheirServices(t *testing.T) {
	at := func(component, service, name string) run.ElementState {
		return run.ElementState{Element: model.Element{ID: model.ElementID(component + service + name), Component: component, Service: service, Name: name, Kind: model.Loop}}
	}
	feed := &live.Feed{}
	feed.Snapshot.Elements = []run.ElementState{at("Disk", "put", "each"), at("Memory", "put", "each"), at("Disk", "get", "each"), at("Disk", "get", "all")}
	list := New(feed, Flat, words.ByName)
	for i, want := range []string{"each · Disk.put", "each · Memory.put", "each · get", "all"} {
		if got := list.called[i]; got != want {
			t.Errorf("called %q, not %q", got, want)
		}
	}
	if got := [][2]int{share(60, 16, 32), share(60, 50, 20), share(60, 50, 90)}; got[0] != [2]int{16, 44} || got[1] != [2]int{40, 20} || got[2] != [2]int{24, 36} {
		t.Errorf("60 columns are shared as %v", got)
	}
	if got := Fit("a very long name · upload", 16); !strings.HasSuffix(got, "e · upload") || text.Width(got) != 16 {
		t.Errorf("fitted as %q", got)
	}
	tree := New(feed, Tree, words.ByName)
	if got := tree.called[0]; got != "each" {
		t.Errorf("below its headings it is called %q", got)
	}
}

func TestElementsOfOverloadedServicesAreToldApartByClassAndInputs(t *testing.T) {
	at := func(class, input string) run.ElementState {
		return run.ElementState{Element: model.Element{
			ID: model.ElementID(class + input), Component: "records", Service: "get", Name: "read", Kind: model.Loop, Line: 7,
			Sections: []model.Section{{Unit: "org.csv." + class}}, Inputs: []model.Input{{Name: input}},
		}}
	}
	feed := &live.Feed{}
	feed.Snapshot.Elements = []run.ElementState{at("Record", "index"), at("Record", "name"), at("Row", "index")}
	for _, shape := range []Shape{Flat, Tree} {
		list := New(feed, shape, words.ByName)
		for i, want := range []string{"read · Record.get(index)", "read · Record.get(name)", "read · Row.get(index)"} {
			if got := list.called[i]; got != want {
				t.Errorf("%s called %q, not %q", shape, got, want)
			}
		}
	}
}
