// Package campaign conducts measuring: the measurement controller of the design document. It has a measurement tool
// carry out the launches for what is to be measured, contributes what was observed, and chooses further launches
// while they pay: to narrow the intervals of demands, to time demands without the probes inside them, and to answer
// what the judge asked.
package campaign

import (
	"fmt"
	"math"
	"slices"
	"time"

	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
	"beagle/statistics/launches"
)

// Campaign says how often launches are repeated.
type Campaign struct {
	Precision float64       // relative half width of the 95 % interval that is enough; 0: whatever it is
	Budget    time.Duration // that the launches beyond the configured ones may take
	Launches  int           // most launches of one configuration; 0: no limit
}

// worthwhile is the least by which the launches that the budget still allows must narrow an interval.
const worthwhile = 0.1

// fewest is how many launches a demand is known from at the least, however well they agree.
const fewest = 5

// kindsMatter is the precision below which it matters that all launches may be of one kind.
const kindsMatter = 0.2

// Known reports whether launches say enough of a demand.
func Known(s launches.Scatter, precision float64) bool {
	return s.HalfWidth <= precision && (s.Launches >= fewest || precision >= kindsMatter)
}

// AtLeast says in words from how many launches demands have to be known, to go behind a precision; empty: it does not
// matter.
func AtLeast(precision float64) string {
	if precision >= kindsMatter {
		return ""
	}
	return fmt.Sprintf(" from %d+ launches", fewest) // short: the dashboard says it within 80 columns
}

// More chooses the launches of the next round and has the elements measured again.
func (c *Controller) More(view blackboard.MeasurementView) (why string, err error) {
	at, err := StateIn(view)
	if err != nil || at.Over || at.Number == 0 || len(view.ToMeasure()) > 0 {
		return "", err
	}
	choice := chooser{c.Campaign, &at, at.plan(c.Launches), view}
	ids, places, why := choice.narrow()
	if len(places) == 0 {
		return "", nil
	}
	at.begin(at.Order, places)
	at.Round++
	at.Chosen, at.Planned = true, len(places)
	view.Measure(ids...)
	return why, at.Keep(view)
}

type chooser struct {
	Campaign
	at   *State
	plan []measure.Launch
	view blackboard.MeasurementView
}

type need struct {
	name  string
	half  float64  // NaN: unknown
	few   int      // launches of each configuration that are missing to the fewest
	made  int      // launches of each configuration that reaches it, on average
	names []string // of these configurations
}

func (c *chooser) narrow() (ids []model.ElementID, places []int, why string) {
	if c.Precision <= 0 {
		return nil, nil, ""
	}
	var needs []need
	for _, e := range c.view.Elements() {
		if why, _ := measure.Immeasurable(&e); why != "" {
			continue
		}
		ids = append(ids, e.ID)
		if n, ok := c.lacks(&e); ok {
			needs = append(needs, n)
		}
	}
	if places = c.allot(needs); len(places) == 0 {
		return nil, nil, ""
	}
	return ids, places, c.because(needs, len(places))
}

func (c *chooser) lacks(e *model.Element) (n need, ok bool) {
	timing := c.at.Timing[e.ID]
	if !e.Kind.Noisy() || timing.Unresolved() {
		return n, false
	}
	table := c.view.Table(e.ID)
	_, s := launches.Level(table)
	if s.Launches == 0 || Known(s, c.Precision) {
		return n, false
	}
	n = need{name: e.Name, half: s.HalfWidth}
	for _, l := range slices.Compact(slices.Clone(table.Launch)) {
		place, made := c.at.Made[l]
		if made && place < len(c.plan) && !slices.Contains(n.names, c.plan[place].Name) {
			n.names = append(n.names, c.plan[place].Name)
		}
	}
	each := max(1, len(n.names))
	n.made = max(1, s.Launches/each)
	if c.Precision < kindsMatter {
		n.few = (max(0, fewest-s.Launches) + each - 1) / each
	}
	return n, len(n.names) > 0
}

// allot spreads launches over the configurations that needs are reached by.
func (c *chooser) allot(needs []need) (places []int) {
	left := c.Budget - c.at.Extra
	wanted := map[string]int{}
	for _, n := range needs {
		made, cycle := n.made, time.Duration(0)
		for _, name := range n.names {
			cycle += c.at.Took[name]
		}
		affordable := math.MaxInt
		if cycle > 0 {
			affordable = max(0, int(left/cycle))
		}
		if c.Launches > 0 {
			affordable = min(affordable, c.Launches-made)
		}
		if affordable <= 0 || n.few == 0 && !math.IsNaN(n.half) && math.Sqrt(float64(made)/float64(made+affordable)) > 1-worthwhile {
			continue
		}
		more := max(1, n.few)
		if ratio := n.half / c.Precision; !math.IsNaN(ratio) {
			// Half of what seems to be lacking: Student's quantile falls, too.
			more = max(n.few, int(math.Ceil(min(float64(made)*(ratio*ratio-1)/2, float64(made)))))
		}
		for _, name := range n.names {
			wanted[name] = max(wanted[name], min(more, affordable))
		}
	}
	for spent, again := time.Duration(0), true; again; {
		again = false
		for i := range c.plan {
			name := c.plan[i].Name
			if wanted[name] == 0 || slices.IndexFunc(c.plan, func(l measure.Launch) bool { return l.Name == name }) != i {
				continue
			}
			wanted[name]--
			if took := c.at.Took[name]; spent+took <= left {
				spent += took
				places = append(places, i)
				again = true
			}
		}
	}
	return places
}

func (c *chooser) because(needs []need, launches int) string {
	worst, unknown := needs[0], 0
	for _, n := range needs {
		if math.IsNaN(n.half) {
			unknown++
		} else if !(n.half <= worst.half) {
			worst = n
		}
	}
	known := fmt.Sprintf("at worst to ±%.0f %% (%s)", 100*worst.half, worst.name)
	switch {
	case unknown == len(needs):
		known = "from one launch"
	case unknown == 0 && worst.half <= c.Precision:
		return fmt.Sprintf("%s known from fewer than %d launches, which may all be of one kind: %s more", quantity.Plural(len(needs), "demand is", "demands are"), fewest, quantity.Plural(launches, "launch", "launches"))
	}
	return fmt.Sprintf("%s known %s, wanted ±%.3g %%: %s more", quantity.Plural(len(needs), "demand is", "demands are"), known, 100*c.Precision, quantity.Plural(launches, "launch", "launches"))
}
