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
	spread := quantity.Percent(float64(v.Spread))
	model := "model " + spread
	if v.Noise.Finite() {
		model = fmt.Sprintf("noise %s, model %s", quantity.Percent(float64(v.Noise)), spread)
	}
	switch v.Finding {
	case blackboard.Few, blackboard.Single:
		if v.Observations > 1 {
			return fmt.Sprintf("there are only %d observations: measure more to see what is usual", v.Observations)
		}
		return "there is only one observation: measure more to see a dependency"
	case blackboard.Always:
		return fmt.Sprintf("always %s in %d observations; what would lead elsewhere was never seen", v.OnlyWay, v.Observations)
	case blackboard.Saturated:
		if v.Longer > 1 {
			return fmt.Sprintf("exact on %d observations, but it takes %.2g times as much to write down as these: measure others to see whether it holds", v.Observations, float64(v.Longer))
		}
		return fmt.Sprintf("exact on %d observations, but with %d numbers for %d different inputs: measure others to see whether it holds", v.Observations, v.Estimates, v.Inputs)
	case blackboard.Copies:
		return fmt.Sprintf("model %s: what is left over looks like noise, but equal inputs were mostly measured as exactly equal; are rows copies, or is the clock coarse?", spread)
	case blackboard.Scattered:
		return fmt.Sprintf("model %s: what is left over looks like noise, but is much; measure the same inputs again to see whether it is", spread)
	case blackboard.Misfits:
		return but(model+": "+v.Misfit, v.Undecided)
	case blackboard.Exact:
		if v.Exceptions > 0 {
			return but(fmt.Sprintf("exact on %s of %d observations; the others have another value than most with the same inputs", quantity.Percent(1-float64(v.Exceptions)), v.Observations), v.Undecided)
		}
		return but(fmt.Sprintf("exact on all %d observations", v.Observations), v.Undecided)
	case blackboard.Explained:
		switch {
		case v.Undecided != nil && v.Undecided.Cause == blackboard.TwoForms:
			return model + ": two forms explain it alike"
		case v.Undecided != nil:
			return but(model, v.Undecided)
		case !(v.Inside() <= blackboard.SureInside):
			return fmt.Sprintf("%s: what is left over looks like noise, but the mean is known %s: more launches, or more measurements, tell", model, sure(v.Inside()))
		case !(v.Beyond() <= blackboard.SureBeyond):
			return fmt.Sprintf("%s: what is left over looks like noise, but on up to four times the measured range the mean is sure %s: more launches, or larger inputs, tell", model, sure(v.Beyond()))
		case !v.Noise.Finite():
			return model + ", and what is left over looks like noise: nothing left to learn"
		}
		return model + ": nothing left to learn"
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
		return fmt.Sprintf("%s; but %s took only the values %g and %g, through which every form goes", said, u.Variable, u.Values[0], u.Values[1])
	case u.Cause == blackboard.TwoTogether:
		return said + "; two parameters explain it alike"
	}
	return said
}

// Warnings are what a person should look at before trusting the expression, a sentence
// each: what was left out of the measurements first, what they leave undecided last.
// None: nothing speaks against it. The slice is the caller's.
func Warnings(v *blackboard.Verdict) []string {
	out := slices.Clone(v.Notes)
	if v.Upwards {
		out = append(out, "what is left over strays far upwards, as when others use the machine: measure the same inputs ten times and more, so that quiet ones can be told")
	}
	if f := v.HeldOut; f != nil && f.Rare != nil && float64(f.Total) < -MeanLimit {
		out = append(out, fmt.Sprintf("%s %s of the time of launches that were left out: where such ones come again, totals are %s above the model's; more launches tell",
			quantity.Plural(f.Rare.Observations, "observation that stands out holds", "observations that stand out hold"), quantity.Percent(float64(f.Rare.Share)), quantity.Percent(1/(1+float64(f.Total))-1)))
	}
	if t := v.Taken; t != nil && math.Abs(float64(t.Beside)) > MeanLimit {
		out = append(out, seldom(t)+": what it leads to is modelled so much too often or too seldom")
	}
	if words := Within(v); words != "" {
		out = append(out, words)
	}
	if words := Undecided(v); words != "" {
		out = append(out, words)
	}
	return out
}

// HeldOut says how well a form predicts what its numbers were not learnt from;
// empty: there was too little to leave some out.
func HeldOut(f *blackboard.HeldOut) string {
	if f == nil {
		return ""
	}
	of := "observations left out"
	if f.Launches > 0 {
		of = "launches left out"
	}
	beside := "the measured one"
	switch total := float64(f.Total); {
	case total >= 0.0005:
		beside = quantity.Percent(total) + " above " + beside
	case total <= -0.0005:
		beside = quantity.Percent(-total) + " below " + beside
	default:
		beside = "as " + beside
	}
	said := fmt.Sprintf("%s: single ones off by %s (nine in ten by at most %s), their total %s", of, quantity.Percent(float64(f.Error)), quantity.Percent(float64(f.NineInTen)), beside)
	if w := f.Early; w != nil {
		said += fmt.Sprintf(", of the second halves of launches (the first took %.3g times what is predicted for them)", w.Measured/w.Modelled)
	}
	if r := f.Rare; r != nil && math.Abs(float64(f.Total)) > muchBeside {
		said += fmt.Sprintf("; %s %s of the measured one, without which it is %s beside", quantity.Plural(r.Observations, "observation that stands out holds", "observations that stand out hold"), quantity.Percent(float64(r.Share)), quantity.Percent(math.Abs(float64(r.Total))))
	}
	if w := f.WarmUp; w != nil {
		said += fmt.Sprintf("; %s %.3g times what is predicted for them, which is in no model", quantity.Plural(w.Observations, "observation left out as warm-up took", "observations left out as warm-up took"), w.Measured/w.Modelled)
	}
	if whole := f.Whole(); whole >= muchWhole && (f.Early != nil || f.WarmUp != nil) {
		said += fmt.Sprintf("; so whole launches took %.3g times what is predicted: the model is of the program that has settled, and one that starts anew for each job takes more", whole)
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
			parts = append(parts, fmt.Sprintf("its total is %s beside the measured one where launches were left out (limit %s)", quantity.Percent(math.Abs(float64(b.Value))), quantity.Percent(b.Limit)))
		case blackboard.MeanLimit:
			parts = append(parts, fmt.Sprintf("its mean is known %s (limit %s)", sure(b.Value), quantity.Percent(b.Limit)))
		case blackboard.LaunchLimit:
			parts = append(parts, fmt.Sprintf("one launch differs from what the others predict by %.3g times (limit %g times): more launches tell which is usual", float64(b.Value), b.Limit))
		case blackboard.AstrayLimit:
			parts = append(parts, fmt.Sprintf("of observations that were left out as warm-up, which take longer than others, it predicts %.3g times what they took (limit %g times): it goes astray on their inputs", float64(b.Value), b.Limit))
		case blackboard.TakenLimit:
			parts = append(parts, fmt.Sprintf("%s (limit %s beside)", seldom(v.Taken), quantity.Percent(b.Limit)))
		case blackboard.LengthLimit:
			parts = append(parts, fmt.Sprintf("it takes %.2g times as much to write down as the values that it says (limit %g): it lists them, and says nothing of others", float64(b.Value), b.Limit))
		case blackboard.SpareLimit:
			parts = append(parts, fmt.Sprintf("it has %s for %s (limit %g): it goes through them whatever they are, and says nothing of others", quantity.Plural(v.Estimates, "number", "numbers"), quantity.Plural(v.Inputs, "different input", "different inputs"), b.Limit))
		case blackboard.CountLimit:
			parts = append(parts, fmt.Sprintf("it rests on %s (limit %s)", quantity.Plural(int(b.Value), "observation", "observations"), quantity.Short(b.Limit)))
		case blackboard.ErrorLimit:
			of := "single observations"
			if v.HeldOut != nil {
				of += " that were left out"
			}
			parts = append(parts, fmt.Sprintf("it is off by %s of %s (limit %s)", quantity.Percent(float64(b.Value)), of, quantity.Percent(b.Limit)))
		}
	}
	return parts
}

// MeanLimit is by how much a model's means may be off that is called good: by how much rare observations
// may make a total larger before an expression is to be looked at.
const MeanLimit = 0.1

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
		return fmt.Sprintf("%.1f %s behind: no more error, but larger than the data can justify", behind, unit)
	case behind < little:
		return fmt.Sprintf("%.1f %s behind: the data hardly tell it from the best", behind, unit)
	case g.RelativeError <= chosen.RelativeError:
		return fmt.Sprintf("%.1f %s behind: its median error is no larger, but it strays farther where it strays", behind, unit)
	}
	return fmt.Sprintf("%.1f %s behind: error %s against %s", behind, unit, quantity.Percent(g.RelativeError), quantity.Percent(chosen.RelativeError))
}
