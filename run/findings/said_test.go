package findings

import (
	"encoding/json"
	"slices"
	"testing"

	"beagle/blackboard"
	_ "beagle/builtin"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
)

// Who opens an analysis that has ended sees at once what was said; what changed
// since is said anew.
func TestWhatWasSaidIsRemembered(t *testing.T) {
	element := model.Element{ID: "_l", PCMID: "_l", Kind: model.Loop}
	board := blackboard.New([]model.Element{element}, 1, nil)
	propose := func(value float64) {
		c := board.Contribute("test")
		c.Propose(blackboard.Proposal{Element: element.ID, Expression: expression.Constant(value)})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	says := func(f *Findings) (all []string) {
		for _, p := range f.Elements(board.Observations)[0].Proposals {
			all = append(all, p.StoEx)
		}
		return all
	}
	propose(3)
	cfg := run.Config{Model: "m.repository"}
	first := New(cfg, "", board)
	var kept []byte
	first.texts.store = func(all map[model.ElementID][]*text) (err error) {
		kept, err = json.Marshal(all)
		return err
	}
	if err := first.KeepTexts(); err != nil {
		t.Fatal(err)
	}
	var all map[model.ElementID][]*text
	if err := json.Unmarshal(kept, &all); err != nil {
		t.Fatal(err)
	}
	later := New(cfg, "", board)
	usual := later.texts.sayer
	later.texts.sayer = Sayer{} // which cannot say anything
	later.texts.remember(all)
	if got := says(later); !slices.Equal(got, []string{"3"}) {
		t.Errorf("%q of %s", got, kept)
	}
	propose(4)
	later.texts.sayer = usual
	if got := says(later); !slices.Equal(got, []string{"3", "4"}) {
		t.Errorf("%q after another proposal", got)
	}
}
