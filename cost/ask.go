package cost

import (
	"math"
	"slices"

	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/model/expression"
)

// ask adds places where the forms disagree: the rest of the design stays, since one far place with all rows destroys
// right forms.
func (l *loop) ask() {
	if l.out.Learnt == nil {
		return
	}
	where := l.out.Learnt.Verdict.Undecided.Numbers()
	if len(where) == 0 || len(l.places) == 0 {
		return
	}
	const asked = 4
	for i := range asked {
		base := slices.Clone(l.places[(i*len(l.places))/asked])
		changed := false
		for j, v := range base {
			for _, a := range where {
				if a.Variable.String() != v.Name {
					continue
				}
				to := l.within(v.Name, a.Value*math.Pow(2, -float64(i)/2))
				changed = changed || to != v.To
				base[j].To = to
			}
		}
		if changed && !l.lasts(base) {
			l.places = append(l.places, base)
		}
	}
}

// lasts reports whether the formula says that a call at a place takes longer than any call is to: inputs may each be in
// their ranges, and all be large.
func (l *loop) lasts(p driver.Place) bool {
	values := expression.Assignment{}
	for _, v := range p {
		if name, err := model.ParseVariable(v.Name); err == nil {
			values[name] = model.NumberValue(v.To)
		}
	}
	seconds, err := expression.Eval(l.out.Expression(), values)
	return err == nil && seconds > longest(l.total)
}

// longest is how many seconds a call may take where the whole takes so many.
func longest(total float64) float64 { return max(longestCall*total, 0.01) }

// within is a value in the range that a knob was varied over.
func (l *loop) within(name string, x float64) float64 {
	for _, r := range l.out.Design.Ranges {
		if r.Name == name {
			return math.Round(min(max(x, r.Low), r.High))
		}
	}
	return math.Round(x)
}

// takesBack takes back the places that were asked where a launch ended early, since calls there may not end; false: the
// launch did not, or nothing was asked.
func (l *loop) takesBack(got *driver.Launched, err error) bool {
	failed := func(p model.Problem) bool { return p.Severity == model.Error }
	if err == nil && !slices.ContainsFunc(got.Problems, failed) || len(l.places) == len(l.out.Design.Places) {
		return false
	}
	l.places = l.out.Design.Places
	got.Problems = slices.DeleteFunc(got.Problems, failed)
	return true
}
