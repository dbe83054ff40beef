package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
	"beagle/predict"
	"beagle/run"
	"beagle/run/engine"
	"beagle/run/folder"
)

// NewValidate is "beagle validate": how a learnt model predicts launches that did not teach it.
func NewValidate(a *app.App) *cobra.Command {
	var again bool
	c := &cobra.Command{
		Use:   "validate [RUN]",
		Short: "Judge whether the learnt model predicts launches that did not teach it",
		Long: `Judge whether the learnt model predicts the program: launches are divided into
those that teach and those that judge, and each measured execution of a service is
predicted from its own inputs by a model that its launch did not teach. Every
analysis does this at its end, unless validate: false is set; this command shows
the result, or makes the check for a run that has none.`,
		Example: `  beagle validate
  beagle validate 2026-11-22-1430-fileshare --output json
  beagle validate --again`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: Complete,
		RunE: func(c *cobra.Command, args []string) error {
			v, err := engine.Validation(c.Context(), Arg(args), again)
			if err != nil {
				return None(err)
			}
			if cfg, err := folder.Settings(Arg(args)); err == nil {
				v.Problems = append(v.Problems, outside(c.Context(), &cfg)...)
			}
			var failed error
			if slices.ContainsFunc(v.Problems, func(p model.Problem) bool { return p.Severity == model.Error }) { // events are damaged
				failed = app.Exit(app.Failed, nil)
			}
			if a.JSON() {
				return errors.Join(a.PrintJSON(v), failed)
			}
			s := &app.Sheet{Width: a.Width()}
			writeValidation(s, v)
			fmt.Fprint(a.Out, s.String())
			return failed
		},
	}
	c.Flags().BoolVar(&again, "again", false, "judge anew, whatever the run keeps")
	return a.Prints(c, run.Validation{})
}

// outside says which inputs the usage model beside a run's model asks for beyond what the expressions
// that the run wrote may be used for: launches that judge have the inputs that were measured, so they
// cannot show it.
func outside(ctx context.Context, cfg *run.Config) []model.Problem {
	content, err := safe.ReadFile(cfg.Output.File, xmi.MaxBytes)
	if err != nil {
		return nil
	}
	a, err := predict.Predict(ctx, predict.Question{
		Models: predict.Beside(cfg.Model), Content: content, From: cfg.Output.File, Seed: cfg.Seed, Level: predict.Sampling, Precision: 0.05, Steps: 200_000,
	})
	if err != nil {
		return nil
	}
	return a.Outside()
}

func writeValidation(s *app.Sheet, v *run.Validation) {
	s.Fold(fmt.Sprintf("%s of %s, predicted from their own inputs; %s",
		quantity.Plural(int(v.Calls), "execution", "executions"), quantity.Plural(v.Launches, "launch", "launches"), heldOut(v)), 2)
	s.WriteByte('\n')
	rows := [][]string{{"service", "calls", "measured", "predicted", "error", "p90", "mean off", "KS", "W", "unexplained", "before"}}
	for i := range v.Services {
		rows = append(rows, validationRow(&v.Services[i]))
	}
	s.Table(rows)
	s.Fold("error: median and p90 of the calls; W: Wasserstein distance by the mean; before: error with the model's old values", 2)
	for i := range v.Services {
		writePredicted(s, &v.Services[i])
	}
	s.WriteByte('\n')
	for _, words := range v.Verdict {
		s.Fold("- "+safe.Line(words), 2)
	}
	for _, p := range v.Problems {
		s.Fold(fmt.Sprintf("%s: %s", p.Severity, safe.Line(p.Error())), 2)
	}
}

func heldOut(v *run.Validation) string {
	if v.Stretches {
		return fmt.Sprintf("in %d parts, stretches of one log, each judged by what the others taught", v.Parts)
	}
	if v.HeldOut {
		return fmt.Sprintf("in %d parts, each judged by what the other launches taught", v.Parts)
	}
	return "some by what their own launch taught"
}

func validationRow(s *run.ServicePrediction) []string {
	name := safe.Line(s.Service)
	if s.Calls == 0 {
		return []string{name, "0", "-", "-", "-", "-", "-", "-", "-", "-", "-"}
	}
	before := "-"
	if s.Before != nil {
		before = quantity.Percent(s.Before.Median)
	}
	return []string{
		name, quantity.Count(s.Calls), quantity.Seconds(s.MeasuredMean), quantity.Seconds(s.PredictedMean), quantity.Percent(s.Error.Median), quantity.Percent(s.Error.P90),
		quantity.Signed(s.Bias.Value), fmt.Sprintf("%.2f", s.KS), fmt.Sprintf("%.2f", s.Wasserstein), share(s.Unexplained), before,
	}
}

// share is a share in words; - where it is unknown.
func share(x model.Figure) string {
	if !x.Finite() {
		return "-"
	}
	return quantity.Percent(max(0, float64(x))) // of samples it may come out a little below
}

// writePredicted is one service in depth: level by level, and where it is off.
func writePredicted(s *app.Sheet, f *run.ServicePrediction) {
	if len(f.Parts) == 0 {
		return
	}
	s.WriteString("\n" + safe.Line(f.Service) + "\n")
	rows := [][]string{{"  spends in", "measured", "predicted", "share of what is off"}}
	for _, p := range f.Parts {
		name := "  " + safe.Line(p.Name)
		if p.Call {
			name += " (calls)"
		}
		rows = append(rows, []string{name, quantity.Seconds(p.Measured), quantity.Seconds(p.Predicted), quantity.Percent(p.Blame)})
	}
	s.Table(rows)
	if f.Unexplained.Finite() {
		line := "  no action explains " + share(f.Unexplained)
		for i, g := range f.Gaps {
			join := "; "
			if i == 0 {
				join = ": "
			}
			line += fmt.Sprintf("%s%s %s", join, quantity.Percent(g.Share), place(&g))
		}
		if f.Probes.Finite() {
			line += fmt.Sprintf(". Of the clock %s were left out as the probes'", share(f.Probes))
		}
		if f.Waited > 0 {
			line += fmt.Sprintf("; for %s of it the thread waited outside of all actions, which is left out, too", share(f.Waited))
		}
		s.Fold(line, 4)
	}
	if starting := f.Starting(); starting != "" {
		s.Fold("  "+starting, 4)
	}
	if own := f.Programs(); own != "" {
		s.Fold("  "+own, 4)
	}
	if f.Scatter > 0 {
		s.Fold(fmt.Sprintf("  noise: calls with equal inputs differ by %s (median)", share(f.Scatter)), 4)
	}
	for _, w := range f.Worst {
		s.Fold(fmt.Sprintf("  far off: measured %s, predicted %s with %s (launch %d)", quantity.Seconds(w.Measured), quantity.Seconds(w.Predicted), inputs(w.Inputs), w.Launch), 4)
	}
}

func place(g *run.Gap) string {
	switch {
	case g.After == "" && g.Before == "":
		return "in all of it"
	case g.After == "":
		return fmt.Sprintf("before %q", safe.Line(g.Before))
	case g.Before == "":
		return fmt.Sprintf("after %q", safe.Line(g.After))
	}
	return fmt.Sprintf("between %q and %q", safe.Line(g.After), safe.Line(g.Before))
}

func inputs(values map[string]any) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s = %s", safe.Line(name), app.Short(safe.Line(fmt.Sprint(values[name])), 40))
	}
	return b.String()
}
