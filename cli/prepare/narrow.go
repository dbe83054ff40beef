package prepare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"beagle/extract"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/run/findings"
	"beagle/run/project"
)

// A model with more demands than manyDemands is not measured whole: most of a large library
// takes next to no time, and its probes cost more than it does. Measured are the demands that
// take most of the time of all launches, and of each by itself, until they are mostTime of it or mostMeasurable, with the loops and branches of
// their services. Launches are made that spend leastOfTime of their own in them at the least.
const (
	manyDemands    = 1000
	mostMeasurable = 150
	mostOfAll      = 100 // that are chosen by the time of all launches together
	mostTime       = 0.95
	leastOfTime    = 0.02
)

// narrow has only those demands of a large model measured that take most of the time, as the
// trial of the launches showed that are kept, and gives those of the launches that are worth it
// for these. Nothing is launched for that: demands that only the trial's corrections made have the time of those that they replace.
func (t *trial) narrow(kept []project.Tried) ([]project.Tried, error) {
	prepared, err := project.Prepare(*t.cfg)
	if err != nil {
		return kept, err
	}
	demands := 0
	for i := range prepared.Chosen {
		if prepared.Chosen[i].Kind == model.InternalAction {
			demands++
		}
	}
	if demands <= manyDemands {
		return kept, nil
	}
	tried := moved(kept, prepared.Chosen, t.judging, t.same)
	chosen := largest(tried, prepared.Chosen)
	if len(chosen.demands) == 0 {
		return kept, nil
	}
	t.cfg.Select.Elements = chosen.elements()
	t.Say("The model has %s. Measured are the %d that took %s of the time of all in the trial, and the loops and branches of their services; the others keep what later executions took in the trial on average: select in beagle.yaml says which",
		quantity.Plural(int64(demands), "demand", "demands"), len(chosen.demands), quantity.Percent(chosen.share))
	var out []string
	for _, one := range tried {
		if float64(chosen.in(one)) <= leastOfTime*float64(spentIn(one)) {
			out = append(out, one.Launch.Name)
		}
	}
	if len(out) == len(kept) {
		return kept, nil
	}
	if len(out) > 0 {
		t.Say("Not measured, since they spend next to no time in these: %s", some(out))
	}
	return slices.DeleteFunc(kept, func(one project.Tried) bool { return slices.Contains(out, one.Launch.Name) }), nil
}

// action is the id of the action that a demand is of.
func action(id model.ElementID) string {
	name, _, _ := strings.Cut(string(id), "#")
	return name
}

// unchanged are the actions that stand for the same statements in two extractions of the same sources. An action whose call
// turned out to stay in the component goes on behind it, under the same id.
func unchanged(before, now *extract.Result) map[string]bool {
	was := map[string]structure.Link{}
	before.Model.Walk(func(_ *structure.Service, step *structure.Step) {
		if step.Link != nil {
			was[step.ID] = *step.Link
		}
	})
	same := map[string]bool{}
	now.Model.Walk(func(_ *structure.Service, step *structure.Step) {
		link, there := was[step.ID]
		same[step.ID] = there && step.Link != nil && *step.Link == link
	})
	return same
}

// moved has the time that launches spent in demands which the trial's corrections replaced spent in what is new, or goes on further, in the same
// service, evenly: which of these takes it nobody knows yet, and that of a service whose calls turned out to
// stay in the component may be most of a program's.
func moved(kept []project.Tried, elements []model.Element, before *extract.Result, same map[string]bool) []project.Tried {
	seff := map[string]string{} // of each action that was tried
	before.Model.Walk(func(s *structure.Service, step *structure.Step) { seff[step.ID] = s.ID })
	stays, fresh := map[string]bool{}, map[string][]model.ElementID{}
	for i := range elements {
		if e := &elements[i]; e.Kind == model.InternalAction {
			if stays[action(e.ID)] = same[action(e.ID)]; !same[action(e.ID)] {
				fresh[e.SEFF] = append(fresh[e.SEFF], e.ID)
			}
		}
	}
	kept = slices.Clone(kept)
	for i := range kept {
		spent := map[model.ElementID]time.Duration{}
		for id, took := range kept[i].Spent {
			heirs := fresh[seff[action(id)]]
			if stays[action(id)] || len(heirs) == 0 {
				heirs = []model.ElementID{id}
			}
			for _, heir := range heirs {
				spent[heir] += took / time.Duration(len(heirs))
			}
		}
		kept[i].Spent = spent
	}
	return kept
}

// some are the first of some names, and how many more there are.
func some(names []string) string {
	if len(names) <= mostTold {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:mostTold], ", "), len(names)-mostTold)
}

// largestDemands are those of a program that take most of its time.
type largestDemands struct {
	demands []model.ElementID // the largest of all first, then those of single launches
	beside  []model.ElementID // loops and branches of their services that ran
	spent   time.Duration     // in the demands
	share   float64           // of the time of all
}

// elements are the ids of all.
func (l *largestDemands) elements() (all []string) {
	for _, id := range slices.Concat(l.demands, l.beside) {
		all = append(all, string(id))
	}
	return all
}

// spentIn is the time that a launch spent in demands.
func spentIn(one project.Tried) (sum time.Duration) {
	for _, took := range one.Spent {
		sum += took
	}
	return sum
}

// in is the time that a launch spent in them.
func (l *largestDemands) in(one project.Tried) (sum time.Duration) {
	for _, id := range l.demands {
		sum += one.Spent[id]
	}
	return sum
}

// largest are the demands, among elements, that launches spent most of their time in: first those of all time, then of each launch
// those that take most of its own, since a test that takes a minute must not hide what all others do.
func largest(kept []project.Tried, elements []model.Element) (chosen largestDemands) {
	total := project.Tried{Spent: map[model.ElementID]time.Duration{}}
	share, ran := map[model.ElementID]float64{}, map[model.ElementID]bool{} // the largest share of a launch's time
	for _, one := range kept {
		whole := spentIn(one)
		for id, took := range one.Spent {
			if total.Spent[id] += took; took > 0 {
				share[id] = max(share[id], took.Seconds()/whole.Seconds())
			}
		}
		for id := range one.When {
			ran[id] = true
		}
	}
	var order []*model.Element
	for i := range elements {
		if e := &elements[i]; e.Kind == model.InternalAction && total.Spent[e.ID] > 0 {
			order = append(order, e)
		}
	}
	slices.SortStableFunc(order, func(a, b *model.Element) int { return cmp.Compare(total.Spent[b.ID], total.Spent[a.ID]) })
	chosen.most(order, []project.Tried{total}, mostOfAll)
	slices.SortStableFunc(order, func(a, b *model.Element) int { return cmp.Compare(share[b.ID], share[a.ID]) })
	chosen.most(order, kept, mostMeasurable)
	services := map[string]bool{}
	for _, e := range order {
		if slices.Contains(chosen.demands, e.ID) {
			services[e.SEFF] = true
		}
	}
	for i := range elements {
		if e := &elements[i]; e.Kind != model.InternalAction && services[e.SEFF] && ran[e.ID] {
			chosen.beside = append(chosen.beside, e.ID)
		}
	}
	if chosen.spent = chosen.in(total); chosen.spent > 0 {
		chosen.share = chosen.spent.Seconds() / spentIn(total).Seconds()
	}
	return chosen
}

// most adds demands in their order until they are mostTime of each launch, or so many.
func (l *largestDemands) most(order []*model.Element, launches []project.Tried, bound int) {
	open := make([]float64, len(launches)) // seconds of each that are still to be found
	for i, one := range launches {
		open[i] = mostTime*spentIn(one).Seconds() - l.in(one).Seconds()
	}
	for _, e := range order {
		if len(l.demands) == bound {
			return
		}
		adds := false
		for i, one := range launches {
			adds = adds || open[i] > 0 && one.Spent[e.ID] > 0
		}
		if !adds || slices.Contains(l.demands, e.ID) {
			continue
		}
		l.demands = append(l.demands, e.ID)
		for i, one := range launches {
			open[i] -= one.Spent[e.ID].Seconds()
		}
	}
}

// trialMeans gives the demands of an extracted model what they took on average when launches
// were tried, where measured means are wanted: what nobody measures or learns would be taken for nothing.
func (t *trial) trialMeans(tried []project.Tried) error {
	if t.judging == nil || t.cfg.Quality.Write != run.WriteMeans {
		return nil
	}
	means := project.Means(tried)
	maps.DeleteFunc(means, func(id model.ElementID, _ run.MeasuredMean) bool { return !t.same[action(id)] })
	n, err := findings.WriteMeans(*t.cfg, means)
	if n > 0 {
		t.Say("Until they are measured, %s what later executions took in the trial on average", quantity.Plural(int64(n), "demand has", "demands have"))
	}
	return err
}
