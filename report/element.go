package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"strings"

	"beagle/internal/quantity"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/plot"
	"beagle/tui/text"
	"beagle/tui/words"
)

// Element is all that the page says of one element.
type Element struct {
	Anchor             string        // where links within the page lead
	Name, Place, Kind  string        // what it is called, Component.service, and its kind in words
	Verdict, Class     string        // the word, and how it looks
	Note               string        // why
	Old, New, Decision string        // expression in the model, the one that was learnt, and what a person decided on it
	Error, HeldOut     string        // how far off it is on what taught it, and on launches that did not, in words
	ErrorBy, SamplesBy float64       // what rows are sorted by
	Samples            string        // observations, in words
	Picture, Predicted template.HTML // measurements over an input, and against what the expression says: SVG; empty: no picture
	Caption            string        // what the picture shows, in a sentence
	Facts              []Fact        // further lines with a label
	Errors             []Errors      // a row for each way of measuring the error
	Intervals          []Interval    // of the fitted numbers, in the order of the text
	Transitions        []Transition  // Branch: a row a transition
	Rivals             []Rival       // other proposals of the element
	Warnings, Notes    []string      // what to look at, and what was done with the measurements, a sentence each
	Source             []Source      // lines of the measured code with some around them
	SourceFile         string        // path of that file; empty: not found

	figures []figure // the pictures as files
}

// Errors is one row of errors.
type Errors struct {
	Name, Fitted, LeftOut, Largest string // what is measured, and the three errors in words
}

// Interval is where a fitted number lies with a probability of 90 %.
type Interval struct {
	Value, Low, High, Width string // the number, its bounds, and their distance relative to it
}

// Transition is how often a branch transition was taken, and what is said of it.
type Transition struct {
	Name, Taken, Right, Within string // texts of the row's columns; Within is the share's 90 % interval
}

// Rival is another proposal.
type Rival struct {
	Expression, Analyser, Error, Fitness, Size, Why string // texts of the row's columns
}

// Source is a line of the measured code.
type Source struct {
	Number   int    // line number, 1-based
	Text     string // the line without its line break
	Measured bool   // it belongs to the measured section
}

type figure struct {
	what               string
	of                 plot.Figure
	title, description string
}

// classes tell verdicts apart by colour and mark.
var classes = map[run.Trust]string{run.Trusted: "good", run.Check: "look", run.MeasureMore: "more", run.NotYet: "none"}

// mostRivals is how many proposals are listed.
const mostRivals = 12

func element(e *run.ElementState, d *run.Detail) Element {
	out := Element{
		Anchor: "e-" + anchor(string(e.ID)), Name: words.Name(&e.Element), Place: words.Place(&e.Element), Kind: words.One(e.Kind),
		Verdict: string(e.Trust()), Class: classes[e.Trust()], Note: text.Safe(e.Note),
		Old: words.Old(&e.Element), New: words.Expression(e.Best), Decision: decision(e),
		Error: words.ErrorOf(e.Best), HeldOut: judge.HeldOut(e.HeldOut), ErrorBy: math.MaxFloat32, SamplesBy: float64(e.Samples), Samples: quantity.Count(e.Samples),
	}
	if e.Best != nil && e.Best.Error.Finite() {
		out.ErrorBy = float64(e.Best.Error)
	}
	for _, w := range e.Warnings {
		out.Warnings = append(out.Warnings, text.Safe(w))
	}
	for _, n := range e.Notes {
		out.Notes = append(out.Notes, text.Safe(n))
	}
	out.facts(e, d)
	out.evidence(e, d)
	out.rivals(e)
	out.pictures(e, d)
	for i, line := range d.Source.Lines {
		number := d.Source.First + i
		out.Source = append(out.Source, Source{number, text.Safe(line), number >= d.Source.From && number <= d.Source.To})
	}
	if d.Source.File != "" {
		out.SourceFile = fmt.Sprintf("%s:%d", text.Safe(d.Source.File), d.Source.From)
	}
	return out
}

func anchor(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '.'
	}, id)
}

func decision(e *run.ElementState) string {
	said, changed := words.Decided(e)
	switch {
	case e.Decision.Choice == run.Edit:
		return "written by hand: " + said
	case e.Decision.Choice == run.Accept && e.Decision.Unattended:
		return "accepted by the analysis itself"
	case e.Decision.Choice == run.TakeMean:
		return "not learnt; written is the mean, " + said + ": " + e.Measured.Words()
	case changed:
		return "accepted by a person"
	case e.Decision.Choice == run.Reject:
		return "the old value stays, says a person"
	}
	return "not decided; the old value stays"
}

func (out *Element) facts(e *run.ElementState, d *run.Detail) {
	add := func(name, value string) {
		if value != "" {
			out.Facts = append(out.Facts, Fact{name, text.Safe(value)})
		}
	}
	if e.Best != nil {
		add("Grade", evidence.Grades(e.Best))
	}
	add("Held out", out.HeldOut)
	add("Measured", evidence.Measured(e))
	if e.Times != nil {
		add("Launches", e.Times.Words())
		add("Timed", e.Times.Taken())
	}
	if len(d.Evidence) > 0 {
		x := &d.Evidence[0]
		add("Rivals", x.Against)
		add("Totals", x.Mean.Words())
		add("From", fmt.Sprintf("%s, %s", quantity.Plural(x.Rows, "observation", "observations"), quantity.Plural(x.Points, "distinct input", "distinct inputs")))
	}
	add("Id", cmp.Or(e.PCMID, string(e.ID)))
}

func (out *Element) evidence(e *run.ElementState, d *run.Detail) {
	if len(d.Evidence) == 0 {
		return
	}
	x := &d.Evidence[0]
	percent := func(v *float64) string {
		if v == nil {
			return quantity.None
		}
		return quantity.Percent(*v)
	}
	score := func(v *float64) string {
		if v == nil {
			return quantity.None
		}
		return fmt.Sprintf("%.2f", *v)
	}
	name := "relative error"
	if e.Kind == model.Branch {
		name = "decisions said wrongly"
	}
	out.Errors = append(out.Errors, Errors{name, percent(x.Training), percent(x.Validation), percent(x.Extrapolation)})
	if f := x.Frequent; f != nil {
		out.Errors = append(out.Errors, Errors{"by always saying the most frequent", percent(f.Training), percent(f.Validation), percent(f.Extrapolation)})
	}
	if f := x.Brier; f != nil {
		out.Errors = append(out.Errors, Errors{"distance of probabilities (half of Brier's score)", score(f.Training), score(f.Validation), score(f.Extrapolation)})
	}
	for _, i := range x.Intervals {
		wide := ""
		if i.Value != 0 {
			wide = "±" + quantity.Percent(math.Abs((i.High-i.Low)/2/i.Value))
		}
		out.Intervals = append(out.Intervals, Interval{quantity.Short(i.Value), quantity.Short(i.Low), quantity.Short(i.High), wide})
	}
	for i, t := range x.Transitions {
		called := "none of them"
		if i < len(e.Branches) {
			called = cmp.Or(e.Branches[i].Name, e.Branches[i].ID)
		}
		out.Transitions = append(out.Transitions, Transition{text.Safe(called), quantity.Count(int64(math.Round(t.Taken))), quantity.Count(int64(math.Round(t.Right))), fmt.Sprintf("%.2f to %.2f", t.Low, t.High)})
	}
}

func (out *Element) rivals(e *run.ElementState) {
	for i := range e.Proposals {
		if i == mostRivals {
			break
		}
		p := &e.Proposals[i]
		out.Rivals = append(out.Rivals, Rival{words.Expression(p), text.Safe(p.Analyser), words.ErrorOf(p), words.Fitness(p), fmt.Sprint(p.Size), text.Safe(p.Why)})
	}
}

func (out *Element) pictures(e *run.ElementState, d *run.Detail) {
	if len(d.Points) == 0 {
		return
	}
	title := out.Name + " in " + out.Place
	description := fmt.Sprintf("%d measured points", len(d.Points))
	if d.Axis.Name != "" {
		description += " over " + d.Axis.String()
	}
	if e.Best != nil {
		description += "; the line is " + out.New
	}
	out.Caption = "Points are measured, the line is the expression; a triangle is a point far above."
	if len(d.Variables) > 1 && len(d.Curve) > 0 {
		out.Caption += " The line holds for the median of the other inputs."
	}
	f := evidence.Figure(d, e, evidence.Paint{})
	switch f.(type) {
	case plot.Bars:
		out.Caption = "How often which value was measured."
	case plot.Shares:
		out.Caption = "How often what was decided for each value, and what the expression says."
	}
	out.figures = append(out.figures, figure{"measured", f, title, description})
	out.Picture = template.HTML(f.SVG(title, description, false)) //nolint:gosec // SVG escapes every text that it takes from outside
	if against, ok := evidence.Against(d, e); ok {
		title, description := title+": predicted", "measured against predicted; on the line they are the same"
		out.figures = append(out.figures, figure{"predicted", against, title, description})
		out.Predicted = template.HTML(against.SVG(title, description, false)) //nolint:gosec // as above
	}
}
