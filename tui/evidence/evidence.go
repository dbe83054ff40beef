// Package evidence shows why an expression is believed: what was measured, how
// well the expression fits, and the code it stands for. The dashboard and the
// review share it.
package evidence

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/run"
	"beagle/tui/live"
	"beagle/tui/plot"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
	"beagle/tui/words"
)

// label is the width of the column of labels.
const label = 9

// Fact is one labelled line, wrapped where it is too long.
func Fact(th *theme.Theme, name, value string, width, most int) []string {
	if value == "" || width < label+4 {
		return nil
	}
	lines := text.Wrap(value, width-label)
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = text.Cut(lines[most-1]+" …", width-label)
	}
	for i, line := range lines {
		lead := strings.Repeat(" ", label)
		if i == 0 {
			lead = th.Muted.Render(text.Fit(name, label))
		}
		lines[i] = lead + line
	}
	return lines
}

// Heading names the element and the place it belongs to.
func Heading(th *theme.Theme, e *run.ElementState, width int) string {
	name := words.Name(&e.Element)
	rest := "   " + words.One(e.Kind) + " in " + words.Place(&e.Element)
	if e.Component == "" && e.Service == "" { // a lone table
		rest = "   " + words.One(e.Kind)
	}
	if text.Width(name)+text.Width(rest) > width {
		rest = "   " + words.Place(&e.Element)
	}
	return text.Cut(th.Title.Render(name)+th.Muted.Render(rest), width)
}

// HeadingWithLegend is both on one line; the name is never cut for the legend.
func HeadingWithLegend(th *theme.Theme, feed *live.Feed, e *run.ElementState, width int) string {
	return withLegend(th, e, width, Legend(th, feed, e))
}

// withLegend puts a legend to the right of the heading, where there is room.
func withLegend(th *theme.Theme, e *run.ElementState, width int, legend string) string {
	heading := Heading(th, e, width-text.Width(legend)-2)
	return text.Between(heading, legend, width)
}

// Yours are a person's own expression, where it is to be written, and how well it fits; nil: there is none.
func Yours(th *theme.Theme, feed *live.Feed, e *run.ElementState, width int) []string {
	if e.Decision.Choice != run.Edit {
		return nil
	}
	edited, _ := words.Decided(e)
	lines := Fact(th, "Yours", th.Strong.Render(edited), width, 3)
	if d, err := feed.Detail(e.ID); err == nil && d != nil && d.Own != nil && d.Own.Problem == "" {
		lines = append(lines, Fact(th, "", fmt.Sprintf("error %s · size %d", words.ErrorOf(&run.Proposed{Error: d.Own.Error}), d.Own.Size), width, 1)...)
	}
	return lines
}

// Legend explains the marks of an element's picture.
func Legend(th *theme.Theme, feed *live.Feed, e *run.ElementState) string {
	d, err := feed.Detail(e.ID)
	if err != nil || d == nil {
		return legendOf(th, "best expression")
	}
	return LegendOf(th, d, e)
}

// LegendOf explains the marks of the picture of what is known of an element.
func LegendOf(th *theme.Theme, d *run.Detail, e *run.ElementState) string {
	switch {
	case d.Own != nil && len(d.Own.Curve) > 0:
		return th.Point.Render("•") + th.Muted.Render(" measured   ") + th.Good.Render("─") + th.Muted.Render(" yours   ") + th.Accent.Render("┄") + th.Muted.Render(" best")
	case drawsShares(d):
		return "" // its bars have one of their own
	case drawsSpread(d, e):
		return th.Point.Render("█") + th.Muted.Render(" how often measured"+spreadOf(d, e, Paint{}).Note()+"   ") + th.Accent.Render("◂") + th.Muted.Render(" interval")
	}
	return legendOf(th, "best expression")
}

// legendOf says what the marks of a picture stand for.
func legendOf(th *theme.Theme, line string) string {
	if line == "" {
		return ""
	}
	return th.Point.Render("•") + th.Muted.Render(" measured   ") + th.Accent.Render("─") + th.Muted.Render(" "+line)
}

// InUnits is a demand in units that people read, where there is room for it.
func InUnits(th *theme.Theme, p *run.Proposed, width int) []string {
	if p == nil {
		return nil
	}
	return Fact(th, "that is", text.Safe(p.InUnits), width, 2)
}

// Grades is what the judge says of a proposal, on one line.
func Grades(p *run.Proposed) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("error %s · fitness %s · size %d · by %s",
		words.ErrorOf(p), words.Fitness(p), p.Size, text.Safe(p.Analyser))
}

// Measured is what was measured of the element, on one line.
func Measured(e *run.ElementState) string {
	line := run.Sampled(e.Samples, e.Records)
	if e.Kind.Noisy() {
		line += " · noise " + quantity.Percent(e.Noise)
	}
	return line
}

// Launches says of a demand how launches differ, and how its times were taken.
func Launches(th *theme.Theme, e *run.ElementState, width int) []string {
	if e.Times == nil {
		return nil
	}
	return append(Fact(th, "Launches", e.Times.Words(), width, 3), Fact(th, "Timed", e.Times.Taken(), width, 3)...)
}

// Facts are the facts of a living run about an element.
func Facts(th *theme.Theme, feed *live.Feed, e *run.ElementState, width int) []string {
	return append(Finding(th, feed, e, width, Few), Grounds(th, feed, e, width, Few)...)
}

// Brief is what is believed of an element in a few lines, of which none says only half: how wrong it
// may be stands before what it is made of.
func Brief(th *theme.Theme, feed *live.Feed, e *run.ElementState, width, most int) []string {
	if all := Facts(th, feed, e, width); len(all) <= most {
		return all
	}
	lines := Fact(th, "Best", words.Expression(e.Best), width, 2)
	if _, where, found := strings.Cut(e.Undecided, ": "); found { // what to do says more than between which forms
		lines = append(append(lines, Fact(th, "Verdict", string(e.Trust()), width, 1)...), Fact(th, "?", text.Safe(where), width, 3)...)
	} else {
		lines = append(lines, Verdict(th, e, width, 2)...)
	}
	if wrong := Errors(th, feed, e, 0, width); len(lines)+len(wrong) <= most {
		lines = append(lines, wrong...)
	}
	if e.Best != nil {
		lines = append(lines, Fact(th, "", Grades(e.Best), width, 1)...)
	}
	return lines[:min(len(lines), most)]
}

// Few and Whole are lines of one fact: where it stands beside others, and on a screen that scrolls,
// where nothing is cut.
const (
	Few   = 2
	Whole = 1 << 10
)

// Finding is what is believed of an element, and how wrong that may be, with about so many lines of a fact at most.
func Finding(th *theme.Theme, feed *live.Feed, e *run.ElementState, width, most int) []string {
	var lines []string
	lines = append(lines, Fact(th, "Best", words.Expression(e.Best), width, most+1)...)
	lines = append(lines, Verdict(th, e, width, most+1)...)
	lines = append(lines, Fit(th, e, width, most)...)
	lines = append(lines, InUnits(th, e.Best, width)...)
	lines = append(lines, Fact(th, "?", text.Safe(e.Undecided), width, most+3)...)
	if e.Best != nil {
		lines = append(lines, Fact(th, "", Grades(e.Best), width, 2)...)
	}
	lines = append(lines, Errors(th, feed, e, 0, width)...)
	lines = append(lines, HeldOut(th, e, width)...)
	for _, w := range Unsaid(e) {
		if w == e.Undecided {
			continue // said already
		}
		lines = append(lines, Fact(th, "◆", text.Safe(w), width, most)...)
	}
	return lines
}

// Verdict is what to do with the expression, and why.
func Verdict(th *theme.Theme, e *run.ElementState, width, most int) []string {
	word := string(e.Trust())
	if doubt := doubt(e); doubt != "" {
		return Fact(th, "Verdict", word+": "+text.Safe(doubt), width, most)
	}
	if e.Note != "" {
		word += ": " + text.Safe(e.Note)
	}
	return Fact(th, "Verdict", word, width, most)
}

// Fit says how well the expression fits, where the verdict gives a doubt instead.
func Fit(th *theme.Theme, e *run.ElementState, width, most int) []string {
	if doubt(e) == "" {
		return nil
	}
	return Fact(th, "Fit", text.Safe(e.Note), width, most)
}

// Unsaid are the warnings that Verdict does not show already.
func Unsaid(e *run.ElementState) []string {
	if doubt(e) == "" {
		return e.Warnings
	}
	return e.Warnings[1:]
}

// doubt is why an expression should be checked that is fitted well; empty: its note says it, or nothing speaks against it.
func doubt(e *run.ElementState) string {
	if e.Trust() != run.Check || !e.Optimal || len(e.Warnings) == 0 {
		return ""
	}
	return e.Warnings[0]
}

// HeldOut is how well the expression predicts launches that did not teach it.
func HeldOut(th *theme.Theme, e *run.ElementState, width int) []string {
	f := e.HeldOut
	if f == nil {
		return nil
	}
	single := fmt.Sprintf("±%s, p90 ±%s", quantity.Percent(float64(f.Error)), quantity.Percent(float64(f.NineInTen)))
	total := ", total " + quantity.Signed(float64(f.Total))
	said := "on unseen launches: median " + single + total
	for _, shorter := range []string{single + total, single} {
		if text.Width(said) > width-label {
			said = shorter
		}
	}
	lines := Fact(th, "Held out", said, width, 2)
	if w := f.WarmUp; w != nil {
		lines = append(lines, Fact(th, "Warm-up", fmt.Sprintf("%s ignored (%.3gx as slow)", quantity.Plural(w.Observations, "warm-up call", "warm-up calls"), w.Measured/w.Modelled), width, 2)...)
	}
	return lines
}

// Notes are what is good to know and takes nothing away.
func Notes(th *theme.Theme, e *run.ElementState, width, most int) (lines []string) {
	for _, note := range e.Notes {
		lines = append(lines, Fact(th, "Note", text.Safe(note), width, most)...)
	}
	return lines
}

// Grounds are what it rests on.
func Grounds(th *theme.Theme, feed *live.Feed, e *run.ElementState, width, most int) []string {
	var lines []string
	lines = append(lines, Examined(th, feed, e, 0, width)...)
	lines = append(lines, Fact(th, "Measured", Measured(e), width, 1)...)
	lines = append(lines, Launches(th, e, width)...)
	lines = append(lines, Notes(th, e, width, most)...)
	if len(e.History) > 0 {
		lines = append(lines, Fact(th, "Fitness", strings.TrimLeft(plot.Spark(e.History, min(len(e.History), width-label-16)), " ")+
			"  now "+words.Fitness(e.Best), width, 1)...)
	}
	return lines
}

// Picture draws the measured points and the curve of the best expression.
func Picture(env *screen.Env, feed *live.Feed, e *run.ElementState, width, height int) []string {
	d, err := feed.Detail(e.ID)
	return PictureOf(env, d, err, e, width, height)
}

// PictureOf draws what is known of an element; nil: nothing is yet.
func PictureOf(env *screen.Env, d *run.Detail, err error, e *run.ElementState, width, height int) []string {
	th := env.Theme
	if width < 16 || height < 4 {
		return text.Pad(nil, max(0, height))
	}
	switch {
	case err != nil:
		return text.Pad(text.Wrap(th.Bad.Render("No picture: "+text.Safe(err.Error())), width), height)
	case d == nil:
		return text.Pad([]string{"", th.Muted.Render("Loading the measurements…")}, height)
	case len(d.Points) == 0 && e.Samples > 0:
		return text.Pad(append([]string{""}, text.Wrap(th.Muted.Render("The picture comes when the launch has ended."), width)...), height)
	}
	return Figure(d, e, paint(env)).Draw(width, height)
}

// UnderFacts is the picture below the facts. Where both do not fit the facts
// give way: the picture says most, and what is cut is one key away. Where there is room for more, the
// proposals stand below it.
func UnderFacts(env *screen.Env, feed *live.Feed, e *run.ElementState, facts []string, width, height int) []string {
	least := max(6, height*2/5)
	if room := height - least - 2; len(facts) > room && room > 0 {
		facts = append(facts[:room-1:room-1], env.Theme.Muted.Render("… z shows all"))
	}
	lines := append(facts, "", Legend(env.Theme, feed, e))
	var below []string
	if room := height - len(lines) - least; len(e.Proposals) > 0 && room >= 4 {
		below = append([]string{""}, Proposals(env.Theme, e, width)...)
		below = below[:min(len(below), room)]
	}
	lines = append(lines, Picture(env, feed, e, width, height-len(lines)-len(below))...)
	for lines[len(lines)-1] == "" { // bars are not as many as fit
		lines = lines[:len(lines)-1]
	}
	return append(lines, below...)
}

// Source draws the code of the element, with a mark beside the measured lines.
func Source(th *theme.Theme, s *run.Source, width, height int) []string {
	if height <= 0 {
		return nil
	}
	if len(s.Lines) == 0 {
		return text.Pad([]string{th.Muted.Render("no source text")}, height)
	}
	title := text.CutLeft(text.Safe(s.File), width-8) + fmt.Sprintf(":%d", s.From)
	lines := []string{th.Muted.Render(text.Cut(title, width))}
	// The measured lines come early where not everything fits, after some that lead to them.
	first := 0
	if len(s.Lines) > height-1 {
		lead := max(2, (height-2-s.To+s.From)/3)
		first = max(0, min(s.From-s.First-lead, len(s.Lines)-height+1))
	}
	shown := dedent(s.Lines, s.From-s.First, s.To-s.First)
	digits := len(fmt.Sprint(s.First + len(s.Lines)))
	for i := first; i < len(s.Lines) && len(lines) < height; i++ {
		number := s.First + i
		inside := number >= s.From && number <= s.To
		gutter := fmt.Sprintf("%*d  ", digits, number)
		line := text.Cut(shown[i], width-text.Width(gutter)-2)
		if inside {
			lines = append(lines, th.Accent.Render("┃ "+gutter)+highlighted(th, line))
		} else {
			lines = append(lines, th.Muted.Render("  "+gutter)+highlighted(th, line))
		}
	}
	return text.Pad(lines, height)
}

// code finds comments, literals and keywords of a program.
var code = regexp.MustCompile(`(//.*|/\*.*?(?:\*/|$)|^\s*\*.*)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)+'|\b\d[\w.]*)|\b(` +
	"abstract|assert|boolean|break|byte|case|catch|char|class|const|continue|default|do|double|else|" +
	"enum|extends|final|finally|float|for|func|function|if|implements|import|instanceof|int|" +
	"interface|let|long|new|null|package|private|protected|public|record|return|short|static|super|" +
	"switch|synchronized|this|throw|throws|true|false|try|var|void|while|yield" + `)\b`)

// highlighted is a line of a program with comments, literals and keywords apart from the rest.
func highlighted(th *theme.Theme, line string) string {
	var b strings.Builder
	at := 0
	for _, m := range code.FindAllStringSubmatchIndex(line, -1) {
		style := th.Muted
		switch {
		case m[4] >= 0:
			style = th.Good
		case m[6] >= 0:
			style = th.Accent
		}
		b.WriteString(line[at:m[0]] + style.Render(line[m[0]:m[1]]))
		at = m[1]
	}
	return b.String() + line[at:]
}

// dedent makes lines safe to print and takes away the indentation that those of an element share, but for one step, so that
// what is around it is seen to be: beside a tree every column counts. The element's lines are those from one place to another.
func dedent(lines []string, from, to int) []string {
	const step = 2
	out := make([]string, len(lines))
	indent := func(i int) int { return len(out[i]) - len(strings.TrimLeft(out[i], " ")) }
	shared := -1
	for i, line := range lines {
		out[i] = strings.TrimRight(strings.Join(text.Lines(line), " "), " ")
		if out[i] != "" && i >= from && i <= to && (shared < 0 || indent(i) < shared) {
			shared = indent(i)
		}
	}
	for i, line := range out {
		out[i] = line[min(indent(i), max(0, shared-step)):]
	}
	return out
}

// Proposals lists what was proposed for an element: the judge's choice, and then the
// nearest first, with the size that this takes. Those than which another one is both
// shorter and nearer are only counted: nobody would take them.
func Proposals(th *theme.Theme, e *run.ElementState, width int) []string {
	lines := []string{th.Title.Render("Proposals") + th.Muted.Render(fmt.Sprintf("   %d: the chosen one first, then by error; with error and size", len(e.Proposals)))}
	var shown []int
	for i := range e.Proposals {
		if !dominated(e.Proposals[:i], &e.Proposals[i]) {
			shown = append(shown, i)
		}
	}
	if len(shown) > 1 {
		slices.SortStableFunc(shown[1:], func(i, j int) int {
			return cmp.Compare(nearness(&e.Proposals[i]), nearness(&e.Proposals[j]))
		})
	}
	for _, i := range shown {
		p := &e.Proposals[i]
		line := fmt.Sprintf("%3d  ", i+1) + text.Right(words.ErrorOf(p), 7) + text.Right(strconv.Itoa(p.Size), 5) + "  " + text.Fit(text.Safe(p.Analyser), 12) + "  " + words.Expression(p)
		lines = append(lines, text.Cut(line, width))
	}
	if folded := len(e.Proposals) - len(shown); folded > 0 {
		lines = append(lines, th.Muted.Render(text.Cut(fmt.Sprintf("     %d more, each longer and less accurate than one above; ← → shows all", folded), width)))
	}
	return lines
}

// nearness ranks proposals as people do: by their error, and last where that is
// unknown or nobody can choose them.
func nearness(p *run.Proposed) float64 {
	if !p.Error.Finite() || p.Refused != "" || p.Unsayable != "" {
		return math.Inf(1)
	}
	return float64(p.Error)
}

// dominated reports whether one of the proposals says no less with no more.
func dominated(by []run.Proposed, p *run.Proposed) bool {
	return p.Error.Finite() && slices.ContainsFunc(by, func(q run.Proposed) bool {
		return q.Refused == "" && q.Unsayable == "" && q.Error.Finite() && q.Error <= p.Error && q.Size <= p.Size
	})
}

// OpenSource opens the code of an element in the person's editor, at its line.
func OpenSource(feed *live.Feed, e *run.ElementState) tea.Cmd {
	d, err := feed.Detail(e.ID)
	if err != nil || d == nil || d.Source.File == "" {
		return screen.Say("There is no source text of this element here.")
	}
	editor := cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"), "vi")
	command, err := shell.Split(editor)
	if err != nil || len(command) == 0 {
		return screen.Say("EDITOR cannot be read as a command: " + editor)
	}
	command = append(command, fmt.Sprintf("+%d", max(1, d.Source.From)), d.Source.File)
	return tea.ExecProcess(exec.Command(command[0], command[1:]...), func(err error) tea.Msg { //nolint:noctx // it is the person's, and ends when they end it
		if err != nil {
			return screen.Notice{Text: editor + " did not work: " + err.Error() + "; EDITOR names another one"}
		}
		return nil
	})
}
