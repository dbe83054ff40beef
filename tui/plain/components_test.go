package plain

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"beagle/extract"
	"beagle/extract/rules"
)

func shop() *extract.Division {
	return &extract.Division{
		Rule: rules.ByClasses, Circles: 2,
		Components: []extract.Part{
			{Name: "Desk", Classes: []extract.Class{{Name: "shop.Desk"}}, Services: 1, Entered: 1, Offers: []extract.Offer{{Name: "shop.Desk.sell", Entered: true}, {Name: "shop.Desk.count"}}},
			{Name: "Stock", Classes: []extract.Class{{Name: "shop.Stock"}}, Services: 1},
		},
		Bindings: []extract.Binding{{For: "Ledger", Taken: "Paper", All: []string{"Paper", "Disk"}}},
	}
}

func TestComponentsAreQuestionsAndAnswers(t *testing.T) {
	var asked []rules.Choices
	divide := func(_ context.Context, c rules.Choices) (*extract.Division, error) {
		asked = append(asked, c)
		if c.By == "nonsense" {
			return nil, errors.New("that is no rule")
		}
		d := shop()
		d.Choices = c
		return d, nil
	}
	var chosen rules.Choices
	answers := []string{"r", "cycles", "r", "nonsense", "b", "1", "e", "1", "1", "e", "1", "2", "m", "1 7", "m", "1", "m", "2, 1", "n", "2", "Store", "x", "9", "t"}
	said, err := talk(strings.Join(answers, "\n")+"\n", func(talk *Talk) (err error) {
		var taken bool
		chosen, taken, err = talk.Components(t.Context(), shop(), divide)
		if !taken {
			t.Error("they were not taken")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	hears(t, said, "2 components by the rule classes.", "2 calls in circles are left out; the rule cycles leaves none out.", "1: Desk, 1 class, 1 service, of which 1 entered from outside",
		"Binding 1: behind Ledger stands Paper, of Paper, Disk", "That cannot be: that is no rule.", "2: shop.Desk.count, not entered from outside",
		"it is entered by the start of the program", `"7" is no number of a component`, "name two components or more", `"9" is no number from 1 to 2`)
	if asked[0].By != rules.ByCycles || asked[2].Bind["Ledger"] != "Disk" || !slices.Contains(asked[3].Services, "shop.Desk.count") {
		t.Errorf("asked for %+v", asked)
	}
	if !slices.Equal(chosen.Components["Store"], []string{"shop.Stock"}) || !slices.Equal(asked[4].Components["Stock"], []string{"shop.Stock", "shop.Desk"}) {
		t.Errorf("chosen are %+v after %+v", chosen, asked)
	}
}

func TestComponentsCanBeLeftWithoutTakingThem(t *testing.T) {
	_, err := talk("q\n", func(talk *Talk) error {
		_, taken, err := talk.Components(t.Context(), shop(), nil)
		if taken {
			t.Error("they were taken")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := talk("r\n", func(talk *Talk) error {
		_, _, err := talk.Components(t.Context(), shop(), nil)
		return err
	}); !errors.Is(err, ErrNobody) {
		t.Errorf("the end of the input is %v", err)
	}
}
