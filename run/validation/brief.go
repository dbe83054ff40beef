package validation

import "slices"

// Probes cost what they do in a loop of themselves; in a program their code and what they write have
// left the caches, and they cost up to some times as much. Of a service that takes hardly longer than
// the probes inside it, what is left after subtracting says little: a method that returns a field "takes"
// 150 ns on the clock. Its actions are timed without that, by their own probes. So what judges such a service
// is what its actions took, and those of the services that it calls.
//
// How much they cost in one execution is seen where they read what it was called with: that is measured. A builder's method
// that a test calls once takes ten microseconds, in which probes read an enumeration and note that it
// began and ended; compiled and in the caches all of that takes a tenth of one.

const (
	// mostProbes is the share of a typical execution from which it counts as brief: where probes cost
	// twice what is known of them, a third of what is left would be theirs.
	mostProbes = 0.25
	// readingTakes is how many times as long as a section's own probe reading one value takes at most where
	// probes are compiled and in the caches; so does any other probe.
	readingTakes = 10
	// mostCold is how many times as long as is known probes take at most, however long reading takes, since that may come to
	// classes that are not loaded: a section around one comparison, which takes 7 ns warm, recorded 0.2 to 0.5 us in the
	// coldest executions of a map's tests, where its own probe takes 20 ns.
	mostCold = 25
	// mostOwn is the share of what actions took, in a typical execution, from which that may as well be what cold
	// probes add to each of them.
	mostOwn = 0.5
)

// coldness is how many times as long as is known of them probes took in an execution, by how long they read its
// parameters; false: they read none, or such as take as long as they are large. unit is what a section's own probe takes.
func (e *execution) coldness(unit float64) (times float64, known bool) {
	if e.values == 0 || e.deep || !(unit > 0) {
		return 1, false
	}
	return min(mostCold, max(1, e.reading/(float64(e.values)*readingTakes*unit))), true
}

// estimated is what is taken to be probes' because that is what they cost in a loop, in seconds. The clock told the rest, which
// takes no longer than it took: one that reads the thread's CPU time takes 0.1 ms where it is called for the first time.
func (e *execution) estimated(unit float64) float64 {
	return min(e.probes, (e.timed+float64(e.values)+2)*readingTakes*unit)
}

// coldnesses is what is typical of each launch, or of all where a pass reads no parameters, for services without
// these; where hardly any execution tells, 1.
func coldnesses(all []*collected, unit float64) func(*execution) float64 {
	told, typical, everywhere := map[int32][]weighted{}, map[int32]float64{}, []weighted(nil)
	for _, c := range all {
		for _, e := range c.list {
			if times, known := e.coldness(unit); known {
				told[e.launch] = append(told[e.launch], weighted{times, e.weight})
				everywhere = append(everywhere, weighted{times, e.weight})
			}
		}
	}
	for launch, of := range told {
		if len(of) >= fewCalls {
			typical[launch] = quantile(of, 0.5)
		}
	}
	usual := 1.0
	if len(everywhere) >= fewCalls {
		usual = quantile(everywhere, 0.5)
	}
	return func(e *execution) float64 {
		if times, known := e.coldness(unit); known {
			return times
		}
		if times, known := typical[e.launch]; known {
			return times
		}
		return usual
	}
}

// briefly is which services take hardly longer than the probes inside them, and of which of these nobody knows
// what their actions take, either.
type briefly struct{ brief, unknown map[string]bool }

// judgeByActions has the actions of brief services judge these, in launches that time all of them, and
// tells which services they are. The others of what was collected are left. unit is what a section's own probe takes.
func judgeByActions(all []*collected, kinds map[int32]int, unit float64) (left []*collected, is briefly) {
	probes, own := map[string][]weighted{}, map[string][]weighted{} // shares
	coldness := coldnesses(all, unit)
	for _, c := range all {
		for _, e := range c.list {
			cold := coldness(e)
			if busy := e.took + e.probes; busy > 0 {
				probes[c.seff] = append(probes[c.seff], weighted{min(1, (e.probes+(cold-1)*e.estimated(unit))/busy), e.weight})
			}
			if e.inner > 0 {
				own[c.seff] = append(own[c.seff], weighted{min(1, (cold-1)*unit*e.timed/e.inner), e.weight})
			}
		}
	}
	is = briefly{map[string]bool{}, map[string]bool{}}
	for seff, of := range probes {
		is.brief[seff] = quantile(of, 0.5) > mostProbes
		is.unknown[seff] = is.brief[seff] && len(own[seff]) > 0 && quantile(own[seff], 0.5) > mostOwn
	}
	for _, c := range all {
		for _, e := range c.list {
			e.byActions(is.brief)
		}
	}
	full := whole(all, kinds)
	left = slices.DeleteFunc(all, func(c *collected) bool { return is.brief[c.seff] && !full[c] })
	return left, is
}

// leaveDisturbed leaves out executions that take hardly longer than their probes, of services that other launches drive:
// those say what calls take that no probe disturbs.
func (v *validator) leaveDisturbed(all []*collected) []*collected {
	launches := v.at.Configured(v.launches())
	driven := map[string]bool{}
	for _, l := range launches {
		driven[l.Drives] = true
	}
	return slices.DeleteFunc(all, func(c *collected) bool {
		if !driven[c.seff] || launches[c.launch].Drives == c.seff {
			return false
		}
		var shares []weighted
		for _, e := range c.list {
			if busy := e.took + e.probes; busy > 0 {
				shares = append(shares, weighted{e.probes / busy, e.weight})
			}
		}
		return len(shares) > 0 && quantile(shares, 0.5) > mostProbes
	})
}

func (e *execution) byActions(brief map[string]bool) {
	for i := range e.parts {
		if p := &e.parts[i]; p.call && brief[p.id] && p.seconds > 0 {
			inside := p.inside / p.seconds
			e.covered -= (1 - inside) * (p.seconds - p.inner)
			p.seconds, p.inside = p.inner, inside*p.inner
		}
	}
	if brief[e.seff] {
		e.took, e.covered, e.gaps = e.inner, e.inner, nil
	}
}
