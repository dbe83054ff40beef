package cli

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
)

// mostExpensive are the services of which the formulas are printed.
const mostExpensive = 3

func printBrief(a *app.App, r *result) {
	line := func(format string, args ...any) { fmt.Fprintf(a.Out, format+"\n", args...) }
	v := r.Validation
	if v == nil {
		line("Prediction check: none, since no launch could be left out")
	} else {
		line("%s", v.Check())
		for _, s := range expensive(v) {
			line("  %s: %s of the time, %s a call (predicted %s)", safe.Line(s.Service), quantity.Percent(s.share), quantity.Seconds(s.MeasuredMean), quantity.Signed(s.Bias.Value))
			for _, formula := range formulas(r, s.SEFF) {
				line("    %s", formula)
			}
		}
	}
	if unknown := r.unknown(); unknown != "" {
		line("Not known: %s", unknown)
	}
	if first, more := notDriven(r.Problems); first != nil {
		line("%s%s\n  %s", safe.Line(first.Message), more, safe.Line(first.Hint))
	}
	line("Next: %s", r.next())
	if rest := a.Rest(); rest != "" {
		line("%s: beagle model --verbose, or beagle report %s", rest, safe.Line(r.Run))
	}
	if r.Written != "" {
		line("Model: %s (details: beagle review %s)", safe.Line(r.Written), safe.Line(r.Run))
	}
}

type costly struct {
	*run.ServicePrediction
	share float64
}

func expensive(v *run.Validation) (all []costly) {
	total := 0.0
	for i := range v.Services {
		s := &v.Services[i]
		if s.Entry && s.Calls > 0 {
			took := s.Spent().Measured
			total += took
			all = append(all, costly{s, took})
		}
	}
	slices.SortStableFunc(all, func(a, b costly) int { return cmp.Compare(b.share, a.share) })
	for i := range all {
		all[i].share /= total
	}
	return all[:min(len(all), mostExpensive)]
}

// mostFormulas of a service are printed.
const mostFormulas = 2

func formulas(r *result, seff string) (all []string) {
	for i := range r.Elements {
		e := &r.Elements[i]
		if e.Kind != model.InternalAction || e.SEFF != seff {
			continue
		}
		switch {
		case e.Final != nil && e.Below == "":
			all = append(all, app.Proposal(e.Final))
		case e.MeasuredMean != nil:
			all = append(all, e.MeasuredMean.StoEx+" (mean)")
		}
	}
	return all[:min(len(all), mostFormulas)]
}

// unknown says which elements have no expression that is good enough; empty: none.
func (r *result) unknown() string {
	missing, left := len(r.missing()), len(r.left())
	if missing+left == 0 {
		return ""
	}
	var names []string
	for _, e := range slices.Concat(r.missing(), r.left()) {
		if name := safe.Line(e.Component + "." + e.Service); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	said := fmt.Sprintf("%d of %s (%s)", missing+left, quantity.Plural(len(r.Elements), "element", "elements"), strings.Join(quantity.Some(names, 3), ", "))
	means := 0
	for i := range r.Elements {
		if r.Elements[i].MeasuredMean != nil {
			means++
		}
	}
	if means > 0 {
		said += fmt.Sprintf("; %d get their measured mean", means)
	}
	return said
}

// notDriven is the first reason why no driver calls a service, which takes most of the time of those, and how many more
// there are; nil: there is none.
func notDriven(problems []model.Problem) (first *model.Problem, more string) {
	all := slices.DeleteFunc(slices.Clone(problems), func(p model.Problem) bool { return p.Rule != prepare.NotDriven })
	if len(all) == 0 {
		return nil, ""
	}
	if n := len(all) - 1; n > 0 {
		more = fmt.Sprintf(" (and %s)", quantity.Plural(n, "other service", "other services"))
	}
	return &all[0], more
}

func (r *result) next() string {
	off := 0.0
	if v := r.Validation; v != nil {
		off, _, _, _ = v.Total()
	}
	switch {
	case r.Validation != nil && r.Validation.Busy > 0 && math.Abs(off) > run.GoodError:
		return "measure again on a quiet machine: beagle run"
	case len(r.missing()) > 0:
		return "add a launch that calls them with inputs of many sizes: launch: in beagle.yaml, then beagle run"
	case len(r.left()) > 0:
		return judge.Remedy
	case math.Abs(off) > run.GoodError:
		return "add a launch whose inputs vary: launch: in beagle.yaml, then beagle run"
	}
	return "predict with it: beagle predict"
}
