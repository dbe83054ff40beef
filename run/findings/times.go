package findings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"beagle/blackboard"
	"beagle/control"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
	"beagle/statistics/dataset"
)

type timing struct {
	cfg   *run.Config
	board *blackboard.Board
	data  *control.Prepared
}

func (t *timing) times(e *model.Element) *run.Times {
	s := t.data.Scatter(e)
	if !e.Kind.Noisy() || s.Launches == 0 {
		return nil
	}
	at := campaign.StateOf(t.board)
	out := &run.Times{Launches: s.Launches, Between: model.Known(s.Between), HalfWidth: model.Known(s.HalfWidth), Kinds: s.Kinds, Slower: s.Slower, Outliers: s.Outliers, WarmUp: s.WarmUp, Late: s.Late, MayFall: s.MayFall}
	of, ok := at.Timing[e.ID]
	if !ok || of.Times == 0 {
		return out
	}
	n := float64(of.Times)
	out.Wall, out.Own, out.Nested = of.Wall.Seconds()/n, of.Own.Seconds()/n, of.Nested.Seconds()/n
	out.Share, _ = of.Subtracted()
	out.Away = of.Away.Seconds() / max(of.Wall.Seconds(), 1e-9)
	out.Warning, out.Waits = of.Warning(), of.Clocks()
	if of.Both > 0 {
		cpu := of.CPU.Seconds() / float64(of.Both)
		out.CPU = &cpu
	}
	if wanted := measure.Clock(t.cfg.Measure.Clock); wanted != measure.WallTime && of.Both > 0 && of.Both < of.Times {
		out.Read, out.Mean = float64(of.Both)/n, of.Processing().Seconds()
	}
	out.Clock = string(clockOf(&of, measure.Clock(t.cfg.Measure.Clock)))
	return out
}

func clockOf(t *campaign.Timing, wanted measure.Clock) measure.Clock {
	if wanted == measure.WallTime || t.Both == 0 || wanted == measure.AutoClock && t.Short {
		return measure.WallTime
	}
	return measure.CPUTime
}

// options says of an element's measurements whether a slow one is the program's own doing: processor times are, and
// wall times of which is known when there was no processor, because that clock was read now and then.
func (t *timing) options(id model.ElementID) (all []dataset.Option) {
	if t.ProcessorTimes(id) {
		all = append(all, dataset.ProcessorTimes)
	}
	if t.cfg.AsMeasured {
		all = append(all, dataset.AsMeasured)
	}
	return all
}

// ProcessorTimes reports whether an element's times hold nothing of what others do to the machine.
func (t *timing) ProcessorTimes(id model.ElementID) bool {
	of := campaign.StateOf(t.board).Timing[id]
	return of.Both > 0 && measure.Clock(t.cfg.Measure.Clock) != measure.WallTime
}

func (t *timing) Precision() *run.Precision {
	at := campaign.StateOf(t.board)
	if at.Number == 0 {
		return nil
	}
	p := &run.Precision{
		Wanted: t.cfg.Measure.Precision, Round: at.Round, Extra: run.Duration(at.Extra), Budget: t.cfg.Measure.Budget, Noise: at.Noise,
	}
	elements := t.board.Elements()
	for i := range elements {
		s := t.data.Scatter(&elements[i])
		if s.Launches == 0 {
			continue
		}
		p.Demands++
		if campaign.Known(s, p.Wanted) {
			p.Enough++
		}
		if !math.IsNaN(s.HalfWidth) && (p.Worst == nil || s.HalfWidth > *p.Worst) {
			p.Worst = &s.HalfWidth
		}
	}
	Machine(p)
	for i := range p.Noise {
		p.Collected += p.Noise[i].Collected / float64(len(p.Noise))
		p.Compiled += p.Noise[i].Compiled / float64(len(p.Noise))
	}
	return p
}

// Machine says what was noisy: the reasons of the noisiest launch, which is the last of those with most reasons.
func Machine(p *run.Precision) {
	var worst []string
	for i := range p.Noise {
		if reasons := p.Noise[i].Reasons(); len(reasons) >= len(worst) {
			worst = reasons
		}
	}
	p.Busy, _ = launch.Busy(p.Noise)
	var says []string
	if p.Busy > 0 {
		says = append(says, fmt.Sprintf("busy in %d of %s (%s)", p.Busy, quantity.Plural(len(p.Noise), "launch", "launches"), strings.Join(worst, ", ")))
	} else if n := len(p.Noise); n > 0 && p.Noise[n-1].Frequency() != "" {
		says = append(says, p.Noise[n-1].Frequency())
	}
	if p.Slowest = slowest(p.Noise); p.Slowest >= run.Drifts {
		says = append(says, fmt.Sprintf("clocked %.2f times as slow in one launch as in another", p.Slowest))
	}
	if p.Machines = machines(p.Noise); len(p.Machines) > 0 {
		says = append(says, "launched on "+strings.Join(p.Machines, ", "))
	}
	p.Machine = strings.Join(says, "; ")
}

func machines(noise []launch.Noise) (names []string) {
	elsewhere := false
	for i := range noise {
		name := cmp.Or(noise[i].Machine, "this machine")
		elsewhere = elsewhere || noise[i].Machine != ""
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if !elsewhere {
		return nil
	}
	return names
}

// slowest is how many times as long the reference took in the slowest launch as in the fastest on the same machine.
func slowest(noise []launch.Noise) (times float64) {
	type span struct{ least, most time.Duration }
	on := map[string]span{}
	for i := range noise {
		if r := noise[i].Reference; r > 0 {
			s, known := on[noise[i].Machine]
			if s.most = max(s.most, r); !known || r < s.least {
				s.least = r
			}
			on[noise[i].Machine] = s
		}
	}
	for _, s := range on {
		times = max(times, s.most.Seconds()/s.least.Seconds())
	}
	return times
}
