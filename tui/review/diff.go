package review

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
	"beagle/tui/words"
)

// diffView holds the diff of the model file; the diff screen and the write
// screen both show it.
type diffView struct {
	of     *Review
	lines  []string
	err    error
	loaded bool
	cursor screen.Cursor // its row is the first line that is seen
	to     int           // line after the last one that is seen; 0: nothing was drawn yet
}

// diffMsg is the diff of the decisions as they were when it was asked for.
type diffMsg struct {
	view *diffView
	text string
	err  error
}

// maxDiff bounds how much of a diff is shown; the file itself holds the rest.
const maxDiff = 20000

// load asks for what would change in the file.
func (v *diffView) load() tea.Cmd {
	r := v.of.feed.Run
	return v.of.feed.Ask(writeTimeout, func(ctx context.Context) tea.Msg {
		d, err := r.Diff(ctx)
		return diffMsg{view: v, text: d, err: err}
	})
}

// update takes in the answer, unless another view asked for it.
func (v *diffView) update(msg tea.Msg) {
	m, ok := msg.(diffMsg)
	if !ok || m.view != v {
		return
	}
	v.loaded, v.err = true, m.err
	file := text.Lines(strings.TrimRight(m.text, "\n"))
	if v.lines = nil; len(file) == 1 && file[0] == "" {
		return
	}
	if len(file) > maxDiff {
		file = append(file[:maxDiff], "… the rest is not shown")
	}
	v.lines = append(append(changes(&v.of.feed.Snapshot), "", inFile), file...)
}

// where says which lines are seen.
func (v *diffView) where() string {
	if v.to == 0 {
		return ""
	}
	return screen.Span(v.cursor.At, v.to, len(v.lines))
}

// draw draws the difference, or why there is none.
func (v *diffView) draw(th *theme.Theme, width, height int) []string {
	switch {
	case v.err != nil:
		return text.Pad(text.Wrap(th.Bad.Render("✗ "+text.Safe(v.err.Error())), width), height)
	case !v.loaded:
		return text.Pad([]string{th.Muted.Render("comparing…")}, height)
	case len(v.lines) == 0:
		return text.Pad([]string{th.Muted.Render("The file would not change.")}, height)
	}
	// The cursor is the first line seen: a diff is scrolled, not walked.
	v.cursor.At = max(0, min(v.cursor.At, len(v.lines)-height))
	v.cursor.Window(len(v.lines), height) // tells the cursor what a page is
	var out []string
	i := v.cursor.At
	for ; i < len(v.lines) && len(out) < height; i++ {
		out = append(out, diffLine(th, v.lines[i], width)...)
	}
	v.to = i
	return text.Pad(out, height)
}

// inFile is the heading above the diff of the file.
const inFile = "The same change in the XML of the model file"

// changes lists the elements that get a new value, each with its verdict, its old and its new value. The first line counts
// them, and those to check.
func changes(s *run.Snapshot) (lines []string) {
	doubtful, all := 0, 0
	for i := range s.Elements {
		e := &s.Elements[i]
		to, changed := words.Decided(e)
		if !changed {
			continue
		}
		if all++; words.Doubtful(e) {
			doubtful++
		}
		lines = append(lines, words.Mark(e.Trust())+" "+words.Name(&e.Element)+"  "+words.Place(&e.Element), "-    "+words.Old(&e.Element), "+  → "+to)
	}
	head := quantity.Plural(all, "element", "elements")
	if doubtful > 0 {
		head += ", " + quantity.Count(int64(doubtful)) + " to check first (" + words.Mark(run.Check) + " " + words.Mark(run.MeasureMore) + ")"
	}
	return append([]string{head + "; the lines of the XML file follow below"}, lines...)
}

// diffLine draws one line of a diff. Lines that change are shown to their end,
// which is where the expressions of a model stand; the others are cut.
func diffLine(th *theme.Theme, line string, width int) []string {
	switch {
	case line == inFile:
		return []string{th.Title.Render(text.Cut(line, width))}
	case strings.HasPrefix(line, words.Mark(run.Check)), strings.HasPrefix(line, words.Mark(run.MeasureMore)):
		return []string{th.Warn.Render(text.Cut(line, width))}
	case strings.HasPrefix(line, words.Mark(run.Trusted)):
		return []string{text.Cut(line, width)}
	case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
		return []string{th.Strong.Render(text.Cut(line, width))}
	case strings.HasPrefix(line, "@@"):
		return []string{th.Info.Render(text.Cut(line, width))}
	case strings.HasPrefix(line, "+"):
		return hang(line, width, th.Good.Render)
	case strings.HasPrefix(line, "-"):
		return hang(line, width, th.Bad.Render)
	}
	return []string{th.Muted.Render(text.Cut(line, width))}
}

// hang wraps a line under its own indentation.
func hang(line string, width int, style func(...string) string) []string {
	body := strings.TrimLeft(line[1:], " ")
	indent := min(len(line)-len(body), width/3)
	lines := text.Wrap(body, width-indent)
	for i := range lines {
		lead := strings.Repeat(" ", indent)
		if i == 0 {
			lead = line[:indent]
		}
		lines[i] = style(lead + lines[i])
	}
	return lines
}

// diff is the diff on the whole screen.
type diff struct {
	screen.Base
	of   *Review
	view *diffView
}

// newDiff is the screen of what would change.
func newDiff(of *Review) *diff { return &diff{of: of, view: &diffView{of: of}} }

func (d *diff) Init() tea.Cmd            { return d.view.load() }
func (d *diff) Update(m tea.Msg) tea.Cmd { d.view.update(m); return nil }
func (d *diff) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.ReviewDiff, keys.Moving, keys.Everywhere}
}

func (d *diff) Footer() []keys.Action {
	return []keys.Action{keys.Down, keys.PageDown, keys.Write, keys.Back, keys.Help}
}

func (d *diff) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Back:
		return d.of.env.Go(screen.Close{})
	case keys.Write:
		return tea.Batch(d.of.env.Go(screen.Close{}), d.of.env.Go(screen.Open{Screen: newWrite(d.of)}))
	case keys.Leave, keys.Stop:
		return d.of.Leave()
	default:
		d.view.cursor.Move(action, max(1, len(d.view.lines)))
	}
	return nil
}

func (d *diff) Title() (left, right string) { return "What would change in the model", "" }

func (d *diff) Body(width, height int) []string {
	return d.view.draw(d.of.env.Theme, width, height)
}

// Where says which lines are seen.
func (d *diff) Where() string { return d.view.where() }
