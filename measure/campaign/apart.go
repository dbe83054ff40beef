package campaign

import (
	"fmt"
	"slices"
	"time"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/parser"
	"beagle/model"
)

// Demands that probes inside them disturb, or that are timed one within the other, wait for a pass
// of their own. A limit of time may end before: then the launches that are left of the first round
// are better spent on these passes, which time the demands that disturb nothing, too.

// mostlyHeld is the share of all recorded time in demands that wait from which a round is cut short.
const mostlyHeld = 0.5

// cut ends the first round with its first launch of each configuration, where most of the time is
// in demands that wait for passes and there is no time for the round and for these. Launches in which none waits
// are made as often as configured: no pass makes them again.
func (c *Controller) cut(at *State, plan []measure.Launch, now time.Time) {
	cycle := len(measure.Plan(once(c.Launches)))
	if !c.Campaign.Apart || c.Timeout == nil || at.Round > 0 || at.Only != nil || at.Done != cycle || at.Done >= len(plan) || at.heldTime() < mostlyHeld {
		return
	}
	left, limited := c.Timeout.Ends(now)
	took := time.Duration(0)
	for i := range plan[:cycle] {
		took += at.Took[plan[i].Name]
	}
	cycles := len(plan) / cycle
	if !limited || left >= time.Duration(cycles-1+len(at.levels())*cycles)*took {
		return
	}
	at.Cut = true
	waits := map[string]bool{} // launches that a pass makes again
	for _, names := range at.Held {
		for _, name := range names {
			waits[name] = true
		}
	}
	for place := range plan {
		if place < cycle || !waits[plan[place].Name] {
			at.Only = append(at.Only, place)
		}
	}
}

// once are launch configurations without repetitions.
func once(launches []measure.Launch) []measure.Launch {
	launches = slices.Clone(launches)
	for i := range launches {
		launches[i].Repeat = 1
	}
	return launches
}

// heldTime is the share of the recorded time in demands that wait for a pass of their own.
func (at *State) heldTime() float64 {
	held, all := time.Duration(0), time.Duration(0)
	for id, t := range at.Timing {
		all += t.Wall
		if len(at.Held[id]) > 0 {
			held += t.Wall
		}
	}
	if all <= 0 {
		return 0
	}
	return float64(held) / float64(all)
}

// levels are the nesting levels at which demands wait, with the time in these demands.
func (at *State) levels() map[int]time.Duration {
	took := map[int]time.Duration{}
	for id := range at.Held {
		t := at.Timing[id]
		took[t.Height] += max(t.Wall, 1)
	}
	return took
}

// pass is the next pass of demands that other probes disturbed: those of one nesting level
// alone, the level that holds most time first, since a limit of time may leave the others out,
// with the launches that reach them. After a round that was cut short demands that disturb
// nothing are timed with them, since they have been in few launches.
func (c *chooser) pass() (ids []model.ElementID, places []int, why string) {
	level, most, levels := 0, time.Duration(0), c.at.levels()
	for height := range parser.MaxHeight + 1 {
		if levels[height] > most {
			level, most = height, levels[height]
		}
	}
	names := map[string]bool{}
	var beside []model.ElementID
	for _, e := range c.view.Elements() {
		t, timed := c.at.Timing[e.ID]
		switch held := c.at.Held[e.ID]; {
		case len(held) > 0 && t.Height == level:
			ids = append(ids, e.ID)
			for _, name := range held {
				names[name] = true
			}
		case len(held) == 0 && timed && c.at.Cut:
			if _, apart := c.at.Apart[e.ID]; !apart {
				beside = append(beside, e.ID)
			}
		}
	}
	for i := range c.plan {
		if names[c.plan[i].Name] {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return nil, nil, ""
	}
	if c.at.Apart == nil {
		c.at.Apart = map[model.ElementID]int{}
	}
	for _, id := range ids {
		c.at.Apart[id] = level
		delete(c.at.Held, id)
		delete(c.at.Timing, id) // that of the pass with everything
	}
	why = fmt.Sprintf("%s timed again without other probes: nesting level %d", quantity.Plural(len(ids), "demand is", "demands are"), level+1)
	return append(ids, beside...), places, why
}
