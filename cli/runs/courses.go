package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"beagle/cli/app"
	"beagle/compare"
	"beagle/cost/kept"
	"beagle/internal/git"
	"beagle/internal/quantity"
	"beagle/internal/safe"
)

// histories is what "beagle history --output json" prints. Its names are a contract: add, never rename.
type histories struct {
	compare.History
	Methods []kept.Course `json:"methods"` // of this folder, as "beagle cost" and "beagle verify" learnt them
}

// historiesOf are the methods of this folder and the elements of a model whose names contain a text; of a run and those before it,
// elements only.
func historiesOf(ctx context.Context, newest string, by float64, text string) (h histories, err error) {
	h.Methods = []kept.Course{}
	here, err := git.At(ctx, ".")
	if err != nil {
		return h, err
	}
	if newest == "" {
		all, err := kept.Of(here.Project)
		if err != nil {
			return h, err
		}
		h.Methods = append(h.Methods, containing(all, text)...)
	}
	runs, err := historyOf(ctx, newest, by, len(h.Methods) == 0)
	switch {
	case err == nil:
		h.History = *runs.Of(text)
	case !errors.Is(err, errNoRuns):
		return h, err
	case len(h.Methods) > 0:
		h.History = compare.History{Version: 1, Runs: []compare.Past{}, Elements: []compare.Course{}}
	default:
		return h, cmp.Or(elsewhere(here.Project, text), err)
	}
	if len(h.Methods)+len(h.Elements) == 0 {
		return h, elsewhere(here.Project, text)
	}
	return h, nil
}

func containing(all []kept.Course, text string) []kept.Course {
	return slices.DeleteFunc(all, func(c kept.Course) bool {
		return !strings.Contains(strings.ToLower(c.Method), strings.ToLower(text))
	})
}

// elsewhere is the error where only other projects have a method; nil: none has.
func elsewhere(here, text string) error {
	if text == "" {
		return nil
	}
	book, err := kept.Open(kept.File())
	if err != nil {
		return err
	}
	defer book.Close()
	projects, err := book.Projects()
	if err != nil {
		return err
	}
	for _, other := range projects {
		all, err := book.Courses(other)
		if found := containing(all, text); err == nil && other != here && len(found) > 0 {
			err = app.Exit(app.NoRun, fmt.Errorf("no cost of %s is kept for %s: that is the history of another project, %s", safe.Line(text), safe.Line(here), safe.Line(other)))
			return app.Hinted(err, "run beagle history there, or learn the method here: beagle cost "+safe.Line(text))
		}
	}
	return nil
}

// writeCourses prints of all methods which commit changed them last, with each the results of all commits.
func writeCourses(s *app.Sheet, all []kept.Course, each bool) {
	for i := range all {
		c := &all[i]
		s.Fold(fmt.Sprintf("%s  %s", safe.Line(c.Method), quantity.Plural(len(c.Results), "result", "results")), 2)
		var b strings.Builder
		table := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
		changes := 0
		for j := range c.Results {
			r := &c.Results[j]
			change := ""
			if r.Change != nil {
				change = r.Change.Words()
				changes++
			} else if !each {
				continue
			}
			when := r.Committed
			if when.IsZero() {
				when = r.Measured
			}
			fmt.Fprintf(table, "  %s\t%s\t%s\tgrows %s\t%s\t%s\n", cmp.Or(safe.Line(git.Short(r.Commit)), quantity.None), when.Format("2006-01-02"),
				r.Verdict, safe.Line(r.Grows), safe.Line(r.Formula), safe.Line(change))
		}
		_ = table.Flush() // into memory
		s.Cut(b.String())
		if changes == 0 {
			s.Fold("  no change beyond chance", 4)
		}
	}
}
