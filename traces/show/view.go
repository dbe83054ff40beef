package show

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"beagle/internal/stacks"
	"beagle/model"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// View says what is shown of a result, and in which form.
type View struct {
	Output     string // text, json, dot or mermaid
	Kind       string // see Kinds; empty: what suits the output
	Deployment bool   // tell hosts apart
	Times      string // unit of response times on graphs; empty: none
	Class      int    // from 1: which class is shown alone
	All        bool   // every trace, not only one of each class or reason
	Books      *Books // of machines; nil: those of the result and its sources
}

// BooksOf are the books that go with a result.
func (v *View) BooksOf(r *traces.Result, sources []kieker.Report) Books {
	if v.Books != nil {
		return *v.Books
	}
	return NewBooks(r, sources)
}

// Kinds are what can be shown in each form; the first is the default.
var Kinds = map[string][]string{
	"text":    {"classes", "equivalence", "operations", "components", "containers", "tree", "trace", "executions", "messages", "invalid"},
	"json":    {"classes", "operations", "components", "containers", "tree", "trace", "executions", "invalid"},
	"dot":     {"operations", "components", "containers", "tree", "trace"},
	"mermaid": {"sequence", "operations", "components", "containers", "tree", "trace"},
}

// Check refuses what does not go together, and sets defaults.
func (v *View) Check() error {
	kinds := Kinds[v.Output]
	if v.Kind == "" {
		v.Kind = kinds[0]
	}
	if !slices.Contains(kinds, v.Kind) {
		return fmt.Errorf("--show %s is not possible with --output %s; possible are %s", v.Kind, v.Output, strings.Join(kinds, ", "))
	}
	if _, known := Units[v.Times]; v.Times != "" && !known {
		return fmt.Errorf("--times %s is no unit; write ns, us, ms or s", v.Times)
	}
	if v.All && v.Kind != "executions" && v.Kind != "messages" && v.Kind != "invalid" {
		return fmt.Errorf("--all goes with --show executions, messages or invalid, not with %s", v.Kind)
	}
	if v.Class < 1 {
		return fmt.Errorf("--class %d does not exist; the first is 1", v.Class)
	}
	return nil
}

// Write writes the result.
func (v View) Write(out io.Writer, r traces.Result, sources []kieker.Report) error {
	classes, kind := v.classes(r.Classes), "deployment"
	if !v.Deployment {
		kind = "assembly"
	}
	if err := v.comment(out, r.Notes()); err != nil {
		return err
	}
	switch v.Kind {
	case "classes":
		books := v.BooksOf(&r, sources)
		if v.Output == "json" {
			return JSON(out, r, classes, sources, &books)
		}
		for _, s := range sources {
			r.Records += s.Unknown
		}
		return Table(out, r, classes, kind, books)
	case "equivalence":
		return equivalenceClasses(out, classes, r.Names)
	case "executions", "messages":
		all := representatives(classes, r.Classes)
		switch {
		case v.Output == "json":
			documents := make([]jsonTrace, len(all))
			for i := range all {
				documents[i] = newJSONTrace(all[i], r.Names)
			}
			return tracesJSON(out, documents)
		case v.Kind == "messages":
			return Messages(out, r.Names, all...)
		}
		return Executions(out, r.Names, all...)
	case "invalid":
		if v.Output != "json" {
			return InvalidTraces(out, r)
		}
		documents := make([]jsonTrace, len(r.Examples))
		for i := range documents {
			documents[i] = newJSONInvalid(r.Examples[i], r.Names)
		}
		return tracesJSON(out, documents)
	case "operations":
		return v.graph(out, r, Operations)
	case "components":
		return v.graph(out, r, Components)
	case "containers":
		return v.graph(out, r, Containers)
	case "tree":
		return v.tree(out, aggregatedTree(r.Classes, v.Deployment), r.Names, true)
	}
	if v.Class > len(classes) {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("there is no class %d: the traces form %d", v.Class, len(classes)), Hint: "--show classes lists them"}
	}
	c := classes[v.Class-1]
	if v.Kind == "sequence" {
		return MermaidSequence(out, c, r.Names, v.Deployment)
	}
	return v.tree(out, callTree(c), r.Names, false)
}

func representatives(shown, onHosts []*classes.Class) []classes.Trace {
	byID := map[int64][]classes.Trace{}
	for _, c := range onHosts {
		t := c.Representative()
		byID[t.ID] = append(byID[t.ID], t)
	}
	all := make([]classes.Trace, len(shown))
	for i, c := range shown {
		all[i] = c.Representative()
		same := func(t classes.Trace) bool { return slices.EqualFunc(t.Executions, all[i].Executions, sameButHost) }
		if at := slices.IndexFunc(byID[all[i].ID], same); at >= 0 {
			all[i] = byID[all[i].ID][at]
		}
	}
	return all
}

func sameButHost(a, b classes.Execution) bool {
	a.Host = b.Host
	return a == b
}

// comment puts what limits of memory left out into the file of a drawing.
func (v View) comment(out io.Writer, notes []string) error {
	mark, drawn := map[string]string{"dot": "//", "mermaid": "%%"}[v.Output]
	if !drawn {
		return nil
	}
	for _, note := range notes {
		if _, err := fmt.Fprintln(out, mark, note); err != nil {
			return err
		}
	}
	return nil
}

// Line writes the result as one line of JSON.
func (v View) Line(out io.Writer, r traces.Result, sources []kieker.Report) error {
	return stream(out, newDocument(r, nil, sources), v.classes(r.Classes), "", "")
}

func (v View) classes(all []*classes.Class) []*classes.Class {
	if v.Deployment {
		return all
	}
	return classes.Assembly(all)
}

func (v View) graph(out io.Writer, r traces.Result, level Level) error {
	g := dependencies(r.Classes, level, v.Deployment)
	switch v.Output {
	case "json":
		return graphJSON(out, g)
	case "dot":
		return dotGraph(out, g, r.Names, Units[v.Times])
	case "mermaid":
		return mermaidGraph(out, g, r.Names, Units[v.Times])
	default:
		return textGraph(out, g, r.Names, Units[v.Times])
	}
}

func (v View) tree(out io.Writer, t *Tree, names *classes.Names, aggregated bool) error {
	switch v.Output {
	case "json":
		return treeJSON(out, t)
	case "dot":
		return dotTree(out, t, names, aggregated)
	case "mermaid":
		return mermaidTree(out, t, names)
	default:
		return textTree(out, t, names)
	}
}

// Stacks are all calls with their self times.
func (v View) Stacks(r traces.Result) (all []stacks.Stack) {
	var visit func(t *Tree, above []string)
	visit = func(t *Tree, above []string) {
		frames, own := above, t.Total
		if !t.Entry {
			name := t.Operation.String()
			if t.Host != "" {
				name = t.Host + "::" + name
			}
			frames = append(above[:len(above):len(above)], name)
		}
		for _, child := range t.Children {
			if child.Async {
				visit(child, nil)
				continue
			}
			own -= child.Total
			visit(child, frames)
		}
		if took := time.Duration(math.Round(own)); took > 0 { // calls that overlap may take more than their caller
			all = append(all, stacks.Stack{Frames: frames, Own: took})
		}
	}
	visit(aggregatedTree(r.Classes, v.Deployment), nil)
	return all
}
