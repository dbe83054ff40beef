package report

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"beagle/compare"
	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/tui/keys"
	"beagle/tui/text"
	"beagle/tui/words"
)

// Page is what the report says, in words.
type Page struct {
	Title      string      // of the page and of the browser's tab
	Facts      []Fact      // of the analysis
	Verdicts   []Verdict   // how many elements each verdict holds for; verdicts of none are left out
	Elements   []Element   // that were measured or have an expression
	Unread     []string    // names of the others
	Services   []Service   // totals of services over launches that did not teach
	Launches   []Launch    // what else ran on the machine, launch by launch
	Machine    string      // what was noisy, in words
	Precision  string      // how well launches agree, in words
	Problems   []Problems  // errors first, then warnings, then notes
	Commands   []Fact      // that were measured
	Inputs     []Fact      // files that the results depend on, with digests
	Diff       []Line      // unified diff of the model file
	NoDiff     string      // why there is no diff
	Hurried    int         // elements that were not examined for want of time
	Glossary   []keys.Note // the words of the page, as the screens explain them
	Against    *Against    // an earlier run; nil: none
	Validation *Validation // nil: it was not judged

	figures []figure // pictures of the whole, as files
}

// Fact is a labelled line.
type Fact struct {
	Name, Value string // the label, and what it says
}

// Verdict is how many elements one word of the verdict holds for.
type Verdict struct {
	Word, Class, Means string // the word, its class in the style sheet, and the word explained in a sentence
	Count              int    // elements
}

// Service is what the demands of one service took in launches that were left out.
type Service struct {
	Name, Resource, Modelled, Measured, Beside string // texts of the row's columns; Beside is by how much the modelled total is off
}

// Launch is what was on the machine during one launch.
type Launch struct {
	Number                             int32  // of the launch, from 1
	Running, Waited, Steal, Clock, Why string // texts of the row's columns; Why says what made it noisy
	Machine                            string // where it ran; empty: where the run is
}

// Problems are those of one kind.
type Problems struct {
	Word, Class string    // severity in a word, and its class in the style sheet
	All         []Problem // the problems, in the order in which they were found
}

// Problem is one of them; several that say the same are one.
type Problem struct {
	Message, Where, Hint string // what is wrong, in which file or element, and what to do
}

// Line is one line of a diff.
type Line struct {
	Class, Text string // class in the style sheet (added, removed, place), and the line
}

// About is what the report knows besides the run itself.
type About struct {
	Against *compare.Comparison // with an earlier run; nil: none
	Begun   folder.Beginning    // what the run began with
	Beagle  string              // which version writes this
	Now     time.Time           // when the page is written
}

const (
	manyElements = 150  // from here on, pictures have fewer points
	fewPoints    = 80   // that these have
	maxDiff      = 3000 // lines
	maxProblems  = 500
)

// examineWithin bounds how long proposals are examined.
const examineWithin = 2 * time.Minute

// Gather asks a run for everything that the page says.
func Gather(ctx context.Context, r run.Run, about About) (*Page, error) {
	s := r.Snapshot()
	p := &Page{Title: "Analysis of " + filepath.Base(s.Model), Glossary: keys.Glossary}
	p.facts(&s, &about)
	p.against(about.Against)
	p.verdicts(s.Elements)
	limit, cancel := context.WithTimeout(ctx, examineWithin)
	defer cancel()
	points := 0
	for i := range s.Elements {
		if measured(&s.Elements[i]) {
			points++
		}
	}
	for i := range s.Elements {
		e := &s.Elements[i]
		if !measured(e) {
			p.Unread = append(p.Unread, words.Name(&e.Element)+" in "+words.Place(&e.Element))
			continue
		}
		d, err := r.Detail(limit, e.ID, run.Aspect{})
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			p.Hurried++
			d = run.Detail{}
		}
		if points > manyElements {
			d.Points = thin(d.Points, fewPoints)
		}
		p.Elements = append(p.Elements, element(e, &d))
	}
	p.services(s.Elements)
	p.validation(s.Validation)
	p.launches(s.Precision)
	p.problems(s.Problems)
	p.provenance(&about.Begun)
	diff, err := r.Diff(ctx)
	p.diff(diff, err)
	return p, ctx.Err()
}

func measured(e *run.ElementState) bool { return e.Samples > 0 || e.Best != nil }

func thin(points []run.Point, most int) []run.Point {
	step := (len(points) + most - 1) / most
	if step <= 1 {
		return points
	}
	out := make([]run.Point, 0, most)
	for i := 0; i < len(points); i += step {
		out = append(out, points[i])
	}
	return out
}

func (p *Page) facts(s *run.Snapshot, about *About) {
	add := func(name, value string) {
		if value != "" {
			p.Facts = append(p.Facts, Fact{name, text.Safe(value)})
		}
	}
	add("Run", s.Run)
	add("Model", s.Model)
	state := string(s.State)
	if s.Reason != "" {
		state += ": " + s.Reason
	}
	add("State", state)
	add("Began", s.Started.UTC().Format("2006-01-02 15:04 UTC"))
	add("Took", fmt.Sprintf("%s, of which %s in the measured program", quantity.Clock(time.Duration(s.Elapsed)), quantity.Clock(time.Duration(s.Measured))))
	launches := quantity.Plural(s.LaunchesDone, "launch", "launches")
	add("Measured", fmt.Sprintf("%s, %s records", launches, quantity.Count(s.Records)))
	if s.Lost > 0 {
		add("Lost", quantity.Count(s.Lost)+" records")
	}
	add("Seed", fmt.Sprint(about.Begun.Config.Seed))
	add("Written by", "Beagle "+about.Beagle+", "+about.Now.UTC().Format("2006-01-02 15:04 UTC"))
}

func (p *Page) verdicts(elements []run.ElementState) {
	count := map[run.Trust]int{}
	for i := range elements {
		if measured(&elements[i]) {
			count[elements[i].Trust()]++
		}
	}
	for _, v := range []Verdict{
		{string(run.Trusted), "good", "nothing speaks against the expression", count[run.Trusted]},
		{string(run.Check), "look", "read the warnings and look at the picture first", count[run.Check]},
		{string(run.MeasureMore), "more", "the measurements do not decide it", count[run.MeasureMore]},
		{string(run.NotYet), "none", "there is no expression", count[run.NotYet]},
	} {
		if v.Count > 0 || v.Class == "good" {
			p.Verdicts = append(p.Verdicts, v)
		}
	}
}

func (p *Page) services(elements []run.ElementState) {
	for _, t := range run.ServiceTotals(elements) {
		p.Services = append(p.Services, Service{
			Name: text.Safe(t.Component + "." + t.Service), Resource: text.Safe(t.Resource),
			Modelled: quantity.Seconds(t.Modelled), Measured: quantity.Seconds(t.Measured), Beside: fmt.Sprintf("%+.1f %%", 100*float64(t.Total)),
		})
	}
}

func (p *Page) launches(precision *run.Precision) {
	if precision == nil {
		return
	}
	p.Machine, p.Precision = text.Safe(precision.Machine), text.Safe(precision.Words())
	share := func(x float64) string {
		if x == 0 {
			return quantity.None
		}
		return quantity.Percent(x)
	}
	for i := range precision.Noise {
		n := &precision.Noise[i]
		clock := quantity.None
		if known := n.Frequency(); known != "" {
			clock = text.Safe(known)
		}
		p.Launches = append(p.Launches, Launch{
			Number: n.Launch, Running: fmt.Sprintf("%.1f on %d", n.Running, n.Cores), Waited: share(n.Waited), Steal: share(n.Steal),
			Clock: clock, Machine: text.Safe(n.Machine), Why: text.Safe(strings.Join(n.Reasons(), ", ")),
		})
	}
}

func (p *Page) problems(all []model.Problem) {
	of := map[model.Severity]*Problems{
		model.Error: {Word: "Errors", Class: "bad"}, model.Warning: {Word: "Warnings", Class: "look"}, model.Info: {Word: "Notes", Class: "none"},
	}
	seen, shown := map[Problem]bool{}, 0
	for i := range all {
		x := &all[i]
		where := x.File
		if where != "" && x.Line > 0 {
			where += fmt.Sprintf(":%d", x.Line)
		}
		one := Problem{text.Safe(x.Message), text.Safe(where), text.Safe(x.Hint)}
		if x.Name != "" && !strings.Contains(x.Message, x.Name) {
			one.Message = text.Safe(x.Name) + ": " + one.Message
		}
		group := of[x.Severity]
		if group == nil || seen[one] {
			continue
		}
		seen[one] = true
		if shown++; shown > maxProblems {
			continue
		}
		group.All = append(group.All, one)
	}
	for _, severity := range []model.Severity{model.Error, model.Warning, model.Info} {
		if len(of[severity].All) > 0 {
			p.Problems = append(p.Problems, *of[severity])
		}
	}
	if shown > maxProblems {
		p.Problems = append(p.Problems, Problems{Word: "Not shown", Class: "none", All: []Problem{{Message: fmt.Sprintf("%d more", shown-maxProblems)}}})
	}
}

// provenance says what was run and from which files.
func (p *Page) provenance(b *folder.Beginning) {
	c := &b.Config
	if len(c.Build) > 0 {
		p.Commands = append(p.Commands, Fact{"build", text.Safe(shell.Join(c.Build))})
	}
	for i := range c.Launch {
		l := &c.Launch[i]
		line := text.Safe(shell.Join(l.Command))
		if l.Repeat > 1 {
			line += fmt.Sprintf(" (%d times)", l.Repeat)
		}
		p.Commands = append(p.Commands, Fact{text.Safe(l.Name), line})
	}
	for _, input := range b.Inputs {
		p.Inputs = append(p.Inputs, Fact{text.Safe(input.What + " " + input.File), input.SHA256})
	}
}

func (p *Page) diff(diff string, err error) {
	switch {
	case err != nil:
		p.NoDiff = text.Safe(err.Error())
		return
	case strings.TrimSpace(diff) == "":
		p.NoDiff = "Nothing is accepted yet, so the model would not change; beagle review decides."
		return
	}
	lines := text.Lines(strings.TrimRight(diff, "\n"))
	for i, line := range lines {
		if i == maxDiff {
			p.Diff = append(p.Diff, Line{"", fmt.Sprintf("… %d more lines", len(lines)-i)})
			break
		}
		class := ""
		switch {
		case strings.HasPrefix(line, "+"):
			class = "added"
		case strings.HasPrefix(line, "-"):
			class = "removed"
		case strings.HasPrefix(line, "@@"):
			class = "place"
		}
		p.Diff = append(p.Diff, Line{class, line})
	}
}
