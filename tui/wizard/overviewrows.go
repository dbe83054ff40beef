package wizard

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/measure"
	"beagle/run"
	"beagle/run/project"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// overviewRow is a row of the overview: something that was chosen, or follows.
type overviewRow struct {
	name, value string
	key         string         // the setting that it shows; empty: none
	open        func() tea.Cmd // where it is changed that is no single setting
	lines       []string       // it is no name and value, but these lines
	gap         bool           // an empty line stands above
}

func (p *overviewPage) row() *overviewRow {
	if p.cursor.At >= len(p.rows) {
		return &overviewRow{}
	}
	return &p.rows[p.cursor.At]
}

func (p *overviewPage) edit(r *overviewRow) tea.Cmd {
	if r.open != nil {
		return r.open()
	}
	all := p.of.opt.Settings(p.of.cfg)
	i := slices.IndexFunc(all, func(s run.Setting) bool { return s.Key == r.key })
	if i < 0 {
		return screen.Say("There is no setting " + r.key + ".")
	}
	if all[i].Off != "" {
		return screen.Say(all[i].Off)
	}
	p.change = newChange(p.of, all[i], text.Fit(r.name, max(nameWidth-3, text.Width(r.name))))
	return nil
}

// list is what was chosen in the steps before, what follows from it, and what else
// is not as it is by default.
func (p *overviewPage) list() (rows []overviewRow) {
	w, c := p.of, &p.of.cfg
	add := func(key, name, value string) { rows = append(rows, overviewRow{name: name, value: value, key: key}) }
	visit := func(step string) func() tea.Cmd { return func() tea.Cmd { return w.visit(step) } }
	add("model", "Model", w.files().short(c.Model))
	rows = append(rows, overviewRow{name: "Elements", value: p.elements(), open: visit(selectionStep)},
		overviewRow{name: "Launches", value: launching(c), open: visit(launchStep)})
	if there, elsewhere := c.Elsewhere(); elsewhere {
		add("machine.kind", "Machine", there.String())
	} else {
		add("machine.host", "Machine", "this one")
	}
	add("timeout.kind", "Timeout", words.Timeout(c.Timeout))
	if c.Timeout.Kind == "constant" {
		add("timeout.limit", "Limit", c.Timeout.Limit.String())
	}
	probes, clock := measuring(c)
	probe := "measure.probe"
	if c.Measure.Tool != measure.DefaultTool {
		probe = "measure.tool"
	}
	add(probe, "Probes", probes)
	add("measure.clock", "Clock", clock)
	result := "out"
	if c.Output.InPlace {
		result = "in_place"
	}
	add(result, "Result", p.output())
	add("seed", "Seed", fmt.Sprint(c.Seed))
	rows = append(rows, p.others()...)
	if w.opt.Settings == nil {
		for i := range rows {
			rows[i].key = ""
		}
	}
	rows = append(rows, p.told()...)
	for i, line := range project.Plan(c) {
		row := overviewRow{value: fmt.Sprintf("%d. %s", i+1, line)}
		if i == 0 {
			row.name, row.gap = "Plan", true
		}
		rows = append(rows, row)
	}
	return rows
}

// asked are the settings that the steps ask for, so that they need no row of their
// own below these.
var asked = []string{
	"model", "links", "sources", "build", "launch", "select.components", "select.services", "select.elements", "out", "in_place",
	"machine.kind", "machine.host", "timeout.kind", "timeout.limit", "measure.probe", "measure.clock", "measure.tool", "seed",
}

func (p *overviewPage) others() (rows []overviewRow) {
	if p.of.opt.Settings == nil {
		return nil
	}
	for _, s := range p.of.opt.Settings(p.of.cfg) {
		if s.Changed() && !slices.Contains(asked, s.Key) {
			rows = append(rows, overviewRow{name: s.Key, value: s.Value, key: s.Key})
		}
	}
	return rows
}

// told is what the analysis can live with, and the command that does the same.
func (p *overviewPage) told() (rows []overviewRow) {
	th := p.of.env.Theme
	if p.ready != nil && len(p.found) > 0 {
		const most = 4
		lines := problemLines(p.of, p.found, 1<<10)
		if more := len(lines) - most; more > 0 {
			lines = append(lines[:most], th.Muted.Render(fmt.Sprintf("  and %d more; beagle check shows all", more)))
		}
		rows = append(rows, overviewRow{lines: lines, gap: true})
	}
	if runs := running(&p.of.cfg); runs != "" {
		rows = append(rows, overviewRow{name: "Runs", value: runs, gap: true})
	}
	if p.of.opt.Headless != nil {
		lines := []string{th.Muted.Render("The same without screens:"), "  " + text.Safe(p.of.opt.Headless(p.of.cfg))}
		rows = append(rows, overviewRow{lines: lines, gap: true})
	}
	return rows
}

// nameWidth is that of the column of names.
const nameWidth = 13

// draw draws a row on as many lines as it takes.
func (p *overviewPage) draw(r *overviewRow, width int, chosen bool) []string {
	th := p.of.env.Theme
	bar := " "
	if chosen {
		bar = th.Accent.Render("┃")
	}
	if r.lines != nil {
		var lines []string
		for _, line := range r.lines {
			for _, part := range text.Wrap(line, width-1) {
				lines = append(lines, bar+part)
			}
		}
		return lines
	}
	column := max(nameWidth, text.Width(r.name)+2)
	var lines []string
	for i, line := range text.Wrap(text.Safe(r.value), max(10, width-column-1)) {
		name := r.name
		if i > 0 {
			name = ""
		}
		if chosen {
			lines = append(lines, th.Row(text.Fit(name, column)+line, width, true, th.Plain))
		} else {
			lines = append(lines, bar+th.Muted.Render(text.Fit(name, column))+line)
		}
	}
	return lines
}

func launching(c *run.Config) string {
	launches, times := make([]string, len(c.Launch)), 0
	for i := range c.Launch {
		n := len(measure.Plan(c.Launch[i : i+1]))
		times += n
		launches[i] = fmt.Sprintf("%s %d×", c.Launch[i].Name, n)
	}
	return fmt.Sprintf("%d in all: %s", times, strings.Join(launches, ", "))
}

// running names the commands that run code of the project, as people type them; empty: none does.
func running(c *run.Config) string {
	if len(c.Measure.Logs)+len(c.Measure.Records) > 0 {
		return ""
	}
	var all []string
	if len(c.Build) > 0 {
		all = append(all, shell.Join(c.Build))
	}
	for i := range c.Launch {
		if line := shell.Join(c.Launch[i].Command); !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	const most = 3 // lines; the step of launches shows all
	return strings.Join(quantity.Some(all, most), "; ")
}

// output says where the result goes.
func (p *overviewPage) output() string {
	switch o := p.of.cfg.Output; {
	case o.InPlace:
		return "into the model itself, after your review; the old one is kept as .bak"
	case o.File != "":
		return p.of.files().short(o.File) + ", after your review"
	default:
		return "a new file beside the model, after your review"
	}
}

// measuring says what records, and by which clock.
func measuring(c *run.Config) (probes, clock string) {
	probes = map[string]string{"builtin": "Beagle's own probes", "kieker": "Kieker's probes"}[c.Measure.Probe]
	if c.Measure.Tool != measure.DefaultTool {
		probes = "by " + c.Measure.Tool
	}
	return probes, map[string]string{"auto": "automatic clock", "cpu": "CPU time", "wall": "wall time"}[c.Measure.Clock]
}
