package wizard

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/shell"
	"beagle/measure"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/wizard/aside"
	"beagle/tui/wizard/launchfields"
)

// launchPage lists the launch configurations: how the program is run while it
// is measured.
type launchPage struct {
	screen.Base
	of      *Wizard
	cursor  screen.Cursor
	deleted []deleted
	looking looking
	trials  map[string][]string // what trying out said, by trialKey
}

// deleted is a launch that can be put back.
type deleted struct {
	at     int
	launch measure.Launch
}

func newLaunchPage(w *Wizard) *launchPage {
	p := &launchPage{of: w, trials: map[string][]string{}}
	p.looking.of = p
	return p
}

func (p *launchPage) Init() tea.Cmd { return p.looking.begin() }

func (p *launchPage) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case waysMsg:
		return p.looking.take(msg)
	case triedMsg:
		if errors.Is(msg.err, context.Canceled) {
			return nil // a person stopped it
		}
		said := text.Lines(msg.report)
		if msg.err != nil {
			said = append([]string{p.of.env.Theme.Bad.Render("✗ " + text.Safe(msg.err.Error()))}, said...)
		}
		p.trials[trialKey(&msg.of.launch)] = said
	}
	return nil
}

func (p *launchPage) Title() (left, right string) { return "Launches", "" }
func (p *launchPage) Scopes() []*keys.Scope       { return []*keys.Scope{keys.Launches, keys.Moving} }

func (p *launchPage) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Add, keys.Propose, keys.Drive, keys.Change, keys.Try, keys.Delete, keys.Back, keys.Help}
}

func (p *launchPage) Off(action keys.Action) string {
	none := len(p.of.cfg.Launch) == 0
	switch action {
	case keys.Enter:
		if none {
			return "add a launch configuration first (a)"
		}
		for i := range p.of.cfg.Launch {
			if said := unsaid(&p.of.cfg.Launch[i]); said != "" {
				return said
			}
		}
	case keys.Change, keys.Delete:
		if none {
			return "add a launch configuration first (a)"
		}
	case keys.Try:
		if none {
			return "add a launch configuration first (a)"
		}
		if p.of.opt.TryLaunch == nil {
			return "launches can't be tried out here"
		}
		return unsaid(&p.of.cfg.Launch[p.cursor.At])
	case keys.Propose:
		return p.looking.off()
	case keys.Drive:
		switch {
		case p.of.opt.Methods == nil:
			return "no methods are looked for here"
		case p.of.cfg.Drive.Mode == "off":
			return "drive.mode is off"
		}
	case keys.Undo:
		if len(p.deleted) == 0 {
			return "nothing is deleted"
		}
	default: // everything else can be done at any time
	}
	return ""
}

var argument = regexp.MustCompile(`^ARGUMENT\d+$`)

// unsaid says which argument of a launch that was found nobody has said yet; empty: none.
func unsaid(l *measure.Launch) string {
	if i := slices.IndexFunc(l.Command, argument.MatchString); i >= 0 {
		return text.Safe(l.Name) + ": say what is in the place of " + l.Command[i] + "; e changes the launch"
	}
	return ""
}

func (p *launchPage) Act(action keys.Action) tea.Cmd {
	list := &p.of.cfg.Launch
	switch action {
	case keys.Enter:
		return p.of.next()
	case keys.Back:
		return nil
	case keys.Add:
		return p.of.env.Go(screen.Open{Screen: p.form(-1)})
	case keys.Propose:
		return p.of.env.Go(screen.Open{Screen: newWays(p)})
	case keys.Drive:
		return p.of.env.Go(screen.Open{Screen: newMethods(p.of)})
	case keys.Change:
		return p.of.env.Go(screen.Open{Screen: p.form(p.cursor.At + 1)})
	case keys.Try:
		return p.of.env.Go(screen.Open{Screen: newTryOut(p.of, (*list)[p.cursor.At])})
	case keys.Export:
		return p.of.env.Export("launches", []string{"name", "command", "folder", "times"}, launchRows(*list))
	case keys.Delete:
		p.deleted = append(p.deleted, deleted{p.cursor.At, (*list)[p.cursor.At]})
		*list = slices.Delete(slices.Clone(*list), p.cursor.At, p.cursor.At+1)
		p.cursor.Clamp(len(*list))
		return screen.Say("Deleted; u brings it back.")
	case keys.Undo:
		last := p.deleted[len(p.deleted)-1]
		p.deleted = p.deleted[:len(p.deleted)-1]
		p.cursor.At = min(last.at, len(*list))
		*list = slices.Insert(slices.Clone(*list), p.cursor.At, last.launch)
	default:
		p.cursor.Move(action, len(*list))
	}
	return nil
}

func launchRows(list []measure.Launch) (rows [][]string) {
	for i := range list {
		l := &list[i]
		rows = append(rows, []string{l.Name, shell.Join(l.Command), l.Dir, strconv.Itoa(len(measure.Plan(list[i : i+1])))})
	}
	return rows
}

// form is that of the launch configuration of a number, from 1; of any other
// number, of a new one.
func (p *launchPage) form(number int) *launchForm {
	if list := p.of.cfg.Launch; number >= 1 && number <= len(list) {
		return newLaunchForm(p, list[number-1], number-1)
	}
	return newLaunchForm(p, measure.Launch{}, -1)
}

// Body draws the launch configurations; where there is room, what is launched in which
// order and what else could be.
func (p *launchPage) Body(width, height int) []string {
	w := p.of
	what := aside.Explained(w.env.Theme, "What this does",
		"Each launch runs the program with probes. Beagle learns from inputs that differ: an expression over a size needs several sizes.",
		"vary: one launch per value. repeat: the same launch again, to separate noise. Trying out runs a configuration once and shows how it ends and which elements it reaches.")
	blocks := []aside.Block{p.tried(), p.looking.block()}
	if slices.ContainsFunc(w.cfg.Launch, func(l measure.Launch) bool { return len(l.Vary) > 0 }) { // else it would repeat the table
		blocks = append(blocks, aside.Launched(w.env.Theme, w.cfg.Launch))
	}
	return aside.Room(w.env.Theme, func(width int) []string { return p.own(width, height) }, width, height, append(blocks, what)...)
}

// own is the list and the chosen one in full.
func (p *launchPage) own(width, height int) []string {
	th, list := p.of.env.Theme, p.of.cfg.Launch
	lines := []string{th.Strong.Render("How to run the program")}
	if height > 8 {
		lines = append(lines, th.Muted.Render(text.Cut("Different inputs teach more than many repetitions of one.", width)), "")
	}
	if found := p.looking.says(); found != "" {
		lines = append(lines, text.Cut(found, width))
	}
	if len(list) == 0 {
		lines = append(lines, "  No launch configuration yet.  "+th.Key.Render("a")+" adds one.")
		if p.Off(keys.Drive) == "" {
			lines = append(lines, text.Cut("  "+th.Key.Render("m")+" lets Beagle call methods of the model itself.", width))
		}
		return lines
	}
	name := min(28, max(12, width/4))
	lines = append(lines, th.Muted.Render("  "+text.Fit("Name", name)+"  "+text.Fit("Command", max(0, width-name-14))+"   times"))
	detail := 0
	if height > 12 {
		detail = 6
	}
	from, to := p.cursor.Window(len(list), max(1, height-len(lines)-detail))
	for i := from; i < to; i++ {
		l := &list[i]
		line := " " + text.FitMiddle(text.Safe(l.Name), name) + "  " + text.Fit(text.Safe(shell.Join(l.Command)), width-name-14) + text.Right(fmt.Sprintf("%d×", len(measure.Plan(list[i:i+1]))), 8)
		lines = append(lines, th.Row(line, width, i == p.cursor.At, th.Plain))
	}
	if detail > 0 {
		lines = append(lines, "")
		lines = append(lines, p.detail(&list[p.cursor.At], width)...)
	}
	return lines
}

// tried is how the chosen launch configuration did when it was tried out last.
func (p *launchPage) tried() aside.Block {
	list := p.of.cfg.Launch
	if p.cursor.At >= len(list) {
		return aside.Block{Lines: func(int, int) []string { return nil }}
	}
	last := p.trials[trialKey(&list[p.cursor.At])]
	return aside.Block{Title: "Tried out", Lines: func(width, most int) (lines []string) {
		for _, line := range last {
			lines = append(lines, text.Wrap(line, width)...)
		}
		return lines[:min(len(lines), most, 12)]
	}}
}

// trialKey tells launch configurations apart of which one was tried out.
func trialKey(l *measure.Launch) string { return l.Name + "\x00" + shell.Join(l.Command) }

// detail is the chosen launch configuration in full.
func (p *launchPage) detail(l *measure.Launch, width int) []string {
	th := p.of.env.Theme
	dir := p.of.files().short(l.Dir)
	if dir == "" || dir == "." {
		dir = "the project's folder"
	}
	row := func(name, value string) string {
		return th.Muted.Render(text.Fit(name, 13)) + text.Cut(text.Safe(value), width-13)
	}
	lines := []string{}
	for i, line := range text.Wrap(text.Safe(shell.Join(l.Command)), width-13) {
		if i < 2 {
			lines = append(lines, row([]string{"Command", ""}[i], line))
		}
	}
	lines = append(lines, row("Folder", dir))
	if len(l.Env) > 0 {
		lines = append(lines, row("Environment", environment(l.Env)))
	}
	if l.Serves() {
		lines = append(lines, row("Server", launchfields.Serving(l)))
	}
	if len(l.Vary) > 0 {
		lines = append(lines, row("Vary", launchfields.Varying(l.Vary)))
	}
	return lines
}

// Where says which row is chosen.
func (p *launchPage) Where() string { return p.cursor.Where() }
