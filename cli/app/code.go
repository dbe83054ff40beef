package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm/stoex"
	"beagle/run"
)

// AsUsage is the flag --as: a formula as code.
const AsUsage = "print the formula as code: go, java, python, latex or spreadsheet"

// As adds the flag --as, which Language reads.
func As(set *pflag.FlagSet, as *string) { set.StringVar(as, "as", "", AsUsage) }

// Language is what --as asks for, and whether it does; an error names the languages.
func (a *App) Language(as string) (expression.Language, bool, error) {
	if as != "" && a.Output != Text {
		return "", false, Usage("--as prints code and --output %s something else: leave one of them out", safe.Line(a.Output))
	}
	if as != "" && !slices.Contains(expression.Languages(), as) {
		return "", false, Usage("--as %q is not known: write one of %s", as, strings.Join(expression.Languages(), ", "))
	}
	return expression.Language(as), as != "", nil
}

// Formula is an expression under a name.
type Formula struct {
	Name  string          // of a function
	About string          // meaning and unit of its value, which become a comment of the function
	Node  expression.Node // nil: it cannot be written
	Wrong string          // why it cannot
}

// Formulas are those of an element, as a model gets them: of a branch one for each transition that has a condition.
// There are none where nothing was learnt.
func Formulas(e *run.ElementState) (all []Formula) {
	best := e.Best
	if e.Measured != nil {
		best = &run.Proposed{StoEx: e.Measured.StoEx, Transitions: e.Measured.Transitions}
	}
	if best == nil {
		return nil
	}
	name := strings.Join(slices.DeleteFunc([]string{e.Component, e.Service, e.Name, suffix(e)}, func(s string) bool { return s == "" }), " ")
	if best.StoEx != "" || best.Unsayable != "" {
		all = append(all, formula(e, name, about(e), best.StoEx, best.Unsayable))
	}
	for _, t := range best.Transitions {
		if t.Condition != "" {
			all = append(all, formula(e, name+" "+t.Name, "1 where "+e.Name+" takes "+t.Name+", else 0", t.Condition, ""))
		}
	}
	return all
}

func suffix(e *run.ElementState) string {
	switch e.Kind {
	case model.InternalAction:
		return "demand"
	case model.Loop:
		return "count"
	case model.CallParameter:
		return e.Argument.String()
	default:
		return ""
	}
}

func about(e *run.ElementState) string {
	switch e.Kind {
	case model.InternalAction:
		return e.Resource.Name + " demand of " + e.Name + " in seconds"
	case model.Loop:
		return "how often " + e.Name + " runs"
	default:
		return e.Argument.String() + " that the call of " + e.Callee + " passes"
	}
}

func formula(e *run.ElementState, name, about, text, unsayable string) Formula {
	f := Formula{Name: name, About: about, Wrong: unsayable}
	if text == "" {
		return f
	}
	x, err := stoex.Parse(text)
	if err == nil {
		f.Node, err = stoex.ToNode(x, e.Inputs...)
	}
	if err != nil {
		f.Wrong = err.Error()
	}
	return f
}

// PrintCode writes formulas as code, one after another, each with a name of its own. Of one that cannot be written a
// comment or an empty formula would be wrong in silence: it is a warning.
func (a *App) PrintCode(all []Formula, in expression.Language) error {
	names, printed := map[string]int{}, false
	for _, f := range all {
		if names[f.Name]++; names[f.Name] > 1 {
			f.Name = fmt.Sprint(f.Name, " ", names[f.Name])
		}
		code, err := "", error(nil)
		if f.Node != nil {
			code, err = expression.Code(f.Node, f.Name, f.About, in)
		}
		if f.Node == nil || err != nil {
			if err != nil {
				f.Wrong = err.Error()
			}
			a.Warn(model.Problem{Severity: model.Warning, Rule: "as", Message: fmt.Sprintf("%s cannot be written as code: %s", f.Name, f.Wrong)})
			continue
		}
		switch {
		case in == expression.Spreadsheet && len(all) > 1: // two columns
			code = safe.Line(f.Name) + "\t" + code
		case printed && in == expression.Python:
			code = strings.TrimPrefix(code, "import math\n")
		case printed:
			code = "\n" + code
		}
		printed = true
		if _, err := fmt.Fprint(a.Out, safe.Text(code)); err != nil {
			return err
		}
	}
	return nil
}
