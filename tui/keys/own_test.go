package keys

import (
	"strings"
	"testing"
)

func TestAPersonsKeysTakeThePlaceOfTheTables(t *testing.T) {
	restore, err := Rebind(Own{"review": {"accept": {"y", "ctrl+y"}, "copy": {"Y"}}, "wizard-launches": {"delete": {}}})
	if err != nil {
		t.Fatal(err)
	}
	if b, ok := Find([]*Scope{ReviewList}, "y"); !ok || b.Action != Accept || b.Show != "y" {
		t.Errorf("y is %+v", b)
	}
	if b, ok := Find([]*Scope{ReviewList}, "a"); ok {
		t.Errorf("a still is %+v", b)
	}
	if b, ok := Find([]*Scope{Launches}, "d"); ok {
		t.Errorf("d still is %+v", b)
	}
	restore()
	if b, ok := Find([]*Scope{ReviewList}, "a"); !ok || b.Action != Accept {
		t.Errorf("a is %+v after restoring", b)
	}
}

func TestWhatCannotBeBoundIsRefusedInOneSentenceAndChangesNothing(t *testing.T) {
	for says, own := range map[string]Own{
		`there are no keys of "revue"`:                                      {"revue": {"accept": {"y"}}},
		`review has no action "agree"; it has enter, accept, reject`:        {"review": {"agree": {"y"}}},
		`"y" would be both review.accept (accept) and review.copy (copy)`:   {"review": {"accept": {"y"}}},
		`"q" would be both review.accept (accept) and everywhere.leave`:     {"review": {"accept": {"q"}}},
		`"s" would be both wizard-selection.source (source) and lists.down`: {"lists": {"down": {"s"}}},
		`cannot be "ctrl+s": it stops the output`:                           {"review": {"accept": {"ctrl+s"}}},
		`cannot be "ctrl+c": it always leaves`:                              {"review": {"accept": {"ctrl+c"}}},
		`there is no key "pagedown"`:                                        {"lists": {"page-down": {"pagedown"}}},
		`forms.next cannot be "n": it is typed there`:                       {"forms": {"next": {"n"}}},
		`everywhere.help needs a key`:                                       {"everywhere": {"help": {}}},
	} {
		restore, err := Rebind(own)
		restore()
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, not %s", own, err, says)
		}
		if b, ok := Find([]*Scope{ReviewList}, "a"); !ok || b.Action != Accept {
			t.Fatalf("a is %+v after a refusal", b)
		}
	}
}

// What a person writes down are the names of the table; they are unique.
func TestScopesHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Scopes {
		if name := s.Name(); name == "" || seen[name] {
			t.Errorf("%q is called %q, as another one is", s.Title, name)
		}
		seen[s.Name()] = true
	}
}
