package judge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/model"
)

// Reason is a verdict in one sentence, without full stop: what was concluded, and why.
// Shares are said as percentages.
func Reason(v *blackboard.Verdict) string {
	off := "off by " + quantity.Percent(float64(v.Spread))
	if v.Noise.Finite() {
		off += " where noise explains " + quantity.Percent(float64(v.Noise))
	}
	switch v.Finding {
	case blackboard.Few, blackboard.Single:
		if v.Observations > 1 {
			return fmt.Sprintf("only %d observations: measure more to see what is usual", v.Observations)
		}
		return "only one observation: measure more to see what it depends on"
	case blackboard.Always:
		return fmt.Sprintf("always %s in %d observations; no other case was seen", v.OnlyWay, v.Observations)
	case blackboard.Saturated:
		return fmt.Sprintf("exact on %d observations, but with %d numbers for %d different inputs: measure other inputs to check it", v.Observations, v.Estimates, v.Inputs)
	case blackboard.Copies:
		return off + ", but equal inputs mostly gave exactly equal values: are rows copies, or is the clock coarse?"
	case blackboard.Scattered:
		return off + ": measure the same inputs again to see whether that is noise"
	case blackboard.Misfits:
		return but(off+": "+v.Misfit, v.Undecided)
	case blackboard.Exact:
		if v.Exceptions > 0 {
			return but(fmt.Sprintf("exact on %s of %d observations; the others differ from most with the same inputs", quantity.Percent(1-float64(v.Exceptions)), v.Observations), v.Undecided)
		}
		return but(fmt.Sprintf("exact on all %d observations", v.Observations), v.Undecided)
	case blackboard.Explained:
		switch {
		case v.Undecided != nil && v.Undecided.Cause == blackboard.TwoForms:
			return off + ": two forms fit equally well"
		case v.Undecided != nil:
			return but(off, v.Undecided)
		case !(v.Inside() <= blackboard.SureInside):
			return fmt.Sprintf("%s, but the mean is known %s: measure more, in more launches", off, sure(v.Inside()))
		case !(v.Beyond() <= blackboard.SureBeyond):
			return fmt.Sprintf("%s, but up to four times the measured range the mean is known %s: measure larger inputs, or more", off, sure(v.Beyond()))
		case !v.Noise.Finite():
			return off + ", and residuals look like noise: nothing left to learn"
		}
		return off + ": nothing left to learn"
	default:
		return string(v.Finding)
	}
}

// sure says how well a mean is known, by the half width of its interval.
func sure(half model.Figure) string {
	if !(half <= 1) {
		return "not even to a factor of two"
	}
	return "to " + quantity.Percent(float64(half)) + " only"
}

// but adds to a sentence why it does not decide between expressions.
func but(said string, u *blackboard.Undecided) string {
	switch {
	case u == nil:
		return said
	case u.Cause == blackboard.TwoValues:
		return fmt.Sprintf("%s; but %s had only the values %g and %g, which fit every form", said, u.Variable, u.Values[0], u.Values[1])
	case u.Cause == blackboard.TwoTogether:
		return said + "; two inputs explain it equally well"
	}
	return said
}

// Warnings are what a person should look at before trusting the expression, a sentence
// each: what was left out of the measurements first, what they leave undecided last.
// None: nothing speaks against it. The slice is the caller's.
func Warnings(v *blackboard.Verdict) []string {
	out := slices.Clone(v.Notes)
	if v.Upwards {
		out = append(out, "outliers are mostly upwards, as when other programs use the machine: measure each input ten times or more")
	}
	if f := v.HeldOut; f != nil && f.Rare != nil && float64(f.Total) < -blackboard.SureInside {
		out = append(out, fmt.Sprintf("%s %s of the held-out time: totals with such outliers are %s above the model's; measure more launches",
			quantity.Plural(f.Rare.Observations, "outlier takes", "outliers take"), quantity.Percent(float64(f.Rare.Share)), quantity.Percent(1/(1+float64(f.Total))-1)))
	}
	if t := v.Taken; t != nil && math.Abs(float64(t.Beside)) > blackboard.SureInside {
		out = append(out, seldom(t)+": its frequency in the model is wrong by as much")
	}
	if words := Within(v); words != "" {
		out = append(out, words)
	}
	if words := Undecided(v); words != "" {
		out = append(out, words)
	}
	return out
}

// HeldOut says how well a form predicts observations that its numbers were not learnt from;
// empty: there was too little to leave some out.
func HeldOut(f *blackboard.HeldOut) string {
	if f == nil {
		return ""
	}
	of := "observations"
	if f.Launches > 0 {
		of = "launches"
	}
	total := fmt.Sprintf("%+.2g %%", 100*float64(f.Total))
	if math.Abs(float64(f.Total)) < 0.0005 {
		total = "0 %"
	}
	said := fmt.Sprintf("median error %s, p90 %s, total %s on held-out %s", quantity.Percent(float64(f.Error)), quantity.Percent(float64(f.NineInTen)), total, of)
	if w := f.Early; w != nil {
		said += fmt.Sprintf(", second halves only (first halves took %.3g times the prediction)", w.Measured/w.Modelled)
	}
	if r := f.Rare; r != nil && math.Abs(float64(f.Total)) > muchBeside {
		said += fmt.Sprintf("; %s %s of the measured total, %s off without", quantity.Plural(r.Observations, "outlier takes", "outliers take"), quantity.Percent(float64(r.Share)), quantity.Percent(math.Abs(float64(r.Total))))
	}
	if w := f.WarmUp; w != nil {
		said += fmt.Sprintf("; %s %.3g times the prediction, and the model has no warm-up", quantity.Plural(w.Observations, "warm-up observation took", "warm-up observations took"), w.Measured/w.Modelled)
	}
	if whole := f.Whole(); whole >= muchWhole && (f.Early != nil || f.WarmUp != nil) {
		said += fmt.Sprintf("; whole launches took %.3g times the prediction: the model is of the settled program", whole)
	}
	return said
}

// Below says which limits of quality an expression does not keep, and what to do;
// empty: it keeps them.
func Below(v *blackboard.Verdict) string {
	if len(v.Below) == 0 {
		return ""
	}
	return "below the asked quality: " + strings.Join(limits(v, v.Below), "; ")
}

// limits says of some limits in which way an expression does not keep them, a clause each.
func limits(v *blackboard.Verdict, broken []blackboard.Below) (parts []string) {
	for _, b := range broken {
		switch b.What {
		case blackboard.TotalLimit:
			parts = append(parts, fmt.Sprintf("its total on held-out launches is off by %s (limit %s)", quantity.Percent(math.Abs(float64(b.Value))), quantity.Percent(b.Limit)))
		case blackboard.MeanLimit:
			parts = append(parts, fmt.Sprintf("its mean is known %s (limit %s)", sure(b.Value), quantity.Percent(b.Limit)))
		case blackboard.LaunchLimit:
			parts = append(parts, fmt.Sprintf("one launch is %.3g times what the others predict (limit %g): measure more launches", float64(b.Value), b.Limit))
		case blackboard.AstrayLimit:
			parts = append(parts, fmt.Sprintf("it predicts %.3g times what warm-up observations took, which are slow (limit %g): it is far too high at their inputs", float64(b.Value), b.Limit))
		case blackboard.TakenLimit:
			parts = append(parts, fmt.Sprintf("%s (limit %s off)", seldom(v.Taken), quantity.Percent(b.Limit)))
		case blackboard.SpareLimit:
			parts = append(parts, fmt.Sprintf("it has %s for %s: it fits any values there, and says nothing of other inputs", quantity.Plural(v.Estimates, "number", "numbers"), quantity.Plural(v.Inputs, "different input", "different inputs")))
		case blackboard.CountLimit:
			parts = append(parts, fmt.Sprintf("it rests on %s (limit %s)", quantity.Plural(int(b.Value), "observation", "observations"), quantity.Short(b.Limit)))
		case blackboard.ErrorLimit:
			of := "observations"
			if v.HeldOut != nil {
				of = "held-out observations"
			}
			parts = append(parts, fmt.Sprintf("its median error on %s is %s (limit %s)", of, quantity.Percent(float64(b.Value)), quantity.Percent(b.Limit)))
		}
	}
	return parts
}

// muchWhole is how many times as long as predicted whole launches took, warming up included, before it
// is said which of both a model promises.
const muchWhole = 1.15

// muchBeside is by how much a total is beside the measured one before a word is said
// about what holds it.
const muchBeside = 0.05

// Remedy is what to do about expressions below the asked quality.
const Remedy = "measure longer or with more values of what it depends on, on a quiet machine"

// Undecided says between which expressions the data cannot decide, and where to
// measure; empty: they can.
func Undecided(v *blackboard.Verdict) string {
	if v.Undecided == nil {
		return ""
	}
	u, where := v.Undecided, make([]string, len(v.Undecided.Place))
	if len(where) == 0 { // no input says which of them it is
		return fmt.Sprintf("undecided between %s and %s, which differ by %s: measure longer", u.Chosen, u.Rival, quantity.Percent(u.Gap))
	}
	for i, a := range u.Place {
		where[i] = a.String()
	}
	said := fmt.Sprintf("undecided between %s and %s: measure at %s, where they differ by %s", u.Chosen, u.Rival, strings.Join(where, ", "), quantity.Percent(u.Gap))
	if bound := Bound(v.Within); bound != "" {
		said += "; " + bound
	}
	return said
}

// Standing says of the i-th proposal why it won, lost or was refused, by the grades of
// all; empty where none could be chosen. Distances are in nats, or in the unit of the
// user's own fitness.
func Standing(v *blackboard.Verdict, grades []blackboard.Grade, i int) string {
	g := grades[i]
	switch {
	case g.Refused != "":
		return "refused: " + g.Refused
	case v.Final < 0:
		return ""
	}
	unit, little := "nats", float64(littleLead)
	if v.OwnFitness { // nobody knows what is little in its unit
		unit, little = "of the own fitness", 0
	}
	chosen, lead := grades[v.Final], float64(v.Lead)
	behind := g.Fitness - chosen.Fitness
	switch {
	case i == v.Final && v.RunnerUp < 0:
		return "no other form was proposed"
	case i == v.Final && lead < little:
		return fmt.Sprintf("best, but only %.1f %s ahead of the next: hardly decided", lead, unit)
	case i == v.Final:
		return fmt.Sprintf("best: %.1f %s ahead of the next", lead, unit)
	case g.RelativeError <= chosen.RelativeError && g.Size > chosen.Size:
		return fmt.Sprintf("%.1f %s behind: no less error, but longer", behind, unit)
	case behind < little:
		return fmt.Sprintf("%.1f %s behind: the data hardly decide", behind, unit)
	case g.RelativeError <= chosen.RelativeError:
		return fmt.Sprintf("%.1f %s behind: its median error is no larger, but its outliers are", behind, unit)
	}
	return fmt.Sprintf("%.1f %s behind: error %s against %s", behind, unit, quantity.Percent(g.RelativeError), quantity.Percent(chosen.RelativeError))
}
