package home

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/run/folder"
	"beagle/tui/elements"
	"beagle/tui/evidence"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// wide is from where on the detail stands beside the list.
const wide = 112

// Body draws the list, and below it or beside it what is known of the row.
func (h *Home) Body(width, height int) []string {
	th := h.env.Theme
	if !h.read {
		return text.Pad([]string{"", th.Muted.Render("Looking for runs and drafts…")}, height)
	}
	if width >= wide && height >= 10 {
		left := screen.Beside(width, h.need())
		return text.Beside(h.drawList(left, height), h.detail(width-left-3, height), left, width-left-3, height, th.Rule.Render(" │ "))
	}
	under := 8
	if height < 16 {
		under = max(0, height-9)
	}
	lines := h.drawList(width, height-under)
	if under == 0 {
		return lines
	}
	lines = append(lines, th.Rule.Render(strings.Repeat("─", width)))
	return append(lines, h.detail(width, under-1)...)
}

// drawList draws the rows, with a heading where another kind begins.
func (h *Home) drawList(width, height int) []string {
	th := h.env.Theme
	var lines []string
	if filter := h.Filter.Draw(th); filter != "" {
		lines = append(lines, text.Cut(filter, width))
	} else if h.err != nil {
		lines = append(lines, th.Bad.Render(text.Cut("✗ "+Reason(h.err), width)))
	}
	if len(h.rows) == 0 {
		return text.Pad(append(lines, "", th.Muted.Render("  No match; esc shows all.")), height)
	}
	h.top = len(lines)
	room := height - len(lines)
	var all []string
	of, at := []int{}, 0 // the row of each line, and the line of the chosen row
	headings, columns := h.headings(), h.columns(width-1)
	roomy := len(h.rows)+2*len(headings) <= room+1 // headings stand apart
	for i := range h.rows {
		if heading, begins := headings[i]; begins {
			if roomy && i > 0 {
				all, of = append(all, ""), append(of, -1)
			}
			all, of = append(all, " "+th.Title.Render(heading)), append(of, -1)
		}
		if i == h.Cursor.At {
			at = len(all)
		}
		line, style := h.draw(&h.rows[i], width-1, columns)
		all, of = append(all, th.Row(line, width, i == h.Cursor.At, style)), append(of, i)
	}
	h.first = max(at+2-room, min(h.first, at-1)) // a heading is seen with its first row
	h.first = max(0, min(h.first, len(all)-room))
	to := min(len(all), h.first+max(0, room))
	h.Cursor.Window(len(h.rows), room-len(headings)) // tells the cursor what a page is
	h.lines = of[h.first:to]
	return text.Pad(append(lines, all[h.first:to]...), height)
}

// columns are widths of columns in the rows of runs; 0: the column is not shown.
type columns struct{ name, result int }

const (
	gap      = "  "
	agoWidth = 12
	others   = 1 + 11 + len(gap) + len(gap) + agoWidth + len(gap) // the mark, the state, the time and gaps
)

// wanted are the columns wide enough for every row, and the width of the longest id.
func (s *list) wanted() (c columns, id int) {
	for i := range s.rows {
		if r := &s.rows[i]; r.kind == analysis {
			c.name, c.result = max(c.name, text.Width(r.name())), max(c.result, text.Width(r.result()))
			id = max(id, text.Width(r.info.ID))
		}
	}
	return c, id
}

// columns fits the columns into a width. Results are shown only where neither names nor ids are cut for them.
func (s *list) columns(width int) columns {
	c, id := s.wanted()
	if others+c.name+c.result+len(gap)+id > width {
		c.result = 0
	}
	c.name = min(c.name, max(8, width-others-id))
	return c
}

// need is the width of the list in which no row of a run is cut.
func (s *list) need() int {
	c, id := s.wanted()
	return 2 + others + c.name + c.result + len(gap) + id
}

func (h *Home) draw(r *row, width int, c columns) (line string, style lipgloss.Style) {
	th := h.env.Theme
	switch r.kind {
	case analysis:
		info := r.info
		mark := " "
		if info.ID == h.marked {
			mark = "*"
		}
		switch info.State {
		case run.Failed:
			style = th.Bad
		case run.Preparing, run.Running, run.Paused, run.Aborting:
			style = th.Accent
		case run.Aborted, run.Finished:
			style = th.Plain
		}
		ago := quantity.None
		if !info.Created.IsZero() {
			ago = quantity.Ago(h.env.Now().Sub(info.Created))
		}
		line = mark + text.Fit(words.State(info.State), 11) + gap + text.Fit(text.Safe(r.name()), c.name) + gap + text.Right(ago, agoWidth) + gap
		if c.result > 0 {
			line += text.Fit(r.result(), c.result) + gap
		}
		return line + text.Cut(text.Safe(info.ID), width-text.Width(line)), style
	case drafted:
		name := text.Fit(" "+text.Safe(r.name()), max(24, min(40, width/2))) // a path tells drafts of one name apart
		return text.Between(name+"  "+text.CutLeft(text.Safe(tilde(filepath.Dir(r.path))), max(0, width-text.Width(name)-16)), quantity.Ago(h.env.Now().Sub(r.draft.Saved)), width), th.Plain
	case here:
		return text.Between(" "+r.name(), h.listing.Here.Has(), width), th.Plain
	case project:
		return text.Between(" "+text.Safe(r.name())+"  "+text.CutLeft(text.Safe(tilde(r.path)), max(8, width-text.Width(r.name())-14)), quantity.Plural(r.runs, "run", "runs"), width), th.Plain
	case tour, opening, nothing:
	}
	return " " + r.name(), th.Plain
}

// tilde writes the user's own folder as shells do.
func tilde(path string) string {
	own, err := os.UserHomeDir()
	if rest, inside := strings.CutPrefix(path, own+"/"); err == nil && own != "" && own != "/" && inside {
		return "~/" + rest
	}
	return path
}

// detail says what is known of the row, and what enter does.
func (h *Home) detail(width, height int) []string {
	th, r := h.env.Theme, h.row()
	var lines []string
	fact := func(name, value string) {
		if value != "" {
			lines = append(lines, evidence.Fact(th, name, text.Safe(value), width, 3)...)
		}
	}
	say := func(words string) { lines = append(lines, text.Wrap(words, width)...) }
	switch r.kind {
	case here:
		p := &h.listing.Here
		fact("Folder", tilde(p.Folder)+": "+p.Has())
		switch {
		case p.Settings:
			say("The wizard shows the settings step by step and starts the analysis. Beagle learns what each step costs. Nothing is written until you confirm.")
		case p.Models > 0:
			say("Six steps: the wizard proposes what it finds here, asks for the rest, and starts the analysis.")
		case p.Sources:
			say("Beagle needs a Palladio model (.repository) of these sources. Enter offers to create one; then the wizard asks how to run the program. To do all of it with one command:")
			say("  beagle model")
		default:
			say("Start Beagle in the folder of a Java program or Palladio model, open one (o), or take the tour (t).")
		}
	case opening:
		say("A folder with a beagle.yaml, with Palladio models (.repository) or with Java sources, or a model itself. Tab completes the path.")
	case tour:
		say("Beagle measures a small Java file sharing service in a folder of its own and explains each screen. Takes about two minutes; needs a JDK.")
	case drafted:
		d := r.draft
		fact("Project", tilde(r.path))
		if d.Started != "" {
			fact("Started", d.Started+"; beagle.yaml does not have its settings")
		} else {
			fact("Stopped", "at step "+quantity.Count(int64(d.Step))+", "+quantity.Ago(h.env.Now().Sub(d.Saved)))
		}
		fact("Launches", quantity.Plural(len(d.Config.Launch), "launch configuration", "launch configurations"))
	case project:
		fact("Folder", tilde(r.path))
		fact("Runs", quantity.Count(int64(r.runs))+"; filter by its name (/) to see them")
	case analysis:
		h.told(fact, r.info, width-10)
		if rest := height - len(lines) - 2; r.info.Result != nil && len(r.info.Result.Demands) > 0 && rest > 0 {
			lines = append(lines, "", th.Title.Render("Resource demands"))
			lines = append(lines, demands(r.info.Result.Demands, width, rest)...)
		}
	case nothing:
	}
	return text.Pad(lines[:min(len(lines), max(0, height))], max(0, height))
}

// demands lists learnt resource demands with their verdicts, at most so many.
func demands(all []folder.Demand, width, most int) (lines []string) {
	names, says := 0, 0
	for i := range all {
		names, says = max(names, text.Width(all[i].Name)), max(says, text.Width(all[i].StoEx))
	}
	names, says = elements.Share(width-2-len(gap), names, says)
	for i := range all[:min(len(all), most)] {
		d := &all[i]
		lines = append(lines, words.Mark(d.Verdict)+" "+text.Fit(text.Safe(d.Name), names)+gap+text.Cut(text.Safe(d.StoEx), says))
	}
	return lines
}

// told lists the facts of a run: its problem and warnings first, then its result.
func (h *Home) told(fact func(name, value string), info *folder.Info, room int) {
	fact("Problem", info.Problem)
	if r := info.Result; r != nil && len(r.Warnings) > 0 {
		warning := r.Warnings[0]
		if more := len(r.Warnings) - 1; more > 0 {
			warning += fmt.Sprintf(" (and %d more)", more)
		}
		fact("Warning", "◆ "+warning)
	}
	if why := info.Why(); why != "" {
		fact("Result", why)
	} else {
		fact("State", string(info.State))
	}
	if len(info.News) > 0 {
		fact("News", "since you left "+quantity.Ago(h.env.Now().Sub(info.Left))+": "+strings.Join(info.News, ", "))
	}
	if info.Result != nil { // of other launches than held-out ones it is said
		fact("Check", strings.TrimPrefix(info.Result.Check, "Prediction check (held-out launches): "))
	}
	if info.Elapsed > 0 {
		fact("Time", quantity.Clock(time.Duration(info.Elapsed))+", "+quantity.Clock(time.Duration(info.Measured))+" of it in launches")
	}
	fact("Model", text.CutLeft(tilde(info.Model), room))
	fact("Written", text.CutLeft(tilde(info.File), room))
	if before := h.before(info); before != "" {
		fact("Compare", "c: with "+before+"; h: history of all runs of this model")
	}
}
