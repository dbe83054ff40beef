// Package pcm holds the commands for Palladio models on their own: list, check,
// compare, change, link and predict with them without an analysis.
package pcm

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/links"
	"beagle/model"
	"beagle/model/language"
	"beagle/pcm"
	"beagle/predict"
)

// New is the command pcm with its commands.
func New(a *app.App) *cobra.Command {
	c := &cobra.Command{Use: "pcm", Short: "Look at, check, compare and change Palladio models without an analysis"}
	c.AddCommand(newNew(a), newList(a), newCheck(a), newDiff(a), newSet(a), newLinks(a))
	return c
}

type listed struct {
	ID          string             `json:"id"`  // of the action in the model
	Key         model.ElementID    `json:"key"` // tells the quantities of one action apart
	Kind        model.Kind         `json:"kind"`
	Name        string             `json:"name"`
	Component   string             `json:"component"`
	Service     string             `json:"service"`
	Resource    string             `json:"resource"`
	Argument    string             `json:"argument,omitempty"`
	Old         string             `json:"old,omitempty"`
	Transitions []listedTransition `json:"transitions,omitempty"`
	Link        *listedLink        `json:"link"`
	Line        int                `json:"line"`
}

type listedTransition struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Condition   string      `json:"condition,omitempty"`
	Probability *float64    `json:"probability,omitempty"`
	Link        *listedLink `json:"link"`
}

type listedLink struct {
	Unit  string `json:"unit"`
	File  string `json:"file,omitempty"`
	First int    `json:"first"`
	Last  int    `json:"last"`
}

// linkOf is a section as a link; nil: there is none.
func linkOf(s *model.Section) *listedLink {
	if s == nil {
		return nil
	}
	return &listedLink{s.Unit, s.File, s.First, s.Last}
}

func newList(a *app.App) *cobra.Command {
	var linksFile string
	var sources []string
	c := &cobra.Command{
		Use:   "list FILE",
		Short: "List the elements of a model that can be measured",
		Long: `List the elements of a model that can be measured: resource demands of internal
actions, iteration counts of loops, branches, and arguments of external calls.
Elements that have no value yet are listed too; Beagle can learn it.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := pcm.Read(args[0])
			if err != nil {
				return err
			}
			elements, problems, err := linkedElements(r, linksFile, sources)
			if err != nil {
				return err
			}
			if a.JSON() {
				return listJSON(a, r, elements, problems)
			}
			for _, p := range problems {
				a.Warn(p)
			}
			if err := listText(a, elements); err != nil {
				return err
			}
			return listParts(a, r)
		},
	}
	c.Flags().StringVar(&linksFile, "links", "", "file that links elements to the source; default: the one beside the model")
	c.Flags().StringSliceVar(&sources, "source", nil, "source folder to look the links up in; may be repeated")
	return a.Prints(c, listing{})
}

// linkedElements are the elements with their links: from the file that was named, from the one that
// lies beside the model, or from their names.
func linkedElements(r *pcm.Repository, path string, sources []string) ([]model.Element, []model.Problem, error) {
	problems := r.Problems()
	if path == "" {
		beside := strings.TrimSuffix(r.Path(), filepath.Ext(r.Path())) + "_source_statement_links.xml"
		if _, err := os.Stat(beside); err == nil {
			path = beside
		}
	}
	file := links.FromNames(r.Elements())
	if path != "" {
		var err error
		if file, err = links.Read(path); err != nil {
			return nil, nil, err
		}
		problems = append(problems, file.CheckModel(r.Bytes())...)
	}
	if len(sources) == 0 {
		return file.Positions(r.Elements()), problems, nil
	}
	elements, _, found := file.Attach(r.Elements(), r.Services(), language.NewSources(sources))
	return elements, append(problems, found...), nil
}

type listedPart struct {
	File      string   `json:"file"`
	Component string   `json:"component"`
	ReadOnly  bool     `json:"read_only"`
	Elements  []listed `json:"elements"`
}

type listing struct {
	File      string       `json:"file"`
	Namespace string       `json:"namespace"`
	Elements  []listed     `json:"elements"`
	Parts     []listedPart `json:"parts,omitempty"` // of other files
	Warnings  []string     `json:"warnings"`
}

func listJSON(a *app.App, r *pcm.Repository, elements []model.Element, problems []model.Problem) error {
	warnings := make([]string, len(problems))
	for i, p := range problems {
		warnings[i] = p.Error()
	}
	var parts []listedPart
	for _, p := range pcm.Parts(r) {
		parts = append(parts, listedPart{p.File, p.Component, true, listedOf(p.Elements)})
	}
	return a.PrintJSON(listing{r.Path(), r.Namespace(), listedOf(elements), parts, warnings})
}

func listedOf(elements []model.Element) []listed {
	list := make([]listed, len(elements))
	for i := range elements {
		e := &elements[i]
		l := listed{
			ID: e.PCMID, Key: e.ID, Kind: e.Kind, Name: e.Name, Component: e.Component, Service: e.Service,
			Resource: e.Resource.Name, Old: e.Old, Line: e.Line,
		}
		if e.Kind == model.CallParameter {
			l.Argument = e.Argument.String()
		}
		if len(e.Sections) > 0 {
			l.Link = linkOf(&e.Sections[0])
		}
		for _, o := range e.Branches {
			t := listedTransition{ID: o.ID, Name: o.Name, Condition: o.Condition, Link: linkOf(o.Section)}
			if !o.Guarded {
				t.Probability = &o.Probability
			}
			l.Transitions = append(l.Transitions, t)
		}
		list[i] = l
	}
	return list
}

func listParts(a *app.App, r *pcm.Repository) error {
	for _, part := range pcm.Parts(r) {
		fmt.Fprintf(a.Out, "\n%s, read-only: a part that lies in %s\n", safe.Line(part.Component), safe.Line(part.File))
		if err := listText(a, part.Elements); err != nil {
			return err
		}
	}
	return nil
}

func listText(a *app.App, elements []model.Element) error {
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	service := ""
	for i := range elements {
		e := &elements[i]
		if at := e.Component + "." + e.Service; at != service {
			service = at
			fmt.Fprintf(w, "%s\n", safe.Line(at))
		}
		what, old := e.Resource.Name, e.Old
		switch e.Kind {
		case model.CallParameter:
			what = e.Argument.String()
		case model.Branch:
			what, old = fmt.Sprintf("%d transitions", len(e.Branches)), transitions(e)
		default:
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", safe.Line(string(e.ID)), e.Kind, safe.Line(app.Short(e.Name, 40)), safe.Line(what), safe.Line(app.Short(old, 60)))
	}
	return w.Flush()
}

func transitions(e *model.Element) string {
	text := ""
	for i, o := range e.Branches {
		if i > 0 {
			text += "; "
		}
		if o.Guarded {
			text += o.Condition
		} else {
			text += fmt.Sprint(o.Probability)
		}
	}
	return text
}

type reported struct {
	Severity model.Severity  `json:"severity"`
	Rule     string          `json:"rule"`
	Element  model.ElementID `json:"element"`
	Name     string          `json:"name,omitempty"`
	Line     int             `json:"line"`
	Column   int             `json:"column,omitempty"`
	Message  string          `json:"message"`
	Hint     string          `json:"hint,omitempty"`
}

func report(problems []model.Problem) []reported {
	list := make([]reported, len(problems))
	for i, p := range problems {
		list[i] = reported{p.Severity, p.Rule, p.Element, p.Name, p.Line, p.Column, p.Message, p.Hint}
	}
	return list
}

func newCheck(a *app.App) *cobra.Command {
	var against string
	c := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check models: whether Palladio can load and simulate them",
		Long: `Check models: whether Palladio can load them (repositories, systems, usage models,
allocations and resource environments), and of repositories the constraints of
PCM on services and every expression in its place; and what a simulator would trip
over, with the other files of the model beside the file: unconnected roles, missing
service effect specifications, variables that nobody passes, wrong types. Errors keep
Palladio from loading or simulating the model; the exit code is then 1. Everything else is a warning.
With --against only what the older version of the file did not have counts.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			failed := false
			var before []model.Problem
			if against != "" {
				before = pcm.CheckFile(against)
			}
			for _, file := range files {
				problems := simulatable(file, pcm.CheckFile(file))
				if against != "" {
					problems = pcm.Introduced(before, problems)
				}
				for _, p := range problems {
					failed = failed || p.Severity == model.Error
				}
				if err := reportChecked(a, file, problems); err != nil {
					return err
				}
			}
			if failed {
				return app.Exit(app.Failed, nil)
			}
			return nil
		},
	}
	c.Flags().StringVar(&against, "against", "", "an older version of the file; only new problems count")
	return c
}

func simulatable(file string, problems []model.Problem) []model.Problem {
	found, err := predict.Check(predict.Beside(file)...)
	if err != nil {
		return problems // it is no model, which was said already
	}
	for _, p := range found {
		known := func(q model.Problem) bool {
			return q.Line == p.Line && q.Element == p.Element && (q.Severity == p.Severity || q.Severity == model.Error)
		}
		if p.File == file && !slices.ContainsFunc(problems, known) {
			problems = append(problems, p)
		}
	}
	slices.SortStableFunc(problems, func(a, b model.Problem) int { return a.Line - b.Line })
	return problems
}

func reportChecked(a *app.App, file string, problems []model.Problem) error {
	if a.JSON() {
		return json.NewEncoder(a.Out).Encode(map[string]any{"file": file, "problems": report(problems)})
	}
	counts := map[model.Severity]int{}
	for _, p := range problems {
		counts[p.Severity]++
		fmt.Fprintf(a.Out, "%s: %s [%s]\n", p.Severity, safe.Line(p.Error()), p.Rule)
		if p.Severity == model.Error && p.Hint != "" {
			fmt.Fprintf(a.Out, "  %s\n", safe.Line(p.Hint))
		}
	}
	_, err := fmt.Fprintf(a.Out, "%s: %s, %s\n", safe.Line(file), quantity.Plural(counts[model.Error], "error", "errors"), quantity.Plural(counts[model.Warning], "warning", "warnings"))
	return err
}
