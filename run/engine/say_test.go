package engine

import (
	"strings"
	"testing"

	"beagle/model/adapter"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/run/findings"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

func branchOf(t *testing.T, p *project.Project) *model.Element {
	t.Helper()
	for i := range p.Elements {
		if p.Elements[i].ID == fake.BranchID {
			return &p.Elements[i]
		}
	}
	t.Fatal("the model has no branch")
	return nil
}

func below(limit float64) expression.Node {
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	return expression.Binary{Op: expression.Less, Left: n, Right: expression.Constant(limit)}
}

func TestTheLastGuardIsTakenWhenNoOtherIs(t *testing.T) {
	e := branchOf(t, fake.Project(t))
	tests := map[string]struct {
		branches []blackboard.BranchProposal
		want     string
	}{
		"a gap is closed":           {[]blackboard.BranchProposal{{Guard: below(10)}, {Guard: below(5)}}, "n.VALUE < 10|n.VALUE >= 10"},
		"without a guard is else":   {[]blackboard.BranchProposal{{}, {Guard: below(10)}}, "n.VALUE >= 10|n.VALUE < 10"},
		"probabilities stay theirs": {[]blackboard.BranchProposal{{Probability: 0.25}, {Probability: 0.75}}, "0.25|0.75"},
	}
	for name, test := range tests {
		got, err := (&findings.Sayer{Text: adapter.ExpressionsOf("")}).Say(e, &blackboard.Proposal{Branches: test.branches}, 1, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		var texts []string
		for _, b := range got.Transitions {
			if b.Probability != nil {
				texts = append(texts, expression.String(expression.Constant(*b.Probability)))
				continue
			}
			texts = append(texts, b.Condition)
		}
		if s := strings.Join(texts, "|"); s != test.want {
			t.Errorf("%s: %s, want %s", name, s, test.want)
		}
	}
}

func TestConditionsThatLeaveAGapAreSaid(t *testing.T) {
	for name, test := range map[string]struct {
		conditions []string
		rule       string
	}{
		"gap":           {[]string{"n.VALUE < 10", "n.VALUE > 10"}, "guards-not-exhaustive"},
		"overlap":       {[]string{"n.VALUE < 10", "true"}, "guards-overlap"},
		"complement":    {[]string{"n.VALUE < 10", "NOT (n.VALUE < 10)"}, ""},
		"probabilities": {[]string{"0.5", "0.5"}, ""},
		"unreadable":    {[]string{"n.VALUE <", "true"}, ""},
	} {
		rule := ""
		for _, p := range run.CheckGuards("", test.conditions) {
			rule += p.Rule
		}
		if rule != test.rule {
			t.Errorf("%s: %q, want %q", name, rule, test.rule)
		}
	}
}

// What a write brings about is said; what was wrong before is not said again.
func TestApplySaysWhatAWriteWouldIntroduce(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	edit := []run.ProposedBranch{{ID: "_yes", Condition: "n.VALUE < 10"}, {ID: "_no", Condition: "n.VALUE > 10"}}
	if err := l.Decide(t.Context(), fake.BranchID, run.Decision{Choice: run.Edit, Transitions: edit}); err != nil {
		t.Fatal(err)
	}
	w, err := l.Apply(t.Context(), run.Output{DryRun: true})
	if err != nil || w.File != "" {
		t.Fatalf("%+v %v", w, err)
	}
	if len(w.Problems) != 1 || w.Problems[0].Rule != "guards-not-exhaustive" || !strings.Contains(w.Problems[0].Message, "n.VALUE = 10") {
		t.Errorf("introduced: %v", w.Problems)
	}
}
