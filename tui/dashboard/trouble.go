package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/tui/dialog"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// trouble is the list of problems: worst first, and those that one check found of
// many elements below one heading.
type trouble struct {
	screen.List
	feed *live.Feed
	rows []troubleRow
	open map[kind]bool // headings whose problems are shown
	of   int           // problems that the rows were made of
}

// kind is what problems have in common that stand together.
type kind struct {
	severity model.Severity
	rule     string
}

// kindOf is by what problems are shown together: their rule, or their sentence where they
// have none.
func kindOf(p *model.Problem) kind {
	if p.Rule == "" { // no check's: alike only where it says the same
		return kind{p.Severity, "\x00" + p.Message}
	}
	return kind{p.Severity, p.Rule}
}

// troubleRow is a problem, or the heading of several.
type troubleRow struct {
	problem int // index into Snapshot.Problems; of a heading the first
	count   int // of a heading; 0: a problem
	below   bool
}

// newTrouble lists the problems of an analysis, those of one kind folded.
func newTrouble(feed *live.Feed) *trouble {
	t := &trouble{feed: feed, open: map[kind]bool{}}
	t.Narrow = t.arrange
	return t
}

func (t *trouble) arrange() {
	problems := t.feed.Snapshot.Problems
	t.rows, t.of = t.rows[:0], len(problems)
	t.Filter.Shown, t.Filter.All = 0, len(problems)
	of := map[kind][]int{}
	var kinds []kind
	for i := range problems {
		if !t.shows(&problems[i]) {
			continue
		}
		t.Filter.Shown++
		k := kindOf(&problems[i])
		if of[k] == nil {
			kinds = append(kinds, k)
		}
		of[k] = append(of[k], i)
	}
	rank := func(k kind) int { return slices.Index(worstFirst, k.severity) }
	slices.SortStableFunc(kinds, func(a, b kind) int { return cmp.Compare(rank(a), rank(b)) })
	for _, k := range kinds {
		if len(of[k]) == 1 {
			t.rows = append(t.rows, troubleRow{problem: of[k][0]})
			continue
		}
		t.rows = append(t.rows, troubleRow{problem: of[k][0], count: len(of[k])})
		if t.open[k] {
			for _, i := range of[k] {
				t.rows = append(t.rows, troubleRow{problem: i, below: true})
			}
		}
	}
	t.Cursor.Clamp(len(t.rows))
}

// shows reports whether a problem passes the filter: it contains all of its words, or
// is what they say.
func (t *trouble) shows(p *model.Problem) bool {
	return text.Contains(t.Filter.Text, p.Error(), p.Rule, p.Hint, string(p.Element), severities[p.Severity])
}

// severities are the words of a filter for how grave a problem is.
var severities = map[model.Severity]string{model.Error: "is:error", model.Warning: "is:warning", model.Info: "is:note"}

// export writes the problems that the filter shows into a file, also those below closed
// headings.
func (t *trouble) export(env *screen.Env) tea.Cmd {
	var rows [][]string
	for i := range t.feed.Snapshot.Problems {
		if p := &t.feed.Snapshot.Problems[i]; t.shows(p) {
			rows = append(rows, []string{strings.TrimPrefix(severities[p.Severity], "is:"), p.Rule, p.Message, p.Hint, p.File, strconv.Itoa(p.Line), string(p.Element)})
		}
	}
	return env.Export("problems", []string{"severity", "check", "message", "hint", "file", "line", "element"}, rows)
}

var worstFirst = []model.Severity{model.Error, model.Warning, model.Info}

// follow makes the rows anew where there are more problems.
func (t *trouble) follow() {
	if t.of != len(t.feed.Snapshot.Problems) {
		t.arrange()
	}
}

// enter opens or closes a heading, or shows a problem whole.
func (t *trouble) enter(env *screen.Env) tea.Cmd {
	r := t.rows[t.Cursor.At]
	p := &t.feed.Snapshot.Problems[r.problem]
	if r.count == 0 {
		return dialog.Show(env, problemDialog(p))
	}
	t.open[kindOf(p)] = !t.open[kindOf(p)]
	t.arrange()
	return nil
}

// draw draws the rows around the chosen one, and below them the whole sentence of that where there is room.
func (t *trouble) draw(env *screen.Env, width, height int) []string {
	t.follow()
	var whole []string
	if len(t.rows) > 0 {
		whole = t.whole(width)
		if len(t.rows)+len(whole) > height {
			whole = nil
		}
	}
	return append(t.list(env, width, height-len(whole)), whole...)
}

// whole are the sentences of the chosen problem.
func (t *trouble) whole(width int) []string {
	p := &t.feed.Snapshot.Problems[t.rows[t.Cursor.At].problem]
	lines := append([]string{""}, text.Wrap(words.Problem(p), width-1)...)
	if p.Hint != "" {
		lines = append(lines, text.Wrap(text.Safe(p.Hint), width-1)...)
	}
	return lines
}

func (t *trouble) list(env *screen.Env, width, height int) []string {
	th := env.Theme
	return t.Draw(th, nil, len(t.rows), "nothing went wrong so far", width, height, func(i int) (string, lipgloss.Style) {
		r := &t.rows[i]
		p := &t.feed.Snapshot.Problems[r.problem]
		line := text.Fit(words.Severity(p.Severity), 11) + words.Problem(p)
		switch {
		case r.count > 0:
			sign := "▸ "
			if i+1 < len(t.rows) && t.rows[i+1].below {
				sign = "▾ "
			}
			line = text.Fit(words.Severity(p.Severity), 11) + sign + quantity.Count(int64(r.count)) + " × " + text.Safe(p.Message)
		case r.below:
			line = text.Fit("", 13) + words.Problem(p)
		}
		return text.Cut(line, width-1), th.Plain
	})
}
