package cli

import (
	"fmt"
	"slices"
	"strings"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
)

func report(a *app.App, r result, events *events) error {
	if len(a.Before) > 0 {
		r.Problems = slices.Concat(a.Before, r.Problems)
	}
	events.send(event{Type: "result", Result: &r})
	switch {
	case events.stdout: // the events' last line is the result
	case a.JSON():
		if err := a.PrintJSON(r); err != nil {
			return err
		}
	case a.Brief:
		printBrief(a, &r)
	default:
		printResult(a, r)
	}
	if events.err != nil {
		a.Say("beagle: the events are incomplete: %v", events.err) // the result is printed: an error may not follow it
		return app.Exit(app.Failed, nil)
	}
	return nil
}

// mostWords are the lines of the validation's verdict that are printed: those of the
// services that took most come first.
const mostWords = 16

func printResult(a *app.App, r result) {
	learnt := slices.ContainsFunc(r.Elements, func(e app.Element) bool { return e.Final != nil })
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
		fmt.Fprintf(a.Out, "  %s\n", safe.Line(e.Title()))
		if e.Old != "" {
			fmt.Fprintf(a.Out, "    old    %s\n", safe.Line(e.Old))
		}
		fmt.Fprintf(a.Out, "    new    %s\n", app.Proposal(e.Final))
		if e.Final != nil {
			fmt.Fprintf(a.Out, "    %s\n", e.Quality())
			if said := judge.HeldOut(e.HeldOut); said != "" {
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
			fmt.Fprintf(a.Out, "    check  %s\n", safe.Line(warning))
		}
		for _, note := range e.Notes {
			fmt.Fprintf(a.Out, "    note   %s\n", safe.Line(note))
		}
	}
	for i := range r.Extensions {
		fmt.Fprintf(a.Out, "extension %s\n", r.Extensions[i].Words())
	}
	for _, s := range r.Services {
		fmt.Fprintf(a.Out, "%s: launches left out took %.4g s of %s, modelled %.4g s (%+.1f %%)\n",
			safe.Line(s.Component+"."+s.Service), s.Measured, safe.Line(s.Resource), s.Modelled, 100*float64(s.Total))
	}
	if v := r.Validation; v != nil {
		fmt.Fprintf(a.Out, "does the model predict the program? %s of launches that did not teach it\n", quantity.Plural(int(v.Calls), "execution", "executions"))
		for _, words := range v.Verdict[:min(len(v.Verdict), mostWords)] {
			fmt.Fprintf(a.Out, "  %s\n", safe.Line(words))
		}
		if left := len(v.Verdict) - mostWords; left > 0 {
			fmt.Fprintf(a.Out, "  and %d more lines: beagle validate %s\n", left, safe.Line(r.Run))
		} else {
			fmt.Fprintf(a.Out, "  more: beagle validate %s\n", safe.Line(r.Run))
		}
	}
	if r.Diff != "" {
		fmt.Fprintf(a.Out, "\n%s", safe.Text(r.Diff))
	}
	if r.Written != "" {
		fmt.Fprintf(a.Out, "\nwritten: %s\n", r.Written)
	}
}

func namesOf(elements []app.Element) string {
	names := make([]string, len(elements))
	for i := range elements {
		names[i] = fmt.Sprintf("%s (%s)", safe.Line(elements[i].Name), safe.Line(elements[i].ID))
	}
	return strings.Join(quantity.Some(names, 5), ", ")
}
