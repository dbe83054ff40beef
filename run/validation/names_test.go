package validation

import (
	"testing"

	"beagle/model"
)

func TestServicesOfOneNameAreToldApart(t *testing.T) {
	in := func(unit string) []model.Section { return []model.Section{{Unit: unit}} }
	names := namesOf([]model.Element{
		{PCMID: "1", Name: "compute", Component: "trie", Service: "parse", SEFF: "a", Sections: in("demo.Trie"), Inputs: []model.Input{{Name: "text"}}},
		{PCMID: "2", Name: "compute", Component: "trie", Service: "parse", SEFF: "b", Sections: in("demo.Other"), Inputs: []model.Input{{Name: "text"}, {Name: "most"}}},
		{PCMID: "3", Name: "find", Component: "trie", Service: "find", SEFF: "c", Sections: in("demo.Trie")},
		{PCMID: "4", Name: "look", Component: "trie", Service: "find", SEFF: "c", Sections: in("demo.Trie")},
	})
	for id, want := range map[string]string{"a": "trie.parse(text) of Trie", "b": "trie.parse(text, most) of Other", "c": "trie.find", "1": "compute"} {
		if names[id] != want {
			t.Errorf("%s is %q, not %q", id, names[id], want)
		}
	}
}
