package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/internal/plural"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/model"
)

// report prints the outcome of a run in the form that was asked for.
func (a *program) report(r result, events *events) error {
	events.send(event{Type: "result", Result: &r})
	switch {
	case events.stdout: // the events' last line is the result
	case a.JSON():
		if err := a.PrintJSON(r); err != nil {
			return err
		}
	default:
		a.printResult(r)
	}
	if events.err != nil {
		a.Say("beagle: the events are incomplete: %v", events.err) // the result is printed: an error may not follow it
		return app.Exit(app.Failed, nil)
	}
	return nil
}

// printResult prints the outcome for a person.
func (a *program) printResult(r result) {
	learnt := slices.ContainsFunc(r.Elements, func(e elementResult) bool { return e.Final != nil })
	if !learnt && len(r.Elements) > 0 {
		fmt.Fprintf(a.Out, "no element has an expression, of %d\n", len(r.Elements))
	}
	service := ""
	for i := range r.Elements {
		e := &r.Elements[i]
		if !learnt && len(e.Warnings) == 0 {
			continue // nothing to say of it
		}
		if s := e.Component + "." + e.Service; s != service {
			service = s
			fmt.Fprintf(a.Out, "%s\n", safe.Line(service))
		}
		fmt.Fprintf(a.Out, "  %s\n", safe.Line(e.title()))
		if e.Old != "" {
			fmt.Fprintf(a.Out, "    old    %s\n", safe.Line(e.Old))
		}
		fmt.Fprintf(a.Out, "    new    %s\n", proposedText(e.Final))
		if e.Final != nil {
			fmt.Fprintf(a.Out, "    %s\n", e.evidence())
			if said := judge.Foretold(e.Foretold); said != "" {
				fmt.Fprintf(a.Out, "    %s\n", said)
			}
			if e.Times != nil {
				fmt.Fprintf(a.Out, "    %s\n", e.Times.Words())
				if taken := e.Times.Taken(); taken != "" {
					fmt.Fprintf(a.Out, "    %s\n", taken)
				}
			}
		}
		for _, warning := range e.Warnings {
			fmt.Fprintf(a.Out, "    look   %s\n", safe.Line(warning))
		}
		for _, note := range e.Notes {
			fmt.Fprintf(a.Out, "    note   %s\n", safe.Line(note))
		}
	}
	for _, s := range r.Services {
		fmt.Fprintf(a.Out, "%s: launches left out took %.4g s of %s, modelled %.4g s (%+.1f %%)\n",
			safe.Line(s.Component+"."+s.Service), s.Measured, safe.Line(s.Resource), s.Modelled, 100*float64(s.Total))
	}
	if r.Diff != "" {
		fmt.Fprintf(a.Out, "\n%s", safe.Text(r.Diff))
	}
	if r.Written != "" {
		fmt.Fprintf(a.Out, "\nwritten: %s\n", r.Written)
	}
}

// title names an element for people.
func (e *elementResult) title() string {
	switch e.Kind {
	case model.InternalAction:
		return fmt.Sprintf("internal action %s, demand of %s in %s", e.Name, e.Resource, e.Unit)
	case model.CallParameter:
		return fmt.Sprintf("call %s, argument %s", e.Name, e.Parameter)
	default:
		return fmt.Sprintf("%s %s", e.Kind, e.Name)
	}
}

// evidence says how good the final expression is.
func (e *elementResult) evidence() string {
	parts := []string{"error " + percent(float64(e.Final.Error))}
	if len(e.Evidence) > 0 && (e.Final.Error > 0 || e.Evidence[0].Frequent != nil) {
		if x := e.Evidence[0].Frequent; x != nil && x.Training != nil {
			parts = append(parts, percent(*x.Training)+" by always saying the most frequent")
		}
		if x := e.Evidence[0].Validation; x != nil {
			parts = append(parts, percent(*x)+" on inputs left out")
		}
		if x := e.Evidence[0].Extrapolation; x != nil {
			parts = append(parts, percent(*x)+" on the largest fifth from the rest")
		}
	}
	if e.Kind.Noisy() && e.Noise >= 0 {
		parts = append(parts, "noise "+percent(float64(e.Noise)))
	}
	parts = append(parts, plural.Count(int(e.Samples), "sample", "samples"), "by "+e.Final.Analyser)
	if len(e.Evidence) > 0 && e.Evidence[0].Against != "" {
		parts = append(parts, e.Evidence[0].Against)
	}
	return strings.Join(parts, ", ")
}

// percent shows a share, with no more digits than a person wants.
func percent(share float64) string {
	switch size := math.Abs(share); {
	case size > 0 && size < 0.001:
		return "< 0.1 %"
	case size < 0.0995:
		return fmt.Sprintf("%.2g %%", 100*share)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// clock shows a time span as people read a stop watch.
func clock(d time.Duration) string {
	s := int(d.Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// namesOf lists elements, shortened where they are many.
func namesOf(elements []elementResult) string {
	const most = 5
	names := make([]string, 0, most)
	for i := range elements {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(elements)-most))
			break
		}
		names = append(names, fmt.Sprintf("%s (%s)", safe.Line(elements[i].Name), safe.Line(elements[i].ID)))
	}
	return strings.Join(names, ", ")
}
