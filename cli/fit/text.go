package fit

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"beagle/analysers/csvtable"
	"beagle/blackboard"
	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/decimal"
)

// printResult shows a fit to a person: the expression, whether to trust it, how well it
// predicts, and the picture; with --verbose all evidence and the other proposals, too. On a
// terminal they come in the opposite order: the answer stands last, above the prompt.
func printResult(a *app.App, r result, e model.Element, table *csvtable.Table, learnt learn.Result, o flags) error {
	width := a.Width()
	answer, evidence, picture := &app.Sheet{Width: width}, &app.Sheet{Width: width}, &app.Sheet{}
	writeAnswer(answer, r, e, learnt)
	if o.verbose {
		writeEvidence(evidence, r, learnt)
		writeAlternatives(evidence, r, learnt)
	}
	for _, line := range draw(a, e, table, learnt, o) {
		picture.WriteString(line + "\n")
	}
	parts := []string{answer.String(), evidence.String(), picture.String()}
	if width > 0 {
		slices.Reverse(parts)
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	_, err := io.WriteString(a.Out, strings.Join(parts, "\n"))
	return err
}

func writeAnswer(s *app.Sheet, r result, e model.Element, learnt learn.Result) {
	if r.Final == nil {
		s.Fold(fmt.Sprintf("%s: no expression; %s", safe.Line(e.Name), safe.Line(r.Reason)), 4)
	} else {
		for i, line := range inWords(r) {
			if i == 0 {
				line = safe.Line(e.Name) + " = " + line
			}
			s.Fold(line, 4)
		}
		s.WriteByte('\n')
		if r.Yours != "" {
			s.Field("yours", r.Names.plain(r.Yours))
		}
		s.Field("verdict", string(r.Verdict)+": "+r.Names.plain(r.Reason))
		if r.Below != "" {
			s.Field("warning", r.Below+"; "+judge.Remedy)
		}
		if r.Undecided != "" {
			s.Field("undecided", r.Names.plain(strings.TrimPrefix(r.Undecided, "undecided ")))
		}
		writeTrust(s, r, &learnt.Verdict)
	}
	for i := range r.Extensions {
		s.Field("extension", r.Extensions[i].Words())
	}
	if r.Prediction != nil {
		r.Prediction.text(s)
	}
	for _, w := range r.Warnings {
		if w != r.Undecided { // it stands below the verdict
			s.Field("warning", r.Names.plain(w))
		}
	}
}

// mostWays is how many transitions of a decision get a line.
const mostWays = 12

// inWords is the final expression for people, one line for each transition.
func inWords(r result) (lines []string) {
	if r.Expression != "" {
		return []string{r.Names.plain(r.Expression)}
	}
	for i, t := range r.Final.Transitions {
		if i == mostWays {
			return append(lines, fmt.Sprintf("  and %d more; --output json has all", len(r.Final.Transitions)-i))
		}
		line := r.Names.plain(app.Transition(t))
		if i > 0 {
			line = "  " + line
		}
		lines = append(lines, line)
	}
	if lines == nil {
		return []string{app.Proposal(r.Final)}
	}
	return lines
}

// writeTrust says how well the expression is known and predicts, and what goes into a model.
func writeTrust(s *app.Sheet, r result, v *blackboard.Verdict) {
	if parts := known(v); parts != "" {
		s.Field("mean", parts)
	}
	if said := judge.HeldOut(v.HeldOut); said != "" {
		s.Field("unseen", said)
	}
	if len(r.Evidence) > 0 && r.Evidence[0].Frequent != nil {
		s.Field("wrong", r.Evidence[0].decided()[0])
	}
	switch {
	case r.Final.Unsayable != "":
		s.Field("StoEx", "cannot say it: "+safe.Line(r.Final.Unsayable))
	case r.Final.StoEx != "":
		s.Field("StoEx", safe.Line(r.Final.StoEx))
	}
}

// known says how well the mean is known, on the measured range and as far beyond as was asked;
// empty: it was not asked.
func known(v *blackboard.Verdict) string {
	if len(v.Reach) == 0 {
		return ""
	}
	near, far := v.Reach[0], v.Reach[len(v.Reach)-1]
	if fmt.Sprintf("%.3f", float64(far.Beside)) == "0.000" { // as good as exact, to the digits that are shown
		return ""
	}
	within := func(r blackboard.Reach) string {
		if !(r.Beside <= 1) {
			return "not even to a factor of two"
		}
		return "within " + quantity.Percent(float64(r.Beside))
	}
	said := "known " + within(near) + " in the measured range"
	if within(far) != within(near) {
		said += ", " + within(far) + " up to " + quantity.Short(far.Factor) + " times as large"
	}
	return said + " (90 % sure)"
}

// writeEvidence says all that speaks for the expression: who proposed it, its errors, how sure its
// numbers are, and how observations scatter.
func writeEvidence(s *app.Sheet, r result, learnt learn.Result) {
	if r.Final == nil || len(r.Evidence) == 0 {
		return
	}
	e := r.Evidence[0]
	s.Field("chosen", r.Names.plain(fmt.Sprintf("by %s: %s", r.Final.Analyser, r.Final.Why)))
	s.Field("data", fmt.Sprintf("%s with %s", quantity.Plural(e.Observations, "observation", "observations"), quantity.Plural(e.Points, "distinct input", "distinct inputs")))
	for i, line := range e.errors(learnt.Data.Noisy) {
		s.Field([]string{"error", "", ""}[i], line)
	}
	writeNumbers(s, e.Intervals)
	all := 0.0 // observations of points that were left out of a sample are not among them
	for _, t := range e.Transitions {
		all += t.Taken
	}
	for i, t := range e.Transitions {
		if i == mostWays {
			s.Field("", fmt.Sprintf("and %d more", len(e.Transitions)-i))
			break
		}
		s.Field([]string{"taken", ""}[min(i, 1)], fmt.Sprintf("%s %.0f of %.0f times, predicted in %.0f of these; share %s to %s",
			safe.Line(r.Final.Transitions[i].Name), t.Taken, all, t.Right, quantity.Percent(t.Low), quantity.Percent(t.High)))
	}
	if words := e.Mean.Words(); words != "" {
		s.Field("mean", words)
	}
	if e.Random != nil {
		s.Field("scatter", fmt.Sprintf("%s times the expression; distance KS %.2f, Wasserstein %.2g", safe.Line(e.Random.factor), e.Random.KS, e.Random.Wasserstein))
	}
	s.WriteByte('\n')
}

// errors are the errors on all data and on what was left out of the fit: in the middle where equal inputs give
// different values, else on average.
func (e evidence) errors(noisy bool) (lines []string) {
	if math.IsNaN(float64(e.Training)) {
		return nil
	}
	if e.Frequent != nil {
		return e.decided()
	}
	typical := " on all of them (mean)"
	if noisy {
		typical = " on all of them (median)"
	}
	lines = append(lines, quantity.Percent(float64(e.Training))+typical)
	switch {
	case e.Training == 0:
	case math.IsNaN(float64(e.Validation)):
		lines = append(lines, "too few inputs to hold some out")
	default:
		lines = append(lines,
			quantity.Percent(float64(e.Validation))+" on held-out inputs",
			quantity.Percent(float64(e.Extrapolation))+" on the largest fifth, learnt from the smaller")
	}
	return lines
}

// decided gives the share of decisions that are predicted wrongly, and that of always guessing the most frequent
// transition; of probabilities the Brier scores, too.
func (e evidence) decided() (lines []string) {
	lines = append(lines, fmt.Sprintf("%s of decisions (%s by always guessing the most frequent)", quantity.Percent(float64(e.Training)), percentOf(e.Frequent.Training)))
	switch b := e.Brier; {
	case math.IsNaN(float64(e.Validation)):
		return append(lines, "too few inputs to hold some out")
	case b != nil && b.Extrapolation != nil:
		return append(lines, fmt.Sprintf("Brier score %.2g on all, %.2g on held-out inputs, %.2g on the largest fifth", *b.Training, *b.Validation, *b.Extrapolation))
	case b != nil:
		return append(lines, fmt.Sprintf("Brier score %.2g on all, %.2g on held-out inputs", *b.Training, *b.Validation))
	}
	lines = append(lines, fmt.Sprintf("%s on held-out inputs (%s)", quantity.Percent(float64(e.Validation)), percentOf(e.Frequent.Validation)))
	if x := e.Frequent.Extrapolation; x != nil {
		lines = append(lines, fmt.Sprintf("%s on the largest fifth, learnt from the smaller (%s)", quantity.Percent(float64(e.Extrapolation)), percentOf(x)))
	}
	return lines
}

// shortened is a text without what nobody reads on: guards of a hundred ways.
func shortened(text string) string {
	const most = 400
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + " ..."
	}
	return text
}

// percentOf is a share as a percentage; unknown where there is none.
func percentOf(x *float64) string {
	if x == nil {
		return "unknown"
	}
	return quantity.Percent(*x)
}

func writeNumbers(s *app.Sheet, all []interval) {
	for i, in := range all {
		label := ""
		if i == 0 {
			label = "90 % sure"
		}
		digits := 4 // and as many as tell the ends of the interval apart
		for digits < 17 && in.Low != in.High && fmt.Sprintf("%.*g", digits, in.Low) == fmt.Sprintf("%.*g", digits, in.High) {
			digits++
		}
		text := fmt.Sprintf("%-10.*g %.*g to %.*g", digits, in.Value, digits, in.Low, digits, in.High)
		if in.Gap {
			text += ", between these measured values"
		}
		s.Field(label, text)
	}
}

func writeAlternatives(s *app.Sheet, r result, learnt learn.Result) {
	const most = 6
	if len(r.Proposals) < 2 {
		return
	}
	front := map[int]bool{}
	for _, i := range r.Front {
		front[i] = true
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 2, 0, 2, ' ', 0)
	fmt.Fprintln(w, " \tbehind\terror\tsize\tanalyser\texpression")
	shown := 0
	for i := range r.Proposals {
		p := &r.Proposals[i]
		if i == 0 && r.Final != nil || shown >= most && !front[i] || math.IsInf(float64(p.Fitness), 1) {
			continue
		}
		shown++
		mark := " "
		if front[i] {
			mark = "*"
		}
		text := shortened(r.Names.plain(app.Proposal(p)))
		if n := learnt.Proposals[i].Expression; n != nil {
			text = r.Names.plain(expression.String(decimal.Rounded(n)))
		}
		fmt.Fprintf(w, "%s\t%.1f\t%s\t%d\t%s\t%s\n", mark, float64(p.Fitness-r.Proposals[0].Fitness), quantity.Percent(float64(p.Error)), p.Size, p.Analyser, text)
	}
	w.Flush()
	if shown > 0 {
		s.WriteString("Other proposals, by nats behind the best (7 nats: odds of 1000 to 1);\n* none is both shorter and nearer\n")
		s.Cut(b.String())
	}
}
