// Package components shows the components that an extraction made of a program as a
// tree, and lets a person decide otherwise: another rule, components merged, split,
// left out, renamed.
package components

import (
	"context"
	"fmt"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/extract"
	"beagle/extract/rules"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
)

// Decide divides the program otherwise; an error says why that cannot be.
type Decide func(context.Context, rules.Choices) (*extract.Division, error)

// Program is a program whose components are decided on, before its model is written.
type Program struct {
	Name     string            // the folder's
	Division *extract.Division // as it is at first
	Divide   Decide            // divides it otherwise
	// Write writes the model and gives settings with it in them.
	Write func(context.Context, rules.Choices, run.Config) (run.Config, error)
}

// Screen is the tree.
type Screen struct {
	screen.List
	env    *screen.Env
	name   string
	decide Decide

	now    *extract.Division
	before []*extract.Division // what undo goes back to
	open   map[string]bool
	marked map[string]bool
	rename screen.Filter
	source source
	busy   bool
	number int // of the latest decision
	taken  bool

	// Where it stands on top of another screen: what is done when components are taken.
	write func(rules.Choices) (run.Config, error)
	done  func(run.Config) tea.Cmd
}

// New shows a division of a program.
func New(env *screen.Env, name string, d *extract.Division, decide Decide) *Screen {
	s := &Screen{env: env, name: name, decide: decide, now: d, open: map[string]bool{}, marked: map[string]bool{}}
	s.Keys, s.Narrow = keys.Components, func() { s.Cursor.Clamp(len(s.rows())) }
	return s
}

// Over shows a program on top of the wizard: taking the components writes the model
// and gives done the settings with it.
func Over(env *screen.Env, p Program, cfg run.Config, done func(run.Config) tea.Cmd) *Screen {
	s := New(env, p.Name, p.Division, p.Divide)
	s.write = func(c rules.Choices) (run.Config, error) { return p.Write(env.Ctx, c, cfg) }
	s.done = done
	return s
}

// writtenMsg is the model written.
type writtenMsg struct {
	of  *Screen
	cfg run.Config
	err error
}

// leave goes back to the screen below, or ends the program.
func (s *Screen) leave() tea.Cmd {
	if s.done != nil {
		return s.env.Go(screen.Close{})
	}
	return s.env.Go(screen.Quit{})
}

// Taken are the choices that a person has taken; false: they left without.
func (s *Screen) Taken() (rules.Choices, bool) { return s.now.Choices, s.taken }

// Update takes in what was decided, and what is typed.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case dividedMsg:
		if msg.number != s.number {
			return nil
		}
		s.busy = false
		if msg.err != nil {
			return screen.Say("That cannot be: " + msg.err.Error())
		}
		s.before = append(s.before, s.now)
		s.now = msg.now
		clear(s.marked)
		s.Cursor.Clamp(len(s.rows()))
	case writtenMsg:
		if msg.of != s {
			return nil
		}
		s.busy = false
		if msg.err != nil {
			return screen.Say("The model cannot be written: " + msg.err.Error())
		}
		return tea.Sequence(s.env.Go(screen.Close{}), s.done(msg.cfg))
	case tea.KeyPressMsg, tea.PasteMsg:
		s.rename.Edit(msg)
		return s.List.Update(msg)
	}
	return nil
}

// Scopes are the bindings that hold now.
func (s *Screen) Scopes() []*keys.Scope {
	return s.rename.Scopes(s.List.Scopes()...)
}

// Footer names what matters now.
func (s *Screen) Footer() []keys.Action {
	return s.rename.Footer(s.Filter.Footer(keys.Enter, keys.View, keys.Toggle, keys.Merge, keys.Split, keys.Reject, keys.Change, keys.Undo, keys.Right, keys.Help)...)
}

// Word replaces a footer word.
func (s *Screen) Word(action keys.Action) string {
	if s.rename.Typing && action == keys.Enter {
		return "rename"
	}
	if word := s.List.Word(action); word != "" {
		return word
	}
	switch at := s.at(); {
	case action == keys.Toggle && at.binding != nil:
		return "next class"
	case action == keys.Toggle && at.offer != nil:
		return "entered or not"
	case action == keys.Split && at.offer != nil:
		return "make service"
	case action == keys.Merge && at.offer != nil:
		return "leave to callers"
	}
	return s.rename.Word(action)
}

// Typing reports whether a name or the filter is being typed.
func (s *Screen) Typing() bool { return s.rename.Typing || s.Filter.Typing }

// Off says why something cannot be done now.
func (s *Screen) Off(action keys.Action) string {
	if s.Filter.Typing {
		return ""
	}
	switch action {
	case keys.View, keys.Merge, keys.Split, keys.Reject, keys.Change, keys.Enter:
		if s.busy && (action != keys.Enter || s.done != nil) {
			return "the rules are being applied"
		}
	case keys.Undo:
		if len(s.before) == 0 {
			return "nothing was decided yet"
		}
	default: // everything else can be done at any time
	}
	ofRow := []keys.Action{keys.Toggle, keys.Split, keys.Reject, keys.Change, keys.Right, keys.Left}
	switch {
	case len(s.rows()) == 0 && slices.Contains(ofRow, action):
		return "No match; esc shows all."
	case (action == keys.Split || action == keys.Merge) && s.at().offer != nil:
		return ""
	case (action == keys.Split || action == keys.Reject || action == keys.Change) && !s.at().whole(), (action == keys.Right || action == keys.Left) && s.at().part == nil:
		return "go to a component or a class"
	case action == keys.Merge && len(s.marked) < 2:
		return "mark two components or more with space"
	case action == keys.Split && s.at().class == nil && len(s.at().part.Classes) < 2:
		return "it is one class"
	}
	return ""
}

// Act does what a key asks for.
func (s *Screen) Act(action keys.Action) tea.Cmd {
	if s.rename.Typing {
		return s.typed(action)
	}
	if s.Take(action, len(s.rows())) {
		return nil
	}
	if why := s.Off(action); why != "" {
		return screen.Say(why)
	}
	switch action {
	case keys.Right, keys.Left, keys.Fold:
		s.unfold(action)
	case keys.Export:
		return s.env.Export("components", partColumns, s.table())
	case keys.Toggle:
		return s.toggle()
	case keys.View, keys.Merge, keys.Split, keys.Reject:
		choices, err := s.decided(action)
		if err != nil {
			return screen.Say("That cannot be: " + err.Error())
		}
		return s.divide(choices)
	case keys.Change:
		s.rename = screen.Filter{Text: s.at().part.Name, Typing: true}
	case keys.Undo:
		last := len(s.before) - 1
		s.now, s.before = s.before[last], s.before[:last]
		s.number++ // what is under way comes too late
		s.busy = false
		s.Cursor.Clamp(len(s.rows()))
	case keys.Enter:
		return s.take()
	case keys.Back, keys.Leave:
		if action == keys.Leave || s.done != nil {
			return s.leave()
		}
		return s.env.Go(screen.Close{})
	case keys.Stop:
		return s.env.Go(screen.Quit{})
	default: // nothing else is done here
	}
	return nil
}

// unfold shows or hides the classes of the chosen component, or of all.
func (s *Screen) unfold(action keys.Action) {
	part := s.at().part
	switch action {
	case keys.Right:
		s.open[part.Name] = true
		return
	case keys.Left:
		s.open[part.Name] = false
	default:
		folded := !slices.Contains(slices.Collect(maps.Values(s.open)), true)
		for _, each := range s.now.Components {
			s.open[each.Name] = folded
		}
	}
	s.Cursor.At = max(0, slices.IndexFunc(s.rows(), func(r row) bool { return r.part == part }))
}

// typed goes on with a name that is being typed.
func (s *Screen) typed(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		name := s.rename.Text
		s.rename = screen.Filter{}
		choices, err := s.now.Rename(s.at().part.Name, name)
		if err != nil {
			return screen.Say(err.Error())
		}
		return s.divide(choices)
	case keys.Back:
		s.rename = screen.Filter{}
	case keys.Stop:
		return s.env.Go(screen.Quit{})
	default: // all else is text
	}
	return nil
}

// next is the rule after the present one; the components as a person has named them
// are among them where there are any.
func (s *Screen) next() string {
	all := rules.Rules()
	if len(s.now.Choices.Components) == 0 {
		all = all[1:]
	}
	return all[(slices.Index(all, s.now.Rule)+1)%len(all)]
}

// Title says what is shown.
func (s *Screen) Title() (left, right string) {
	right = fmt.Sprintf("%d by %s", len(s.now.Components), s.now.Rule)
	if s.busy {
		right = "applying the rules"
	}
	return "Components of " + s.name, right
}
