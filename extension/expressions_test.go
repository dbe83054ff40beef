package extension

import (
	"strings"
	"testing"

	"beagle/extension/wire"
	"beagle/model"
	"beagle/model/expression"
)

func ofKind(kind model.Kind) scope {
	e := &model.Element{Kind: kind}
	if kind == model.Branch {
		e.Branches = make([]model.Option, 2)
	}
	return scope{e, []model.Column{
		{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number, Num: []float64{1}},
		{Variable: model.Variable{Name: "file1e05", Char: model.ByteSize}, Kind: model.Number, Num: []float64{1}},
		{Variable: model.Variable{Name: "type", Char: model.ValueOf}, Kind: model.Text, Num: []float64{0}, Levels: []string{"a"}},
	}}
}

func TestExpressionsAreReadAsTheyAreMeant(t *testing.T) {
	for text, want := range map[string]string{
		"1e-05 + 2.50e+06 * n.VALUE":    "1e-05 + 2500000 * n.VALUE",
		"3e07 * file1e05.BYTESIZE":      "30000000 * file1e05.BYTESIZE",
		`type.VALUE == "1e-05" ? 1 : 2`: `type.VALUE == "1e-05" ? 1 : 2`,
	} {
		n, err := ofKind(model.Loop).node(text)
		if err != nil || expression.String(n) != want {
			t.Errorf("%s is read as %v, %v", text, n, err)
		}
	}
}

func TestWhatIsNotOfTheLanguageIsSaid(t *testing.T) {
	half, much := 0.5, 0.9
	for want, c := range map[string]struct {
		kind model.Kind
		wire.Proposal
	}{
		"uses the variable m.VALUE; there are n.VALUE": {model.Loop, wire.Proposal{Expression: "2 * m.VALUE"}},
		"is no StoEx":                         {model.Loop, wire.Proposal{Expression: "n.VALUE ** 2"}},
		"has 20001 bytes":                     {model.Loop, wire.Proposal{Expression: strings.Repeat(" ", 20_000) + "1"}},
		"cannot be learnt":                    {model.Loop, wire.Proposal{Expression: "Norm(1.0, 2.0)"}},
		"is no branch":                        {model.Loop, wire.Proposal{Branches: []wire.Transition{{}, {}}}},
		"has an expression":                   {model.Branch, wire.Proposal{Expression: "1"}},
		"has 1 transitions; the branch has 2": {model.Branch, wire.Proposal{Branches: []wire.Transition{{Guard: "true"}}}},
		"sum to 1.4":                          {model.Branch, wire.Proposal{Branches: []wire.Transition{{Probability: &half}, {Probability: &much}}}},
		"mixes":                               {model.Branch, wire.Proposal{Branches: []wire.Transition{{Probability: &half}, {Guard: "n.VALUE > 3"}}}},
		"without a guard or a probability":    {model.Branch, wire.Proposal{Branches: []wire.Transition{{}, {Guard: "n.VALUE > 3"}}}},
	} {
		s := ofKind(c.kind)
		if _, err := s.proposal(&c.Proposal); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}
