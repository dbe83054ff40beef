package prepare

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"beagle/extract"
	"beagle/extract/launches"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/run"
	"beagle/run/project"
)

func (t *trial) keep(ctx context.Context, tried []project.Tried) error {
	kept := t.needed(t.tried.kept(tried))
	for i := range kept {
		t.without(&kept[i])
	}
	t.cfg.Launch = launchesOf(kept)
	if len(kept) == 0 {
		return nil
	}
	if t.judging != nil {
		var did []extract.Launched
		for _, one := range kept {
			did = append(did, extract.Launched{Name: one.Launch.Name, Did: one.Did, Workload: one.Launch.Workload})
		}
		if err := judged(ctx, t, t.tried.evidence(tried), did); err != nil {
			return err
		}
	}
	if t.ways.own {
		return nil
	}
	if t.judged != nil {
		if t.instead { // these are drivers, too
			kept = nil
		}
		kept = t.withDrivers(kept)
		t.cfg.Launch = launchesOf(kept)
	}
	t.standIns()
	took := time.Duration(0) // of all, once
	for _, one := range kept {
		took += one.Took + launches.More(&one.Launch)
	}
	n := repeats(took)
	for i := range t.cfg.Launch {
		t.cfg.Launch[i].Repeat = n
	}
	t.Say("Each is launched %d times a pass, which takes %s: repeat in beagle.yaml says how often", n, quantity.Seconds(float64(n)*took.Seconds()))
	t.limits(time.Duration(n) * took)
	return nil
}

func (t *trial) limits(pass time.Duration) {
	if t.cfg.Timeout.Kind != "" && t.cfg.Timeout.Kind != "adaptive" {
		return
	}
	limit := measuringWithin(pass)
	t.cfg.Timeout = run.Timeout{Kind: "constant", Limit: run.Duration(limit)}
	if t.limit > 0 {
		t.Say("Measuring ends after %s with what there is, as --set timeout.limit says; without it after %s: timeout in beagle.yaml", quantity.Seconds(t.limit.Seconds()), quantity.Seconds(limit.Seconds()))
	} else {
		t.Say("Measuring ends after %s with what there is, unless --set timeout.limit=... is given: timeout in beagle.yaml", quantity.Seconds(limit.Seconds()))
	}
	t.Say("In another terminal \"beagle attach\" shows what is learnt meanwhile, and \"beagle enough --force\" ends measuring sooner, and learns from the measurements until then")
}

func (t *trial) without(one *project.Tried) {
	if t.ways.own || len(one.Without) == 0 {
		return
	}
	vary := maps.Clone(one.Launch.Vary)
	for name, values := range vary {
		if len(values) > 2 && values[0] == one.Without[name] {
			vary[name] = values[1:]
		}
	}
	one.Launch.Vary = vary
}

func launchesOf(tried []project.Tried) (all []measure.Launch) {
	for _, one := range tried {
		all = append(all, one.Launch)
	}
	return all
}

// repeats is how often each launch is made where all of them take so long once. What a
// compiler decides, it decides once a launch: of two launches next to nothing can be said of
// the next one, and one judges nothing, however many executions it holds.
func repeats(took time.Duration) int {
	switch {
	case took > 4*time.Minute:
		return 2
	case took > 45*time.Second:
		return 3
	}
	return 5
}

// Measuring a program that nobody knows ends by itself, and after two whole passes in any case: the first one teaches,
// the second one has room for what it asks for. Small programs have leastMeasured, so that passes for nested demands
// end by themselves; nobody waits longer than mostMeasured unasked.
const (
	leastMeasured = 5 * time.Minute
	mostMeasured  = 40 * time.Minute
	passes        = 2
)

func measuringWithin(pass time.Duration) time.Duration {
	return max(leastMeasured, min(passes*pass, mostMeasured)).Round(time.Minute)
}

// Launches that all together take no longer than longKept stay.
const longKept = 45 * time.Second

func (t *trial) needed(kept []project.Tried) []project.Tried {
	took := time.Duration(0)
	for _, one := range kept {
		took += one.Took
	}
	if t.ways.own || took <= longKept {
		return kept
	}
	kept = slices.Clone(kept)
	var out []string
	for i := len(kept) - 1; i >= 0; i-- {
		if t.ways.tests(kept[i].Launch.Name) && onlyBeside(kept, i) {
			out = append(out, kept[i].Launch.Name)
			kept = slices.Delete(kept, i, i+1)
		}
	}
	if len(out) > 0 {
		t.Say("Not measured, since the others reach all of that, too: %s", strings.Join(out, ", "))
	}
	return kept
}

func onlyBeside(all []project.Tried, i int) bool {
	for id := range all[i].Elements {
		others := slices.ContainsFunc(all, func(one project.Tried) bool { return one.Elements[id] && one.Launch.Name != all[i].Launch.Name })
		if !others {
			return false
		}
	}
	return true
}

type round struct {
	ways *ways
	left []string // launches that were not tried
	idle []string // those that are left out, and why
}

func newRound(w *ways) round { return round{ways: w} }

func (r *round) kept(tried []project.Tried) []project.Tried {
	return slices.DeleteFunc(slices.Clone(tried), func(one project.Tried) bool { return !r.good(one) && !r.ways.own })
}

func (r *round) evidence(tried []project.Tried) (did []extract.Launched) {
	for _, one := range tried {
		if r.good(one) || r.ways.own || one.TooLong && one.Failed == "" && one.Reached() > 0 && r.ways.tests(one.Launch.Name) {
			did = append(did, extract.Launched{Name: one.Launch.Name, Did: one.Did, Workload: one.Launch.Workload})
		}
	}
	return did
}
