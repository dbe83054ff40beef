package review

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/tui/evidence"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// editor is where a person writes the expression of one element: one line, or
// a line for each transition of a branch. It is checked with every key.
type editor struct {
	screen.Base
	env      *screen.Env
	file     string // the model's
	element  run.ElementState
	proposed *run.Proposed // nil: nothing is proposed
	form     *form.Form
	lines    []*form.Field

	lab        *lab // nil: nothing was measured
	completion completion

	problems func(line int, text string) []model.Problem
	take     func(run.Decision) tea.Cmd
	leave    func(keys.Action) tea.Cmd

	found    [][]model.Problem // per line
	checking bool              // a check is under way
	stale    bool              // the text changed meanwhile
	checked  bool              // found belongs to the text
	entered  bool              // enter was pressed before that was known

	began []string             // the texts at first
	said  string               // of where the text is from; empty: from the run
	keep  func(lines []string) // keeps what is typed where the screens end; nil lines: it is done with
}

// checkedMsg is the result of a check.
type checkedMsg struct {
	editor *editor
	found  [][]model.Problem
}

// edit edits the expression of an element; what is typed is checked and tried on the
// measurements.
func (r *Review) edit(e *run.ElementState) *editor {
	p, _ := r.looks.at(e)
	v := newEditor(r.env, r.feed.Snapshot.Model, e, p)
	r.typed(v, e.ID)
	v.lab = &lab{env: r.env, feed: r.feed}
	id := e.ID
	v.problems = func(line int, text string) []model.Problem { return r.feed.Run.CheckExpression(id, line, text) }
	v.leave = func(keys.Action) tea.Cmd { return r.Leave() }
	v.take = func(d run.Decision) tea.Cmd {
		s := &r.feed.Snapshot
		for i := range s.Elements {
			if s.Elements[i].ID == id {
				return r.decided.take(d, &s.Elements[i])
			}
		}
		return screen.Say("This element is gone.")
	}
	return v
}

// typed goes on with what was being typed for an element when the screens ended.
func (r *Review) typed(v *editor, of model.ElementID) {
	if r.opt.Typed == nil || r.opt.KeepTyped == nil {
		return
	}
	id := r.feed.Run.ID()
	v.keep = func(lines []string) {
		if lines == nil {
			r.opt.KeepTyped(id, nil)
			return
		}
		r.opt.KeepTyped(id, &folder.Typed{Element: of, Lines: lines})
	}
	if t := r.opt.Typed(id); t != nil && t.Element == of && len(t.Lines) == len(v.lines) {
		for i, line := range t.Lines {
			v.lines[i].Set(line)
		}
		v.said = "From before the screens ended."
	}
}

// Ended keeps what is typed.
func (v *editor) Ended() {
	if v.keep != nil && !slices.Equal(v.texts(), v.began) {
		v.keep(v.texts())
	}
}

// done forgets what was kept of what was typed.
func (v *editor) done() {
	if v.keep != nil {
		v.keep(nil)
	}
}

// newEditor edits the expression of an element of a model's file.
func newEditor(env *screen.Env, file string, e *run.ElementState, p *run.Proposed) *editor {
	v := &editor{env: env, file: file, element: *e, proposed: p, completion: completion{functions: run.Functions(file)}}
	if e.Kind != model.Branch {
		v.lines = []*form.Field{form.Text("Expression", startText(e, p), "")}
	} else {
		for i := range e.Branches {
			v.lines = append(v.lines, form.Text(text.Safe(cmp.Or(e.Branches[i].Name, e.Branches[i].ID)), startTransition(e, p, i), "a condition such as n.VALUE > 3, or a probability such as 0.25"))
		}
	}
	v.form = form.New(v.lines...)
	v.began = v.texts()
	return v
}

// startText is what the line begins with: the person's own text, else the
// proposal, else the old value.
func startText(e *run.ElementState, p *run.Proposed) string {
	switch {
	case e.Decision.Choice == run.Edit:
		return e.Decision.StoEx
	case p != nil && p.StoEx != "":
		return p.StoEx
	default:
		return e.Old
	}
}

// startTransition is what the editor begins with for a transition: what a person entered,
// else the proposal's.
func startTransition(e *run.ElementState, p *run.Proposed, i int) string {
	o := &e.Branches[i]
	same := func(t run.ProposedBranch) bool { return t.ID == o.ID }
	if j := slices.IndexFunc(e.Decision.Transitions, same); j >= 0 {
		return transitionText(&e.Decision.Transitions[j])
	}
	if p != nil {
		if j := slices.IndexFunc(p.Transitions, same); j >= 0 {
			return words.Transition(&p.Transitions[j])
		}
	}
	if o.Guarded {
		return o.Condition
	}
	return strconv.FormatFloat(o.Probability, 'g', -1, 64)
}

// transitionText is the text of a transition that a person has typed: its probability with all digits, else its condition.
func transitionText(t *run.ProposedBranch) string {
	if t.Probability == nil {
		return t.Condition
	}
	return strconv.FormatFloat(*t.Probability, 'g', -1, 64)
}

func (v *editor) Init() tea.Cmd {
	all := []tea.Cmd{v.check(), v.try()}
	if v.said != "" {
		all = append(all, screen.Say(v.said))
	}
	return tea.Batch(all...)
}

func (v *editor) texts() []string {
	texts := make([]string, len(v.lines))
	for i, line := range v.lines {
		texts[i] = strings.TrimSpace(line.Value())
	}
	return texts
}

// try asks what the text would say of what was measured.
func (v *editor) try() tea.Cmd {
	if v.lab == nil {
		return nil
	}
	return v.lab.try(&v.element, strings.Join(v.texts(), "\n"))
}

// check asks the run about the text, one question at a time.
func (v *editor) check() tea.Cmd {
	v.checked = false
	if v.checking {
		v.stale = true
		return nil
	}
	v.checking, v.stale = true, false
	texts, branch := v.texts(), v.element.Kind == model.Branch
	return func() tea.Msg {
		found := make([][]model.Problem, len(texts))
		for i, t := range texts {
			if branch {
				if _, err := strconv.ParseFloat(t, 64); err == nil {
					continue // a probability; the sum is checked below
				}
			}
			found[i] = v.problems(i, t)
		}
		if branch {
			last := len(found) - 1
			found[last] = append(found[last], run.CheckTransitions(texts)...)
			found[last] = append(found[last], run.CheckGuards(v.file, texts)...)
		}
		return checkedMsg{editor: v, found: found}
	}
}

func (v *editor) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case checkedMsg:
		if msg.editor != v {
			return nil
		}
		v.checking = false
		if v.stale {
			return v.check()
		}
		v.found, v.checked = msg.found, true
		if v.entered {
			v.entered = false
			if off := v.Off(keys.Enter); off != "" {
				return screen.Say("Can't accept: " + off + ".")
			}
			return v.Act(keys.Enter)
		}
	case live.Changed:
		return v.try()
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, changed := v.form.Update(msg)
		v.completion.reset()
		v.entered = false
		if changed {
			return tea.Batch(cmd, v.check(), v.try())
		}
		return cmd
	}
	return nil
}

// valid reports whether what was typed can be accepted.
func (v *editor) valid() bool {
	if !v.checked {
		return false
	}
	for _, list := range v.found {
		for _, p := range list {
			if p.Severity == model.Error {
				return false
			}
		}
	}
	return true
}

// doubtful reports whether something warns of what is valid.
func (v *editor) doubtful() bool {
	return slices.ContainsFunc(v.found, func(list []model.Problem) bool {
		return slices.ContainsFunc(list, func(p model.Problem) bool { return p.Severity == model.Warning })
	})
}

func (v *editor) Scopes() []*keys.Scope { return []*keys.Scope{keys.Editor, keys.Everywhere} }
func (v *editor) Typing() bool          { return true }

func (v *editor) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Complete, keys.Back, keys.Help}
}

func (v *editor) Word(action keys.Action) string {
	switch {
	case action == keys.Back:
		return "discard"
	case action == keys.Complete && len(v.lines) > 1 && !v.completes():
		return "next transition"
	}
	return ""
}

func (v *editor) Off(action keys.Action) string {
	switch {
	case action == keys.Enter && v.checked && !v.valid():
		return "the expression is not valid yet"
	case (action == keys.Next || action == keys.Previous) && len(v.lines) < 2:
		return "there is only one line"
	case action == keys.Complete && len(v.lines) < 2 && !v.completes():
		return "nothing that may be used here begins so"
	}
	return ""
}

// completes reports whether something fits the word before the cursor.
func (v *editor) completes() bool { return len(v.completion.fitting(v.form.Before(), v.inputs())) > 0 }

func (v *editor) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		if v.entered = !v.checked; v.entered {
			return nil
		}
		v.done()
		return tea.Batch(v.accept(), v.env.Go(screen.Close{}))
	case keys.Back:
		v.done()
		return v.env.Go(screen.Close{})
	case keys.Stop:
		return v.leave(action)
	case keys.Complete:
		if !v.completes() {
			v.form.Act(keys.Next)
			return nil
		}
		v.completion.next(v.form, v.inputs())
		return tea.Batch(v.check(), v.try())
	default:
		v.form.Act(action)
	}
	return nil
}

// accept makes the text the decision.
func (v *editor) accept() tea.Cmd {
	d, texts := run.Decision{Choice: run.Edit}, v.texts()
	if v.element.Kind != model.Branch {
		d.StoEx = texts[0]
		return v.take(d)
	}
	for i, text := range texts {
		t := run.ProposedBranch{ID: v.element.Branches[i].ID, Name: v.element.Branches[i].Name}
		if p, err := strconv.ParseFloat(text, 64); err == nil {
			t.Probability = &p
		} else {
			t.Condition = text
		}
		d.Transitions = append(d.Transitions, t)
	}
	return v.take(d)
}

func (v *editor) Title() (left, right string) { return "Edit an expression", "" }

// Body is the text and what is said of it, and beside or below it what it would
// say of the measurements.
func (v *editor) Body(width, height int) []string {
	if v.lab == nil {
		return text.Pad(v.text(width), height)
	}
	if width >= sideBySide {
		left := width * 5 / 12
		right := append([]string{v.lab.legend(&v.element)}, v.lab.picture(&v.element, width-left-3, height-1)...)
		return text.Beside(v.text(left), right, left, width-left-3, height, v.env.Theme.Rule.Render(" │ "))
	}
	lines := v.text(width)
	if room := height - len(lines) - 1; room >= 5 {
		lines = append(lines, v.lab.legend(&v.element))
		lines = append(lines, v.lab.picture(&v.element, width, room)...)
	}
	return text.Pad(lines, height)
}

// text is the lines, and what is said of them.
func (v *editor) text(width int) []string {
	th := v.env.Theme
	lines := []string{evidence.Heading(th, &v.element, width)}
	lines = append(lines, evidence.Fact(th, "Old", words.Old(&v.element.Element), width, 2)...)
	if v.proposed != nil {
		lines = append(lines, evidence.Fact(th, "Proposed", words.Expression(v.proposed), width, 2)...)
	}
	lines = append(lines, "")
	lines = append(lines, v.form.Draw(th, width)...)
	switch {
	case !v.checked:
		lines = append(lines, th.Muted.Render("checking…"))
	case v.valid() && v.doubtful():
		lines = append(lines, th.Warn.Render("◆ can be written, but see below"))
	case v.valid():
		lines = append(lines, th.Good.Render("✓ valid"))
	}
	for i, list := range v.found {
		for j := range list {
			lines = append(lines, v.problem(i, &list[j], width)...)
		}
	}
	switch {
	case v.lab == nil:
	case v.checked && !v.valid(): // the errors are drawn above; an empty fact keeps the picture at its place
		lines = append(lines, evidence.Fact(th, "Yours", quantity.None, width, 1)...)
	default:
		lines = append(lines, v.lab.facts(&v.element, width)...)
	}
	lines = append(lines, evidence.Fact(th, "Inputs", strings.Join(v.inputs(), "  "), width, 3)...)
	if fitting := v.completion.fitting(v.form.Before(), v.inputs()); len(fitting) > 0 {
		return append(lines, evidence.Fact(th, "tab", strings.Join(fitting[:min(len(fitting), 8)], "  "), width, 2)...)
	}
	return append(lines, evidence.Fact(th, "May call", v.completion.names(), width, 2)...)
}

// problem draws what is wrong with a line, below the place where it is.
func (v *editor) problem(line int, p *model.Problem, width int) []string {
	th := v.env.Theme
	where := ""
	if len(v.lines) > 1 {
		where = v.lines[line].Label + ": "
	}
	if p.Column > 0 {
		where += fmt.Sprintf("column %d: ", p.Column)
	}
	style := th.Bad
	if p.Severity != model.Error {
		style = th.Warn
	}
	out := text.Wrap(style.Render(words.Severity(p.Severity)+"  "+where+text.Safe(p.Message)), width)
	if p.Hint != "" {
		out = append(out, th.Muted.Render(text.Cut("  "+text.Safe(p.Hint), width)))
	}
	return out
}

// inputs are what the expression may depend on: the characterisations that were
// measured, or those of the service's parameters as long as these are not known.
func (v *editor) inputs() []string {
	e := &v.element.Element
	if v.lab != nil {
		if d, err := v.lab.feed.Detail(e.ID); err == nil && d != nil && len(d.Variables) > 0 {
			names := make([]string, len(d.Variables))
			for i, variable := range d.Variables {
				names[i] = text.Safe(variable.String())
			}
			return names
		}
	}
	var names []string
	for _, in := range e.Inputs {
		for _, char := range []model.Characterisation{model.ValueOf, model.ByteSize, model.NumberOfElements, model.TypeOf} {
			names = append(names, text.Safe(model.Variable{Name: in.Name, Char: char}.String()))
		}
	}
	if len(names) == 0 {
		return []string{"none: the service has no parameters"}
	}
	return names
}
