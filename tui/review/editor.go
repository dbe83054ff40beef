package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// editor is where a person writes the expression of one element: one line, or
// a line for each transition of a branch. It is checked with every key.
type editor struct {
	screen.Base
	of      *Review
	element run.ElementState
	form    *form.Form
	lines   []*form.Field

	found    [][]model.Problem // per line
	checking bool              // a check is under way
	stale    bool              // the text changed meanwhile
	checked  bool              // found belongs to the text
}

// checkedMsg is the result of a check.
type checkedMsg struct {
	editor *editor
	found  [][]model.Problem
}

func newEditor(of *Review, e *run.ElementState) *editor {
	v := &editor{of: of, element: *e}
	p, _ := of.looking(e)
	if e.Kind != model.Branch {
		v.lines = []*form.Field{form.Text("Expression", startText(e, p), "")}
	} else {
		for i := range e.Branches {
			v.lines = append(v.lines, form.Text(text.Safe(cmp.Or(e.Branches[i].Name, e.Branches[i].ID)), startTransition(e, p, i), "a condition such as n.VALUE > 3, or a probability such as 0.25"))
		}
	}
	v.form = form.New(v.lines...)
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

func startTransition(e *run.ElementState, p *run.Proposed, i int) string {
	for _, list := range [][]run.ProposedBranch{e.Decision.Transitions, transitionsOf(p)} {
		for j := range list {
			if list[j].ID == e.Branches[i].ID {
				return words.Transition(&list[j])
			}
		}
	}
	if e.Branches[i].Guarded {
		return e.Branches[i].Condition
	}
	return strconv.FormatFloat(e.Branches[i].Probability, 'g', -1, 64)
}

func transitionsOf(p *run.Proposed) []run.ProposedBranch {
	if p == nil {
		return nil
	}
	return p.Transitions
}

func (v *editor) Init() tea.Cmd { return v.check() }

// check asks the run about the text, one question at a time.
func (v *editor) check() tea.Cmd {
	v.checked = false
	if v.checking {
		v.stale = true
		return nil
	}
	v.checking, v.stale = true, false
	r, id, file := v.of.feed.Run, v.element.ID, v.of.feed.Snapshot.Model
	texts := make([]string, len(v.lines))
	for i, line := range v.lines {
		texts[i] = line.Value()
	}
	branch := v.element.Kind == model.Branch
	return func() tea.Msg {
		found := make([][]model.Problem, len(texts))
		for i, t := range texts {
			if branch {
				if _, err := strconv.ParseFloat(t, 64); err == nil {
					continue // a probability; the sum is checked below
				}
			}
			found[i] = r.CheckExpression(id, i, t)
		}
		if branch {
			last := len(found) - 1
			found[last] = append(found[last], checkTransitions(texts)...)
			found[last] = append(found[last], run.CheckGuards(file, texts)...)
		}
		return checkedMsg{editor: v, found: found}
	}
}

// checkTransitions sees that transitions are all conditions or all
// probabilities, and that these are a distribution.
func checkTransitions(texts []string) []model.Problem {
	sum, numbers := 0.0, 0
	for _, t := range texts {
		if p, err := strconv.ParseFloat(t, 64); err == nil {
			numbers++
			sum += p
			if !(p >= 0 && p <= 1) {
				return []model.Problem{{Severity: model.Error, Message: "a probability lies between 0 and 1"}}
			}
		}
	}
	switch {
	case numbers > 0 && numbers < len(texts):
		return []model.Problem{{Severity: model.Error, Message: "conditions and probabilities cannot be mixed in one branch"}}
	case numbers > 0 && math.Abs(sum-1) > 1e-9:
		return []model.Problem{{Severity: model.Error, Message: fmt.Sprintf("the probabilities sum to %.6g, not to 1", sum)}}
	}
	return nil
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
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, changed := v.form.Update(msg)
		if changed {
			return tea.Batch(cmd, v.check())
		}
		return cmd
	}
	return nil
}

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
	if len(v.lines) > 1 {
		return []keys.Action{keys.Enter, keys.Next, keys.Back, keys.Help}
	}
	return []keys.Action{keys.Enter, keys.Back, keys.Help}
}

func (v *editor) Word(action keys.Action) string {
	if action == keys.Back {
		return "discard"
	}
	return ""
}

func (v *editor) Off(action keys.Action) string {
	switch {
	case action == keys.Enter && !v.checked:
		return "the expression is still being checked"
	case action == keys.Enter && !v.valid():
		return "the expression is not valid yet"
	case (action == keys.Next || action == keys.Previous) && len(v.lines) < 2:
		return "there is only one line"
	}
	return ""
}

func (v *editor) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		return tea.Batch(v.accept(), v.of.env.Go(screen.Close{}))
	case keys.Back:
		return v.of.env.Go(screen.Close{})
	case keys.Stop:
		return v.of.Leave()
	default:
		v.form.Act(action)
	}
	return nil
}

// accept makes the text the decision.
func (v *editor) accept() tea.Cmd {
	d := run.Decision{Choice: run.Edit}
	if v.element.Kind != model.Branch {
		d.StoEx = v.lines[0].Value()
	} else {
		for i, line := range v.lines {
			t := run.ProposedBranch{ID: v.element.Branches[i].ID, Name: v.element.Branches[i].Name}
			if p, err := strconv.ParseFloat(line.Value(), 64); err == nil {
				t.Probability = &p
			} else {
				t.Condition = line.Value()
			}
			d.Transitions = append(d.Transitions, t)
		}
	}
	s := &v.of.feed.Snapshot
	for i := range s.Elements {
		if s.Elements[i].ID == v.element.ID {
			return v.of.decided.take(&s.Elements[i], d)
		}
	}
	return screen.Say("This element is gone.")
}

func (v *editor) Title() (left, right string) { return "Edit an expression", "" }

func (v *editor) Body(width, height int) []string {
	th := v.of.env.Theme
	lines := []string{evidence.Heading(th, &v.element, width), ""}
	lines = append(lines, evidence.Fact(th, "Old", words.Old(&v.element.Element), width, 2)...)
	lines = append(lines, "")
	lines = append(lines, v.form.Draw(th, width)...)
	lines = append(lines, "")
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
	lines = append(lines, "", th.Title.Render("May be used here"))
	lines = append(lines, v.usable(width)...)
	if room := height - len(lines) - 2; room >= 7 {
		lines = append(lines, "", evidence.Legend(th))
		lines = append(lines, evidence.Picture(v.of.env, v.of.feed, &v.element, width, min(room, 14))...)
	}
	return text.Pad(lines, height)
}

func (v *editor) problem(line int, p *model.Problem, width int) []string {
	th := v.of.env.Theme
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

// usable is what the expression may be made of: the characterisations that were
// measured, or the parameters of the service as long as these are not known.
func (v *editor) usable(width int) []string {
	e := &v.element.Element
	if d, err := v.of.feed.Detail(e.ID); err == nil && d != nil && len(d.Variables) > 0 {
		names := make([]string, len(d.Variables))
		for i, variable := range d.Variables {
			names[i] = text.Safe(variable.String())
		}
		return text.Wrap(strings.Join(names, "   "), width)
	}
	if len(e.Inputs) == 0 {
		return []string{"numbers only: the service has no parameters"}
	}
	lines := make([]string, 0, len(e.Inputs))
	for _, in := range e.Inputs {
		lines = append(lines, text.Cut(text.Safe(in.Name)+"  "+text.Safe(in.Type)+"   as .VALUE, .BYTESIZE, .NUMBER_OF_ELEMENTS, .TYPE", width))
	}
	return lines
}
