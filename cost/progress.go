package cost

import (
	"cmp"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/model/expression"
)

// Progress is how far the learning of one method's costs is. Each is whole, so that a screen needs the last one only,
// and shares nothing with what follows. The first comes at once, the last before Learn returns.
type Progress struct {
	Step          string // what is done now, for people: "launch 2 of 5: 24 places"
	Launch, Of    int    // which launch runs or ran last, from 1; 0: inputs are being found
	Spent, Budget time.Duration
	Ranges        []driver.Range   // what is varied from where to where; none before the first launch
	Points        []Point          // what was measured, by place of the design
	Next          []Next           // places that no launch has measured yet
	Formula       expression.Node  // so far, CPU seconds a call; nil: there is none yet
	Calls         int64            // that were measured in steady state
	Undecided     []model.Variable // inputs on which the form is not decided, so that more places follow along them
}

// Next is a place that is measured next.
type Next struct {
	Place driver.Place
	Asked bool // since forms disagree there; else it is one of the first design
}

// Point is what calls took at one place of the design.
type Point struct {
	Place     int // index
	Inputs    map[model.Variable]model.Value
	Mean      float64 // CPU seconds a call, over launches
	Low, High float64 // of the 90 % interval by how launches differ (Student 1908); NaN: of one launch nothing is known
	Launches  int
}

func points(all []driver.Observation) (found []Point) {
	at := map[int][]float64{}
	for _, o := range all {
		if at[o.Place] == nil {
			found = append(found, Point{Place: o.Place, Inputs: o.Inputs})
		}
		at[o.Place] = append(at[o.Place], o.Seconds)
	}
	slices.SortFunc(found, func(a, b Point) int { return cmp.Compare(a.Place, b.Place) })
	for i := range found {
		p := &found[i]
		seconds := at[p.Place]
		p.Launches = len(seconds)
		p.Mean, p.Low, p.High = interval(seconds)
	}
	return found
}

// interval is the mean of some launches, and its 90 % interval.
func interval(seconds []float64) (mean, low, high float64) {
	n := float64(len(seconds))
	for _, s := range seconds {
		mean += s / n
	}
	if n < 2 {
		return mean, math.NaN(), math.NaN()
	}
	square := 0.0
	for _, s := range seconds {
		square += (s - mean) * (s - mean) / (n - 1)
	}
	half := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.95) * math.Sqrt(square/n)
	return mean, max(mean-half, 0), mean + half
}

func (l *loop) tell(step string, launch int) {
	if l.r.Tell == nil {
		return
	}
	p := Progress{
		Step: step, Launch: launch, Of: launches, Spent: time.Since(l.start), Budget: l.r.For,
		Ranges: slices.Clone(l.out.Design.Ranges), Points: points(l.observations), Formula: l.out.Expression(), Calls: l.out.Calls,
	}
	for i := range l.places {
		if !slices.ContainsFunc(p.Points, func(one Point) bool { return one.Place == i }) {
			p.Next = append(p.Next, Next{slices.Clone(l.places[i]), i >= len(l.out.Design.Places)})
		}
	}
	if l.out.Learnt != nil {
		for _, a := range l.out.Learnt.Verdict.Undecided.Numbers() {
			if !slices.Contains(p.Undecided, a.Variable) {
				p.Undecided = append(p.Undecided, a.Variable)
			}
		}
	}
	l.r.Tell(p)
}
