package prepare

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"beagle/extract/launches"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
	"beagle/run/project"
)

// A model with more demands than manyDemands is not measured whole: most of a large library
// takes next to no time, and its probes cost more than it does. Measured are the services that
// take most of the time, until they are mostTime of it or hold mostMeasurable demands that ran.
// Launches are made that spend leastOfTime in them at the least.
const (
	manyDemands    = 1000
	mostMeasurable = 150
	mostTime       = 0.95
	leastOfTime    = 0.02
)

// narrow has only those services of a large model measured that take most of the time, as the
// launches show that are kept, and gives those of the launches that are worth it for these.
func (t *trial) narrow(ctx context.Context, kept []project.Tried) ([]project.Tried, error) {
	prepared, err := project.Prepare(*t.cfg)
	if err != nil {
		return kept, err
	}
	demands := map[model.ElementID]string{} // their services
	for i := range prepared.Chosen {
		if e := &prepared.Chosen[i]; e.Kind == model.InternalAction {
			demands[e.ID] = e.SEFF
		}
	}
	if len(demands) <= manyDemands {
		return kept, nil
	}
	t.Say("The model has %s: each launch once more, to see which services take the time", quantity.Plural(len(demands), "demand", "demands"))
	var proposed []measure.Launch
	for _, one := range kept {
		proposed = append(proposed, one.Launch)
	}
	busy := 1.0
	if t.busy != nil {
		busy = t.busy()
	}
	again, err := project.Trial(ctx, *t.cfg, proposed, project.Trials{
		Within: func(measure.Launch) time.Duration { return time.Duration(busy * float64(trialWithin)) },
		As:     launches.Once, Say: t.trying, After: func(project.Tried) []measure.Launch { return nil },
	})
	if err != nil {
		return kept, err
	}
	chosen := largest(again, demands)
	if len(chosen.services) == 0 {
		return kept, nil
	}
	t.cfg.Select.Services = chosen.services
	t.Say("Measured are the %s that took %s of that time, with %s; what others do counts as nothing: select in beagle.yaml says which",
		quantity.Plural(len(chosen.services), "service", "services"), quantity.Percent(chosen.share), quantity.Plural(chosen.demands, "demand that ran", "demands that ran"))
	var out []string
	for i, one := range again {
		if chosen.in(one) < leastOfTime*float64(chosen.spent) {
			out = append(out, kept[i].Launch.Name)
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

// some are the first of some names, and how many more there are.
func some(names []string) string {
	if len(names) <= mostTold {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:mostTold], ", "), len(names)-mostTold)
}

// largestServices are those of a program that take most of its time.
type largestServices struct {
	services []string      // SEFFs, the largest first
	spent    time.Duration // in them
	share    float64       // of the time of all services
	demands  int           // of theirs that ran
}

// in is the time that a launch spent in them.
func (l *largestServices) in(one project.Tried) float64 {
	sum := time.Duration(0)
	for _, seff := range l.services {
		sum += one.Spent[seff]
	}
	return float64(sum)
}

// largest are the services that launches spent most of their time in.
func largest(tried []project.Tried, demands map[model.ElementID]string) (chosen largestServices) {
	spent, ran := map[string]time.Duration{}, map[model.ElementID]bool{}
	all := time.Duration(0)
	for _, one := range tried {
		for seff, took := range one.Spent {
			spent[seff] += took
			all += took
		}
		for id := range one.When {
			ran[id] = true
		}
	}
	of := map[string]int{}
	for id := range ran {
		if seff, demand := demands[id]; demand {
			of[seff]++
		}
	}
	order := slices.SortedFunc(maps.Keys(spent), func(a, b string) int {
		return cmp.Or(cmp.Compare(spent[b], spent[a]), cmp.Compare(a, b))
	})
	for _, seff := range order {
		if float64(chosen.spent) >= mostTime*float64(all) || chosen.demands >= mostMeasurable {
			break
		}
		chosen.services = append(chosen.services, seff)
		chosen.spent += spent[seff]
		chosen.demands += of[seff]
	}
	if all > 0 {
		chosen.share = float64(chosen.spent) / float64(all)
	}
	return chosen
}
