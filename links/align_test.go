package links

import (
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
)

// call, work, leave and exit are statements at an offset; exit is an if that only
// leaves.
func work(at int) language.Statement  { return language.Statement{At: at} }
func leave(at int) language.Statement { return language.Statement{At: at, Leaves: true} }
func exit(at int) language.Statement {
	return language.Statement{Kind: language.Choice, At: at, Inner: []language.Block{{Statements: []language.Statement{leave(at + 1)}}}}
}

func choice(at int, alternatives ...language.Statement) language.Statement {
	s := language.Statement{Kind: language.Choice, At: at}
	for _, a := range alternatives {
		s.Inner = append(s.Inner, language.Block{Statements: []language.Statement{a}})
	}
	return s
}

// A model leaves early exits out. The branch that is meant has an action before
// it, work in its alternatives, and an action behind it.
func TestEarlyExitsDoNotShiftTheRest(t *testing.T) {
	before, after := model.Step{ID: "before", Kind: model.StepInternal}, model.Step{ID: "after", Kind: model.StepInternal}
	branch := model.Step{ID: "branch", Kind: model.StepBranch, Inner: []model.Behaviour{
		{ID: "yes", Steps: []model.Step{{ID: "inYes", Kind: model.StepInternal}}}, {ID: "no", Steps: []model.Step{{ID: "inNo", Kind: model.StepInternal}}},
	}}
	one := model.Step{ID: "branch", Kind: model.StepBranch, Inner: []model.Behaviour{{ID: "yes", Steps: []model.Step{{ID: "inYes", Kind: model.StepInternal}}}, {ID: "no"}}}
	for name, test := range map[string]struct {
		steps      []model.Step
		statements []language.Statement
		yes        int
	}{
		"if and else":             {[]model.Step{before, branch, after}, []language.Statement{exit(10), work(20), choice(30, work(31), work(32)), work(40)}, 31},
		"an if alone":             {[]model.Step{before, one, after}, []language.Statement{exit(10), work(20), choice(30, work(31)), work(40)}, 31},
		"exits all around":        {[]model.Step{before, one, after}, []language.Statement{exit(10), exit(15), work(20), exit(25), choice(30, work(31)), exit(35), work(40)}, 31},
		"an exit that does work":  {[]model.Step{before, one, after}, []language.Statement{choice(10, work(11)), work(20), choice(30, work(31)), work(40)}, 31},
		"nothing stands in front": {[]model.Step{one, after}, []language.Statement{choice(10, work(11)), work(20), exit(30), work(40)}, 11},
	} {
		m := matcher{method: &language.Method{Unit: "U", Class: "U", Name: "m"}, score: 1, missing: map[string]string{}}
		m.behaviour(test.steps, test.statements)
		if i := slices.IndexFunc(m.found, func(f Match) bool { return f.Element == "yes" }); i < 0 || m.found[i].First.Offset != test.yes {
			t.Errorf("%s: %+v", name, m.found)
		}
		for _, s := range test.steps {
			if s.Kind == model.StepInternal && !slices.ContainsFunc(m.found, func(f Match) bool { return f.Element == s.ID }) {
				t.Errorf("%s: %s has no link: %v", name, s.ID, m.missing)
			}
		}
	}
}

func TestWhatFitsTwiceIsNotSure(t *testing.T) {
	branch := model.Step{ID: "branch", Kind: model.StepBranch, Inner: []model.Behaviour{{ID: "yes", Steps: []model.Step{{ID: "in", Kind: model.StepInternal}}}, {ID: "no"}}}
	m := matcher{method: &language.Method{Unit: "U"}, score: 1, missing: map[string]string{}}
	m.behaviour([]model.Step{branch}, []language.Statement{choice(10, work(11)), choice(20, work(21))})
	if len(m.found) == 0 || m.found[0].Confidence > 0.5 || !strings.Contains(m.found[0].Why, "another one fits as well") {
		t.Errorf("%+v", m.found)
	}
}

func TestOverloadsAreToldApartOrAskedAbout(t *testing.T) {
	service := model.Service{SEFF: "s", Name: "store", Component: "Disk", Inputs: []model.Input{{Name: "size", Type: "INT"}}}
	overloads := []language.Method{
		{Unit: "d.Disk", Class: "Disk", Name: "store", Params: []string{"a"}, Types: []string{"String"}},
		{Unit: "d.Disk", Class: "Disk", Name: "store", Params: []string{"a"}, Types: []string{"long"}},
	}
	if best, _, why, _ := bestMethod(services{}, service, overloads); best != &overloads[1] {
		t.Errorf("took %+v: %s", best, why)
	}
	overloads[0].Types[0] = "int"
	if best, _, why, _ := bestMethod(services{}, service, overloads); best != &overloads[0] {
		t.Errorf("took %+v: %s", best, why)
	}
	overloads[0].Types[0], overloads[1].Types[0] = "Integer", "Long"
	best, _, why, rivals := bestMethod(services{}, service, overloads)
	if best != nil || !strings.Contains(why, "2 methods fit equally well") || !slices.Equal(rivals, []string{"d.Disk.store(Integer a)", "d.Disk.store(Long a)"}) {
		t.Errorf("took %+v: %s, %v", best, why, rivals)
	}
}

// services are a model of which only services and their steps matter.
type services struct {
	adapter.Model
	list  []model.Service
	steps map[string][]model.Step
}

func (s services) Services() []model.Service      { return s.list }
func (s services) Steps(seff string) []model.Step { return s.steps[seff] }

func TestAComponentMayBeNamedAfterAPackage(t *testing.T) {
	r := services{list: []model.Service{{SEFF: "s", Name: "next", Component: "sampling"}}}
	methods := []language.Method{
		{Unit: "org.rng.core.Source", Class: "Source", Name: "next", Body: []language.Statement{work(1)}},
		{Unit: "org.rng.sampling.Shuffler", Class: "Shuffler", Name: "next", Body: []language.Statement{work(1)}},
	}
	found, why := matchAll(r, methods)
	if len(found) != 1 || found[0].First.Unit != "org.rng.sampling.Shuffler" {
		t.Errorf("%+v %+v", found, why)
	}
	// A second service of that kind would be another method's: nobody knows whose this one is.
	r.list = append(r.list, model.Service{SEFF: "other", Name: "next", Component: "sampling"})
	if found, why = matchAll(r, methods); len(found) != 0 || len(why) != 2 || !slices.Equal(why["s"].Candidates, []string{"org.rng.sampling.Shuffler.next()"}) {
		t.Errorf("%+v %+v", found, why)
	}
}

func TestOfEqualMethodsTheOneThatHasAllStepsIsTaken(t *testing.T) {
	loop := model.Step{ID: "loop", Kind: model.StepLoop, Inner: []model.Behaviour{{ID: "body", Steps: []model.Step{{ID: "in", Kind: model.StepInternal}}}}}
	r := services{list: []model.Service{{SEFF: "s", Name: "next", Component: "sampling"}}, steps: map[string][]model.Step{"s": {loop}}}
	repeated := language.Statement{Kind: language.Loop, At: 1, Inner: []language.Block{{Statements: []language.Statement{work(2)}}}}
	methods := []language.Method{
		{Unit: "rng.sampling.A", Class: "A", Name: "next", Body: []language.Statement{work(1)}},
		{Unit: "rng.sampling.B", Class: "B", Name: "next", Body: []language.Statement{repeated}},
	}
	found, why := matchAll(r, methods)
	if len(found) == 0 || found[0].First.Unit != "rng.sampling.B" || found[0].Confidence > 0.5 {
		t.Errorf("%+v %+v", found, why)
	}
	methods[0].Body = methods[1].Body
	if found, why = matchAll(r, methods); len(found) != 0 || len(why["s"].Candidates) != 2 {
		t.Errorf("%+v %+v", found, why)
	}
}
