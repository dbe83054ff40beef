// Package whatif is the screen on which a person asks a model what would be: with
// other loads, inputs, processing rates and numbers of cores. What is predicted
// follows the keys; what they made stale is ended.
package whatif

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/predict"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Screen is the screen.
type Screen struct {
	screen.Base
	env      *screen.Env
	name     string         // of the model
	leave    func() tea.Cmd // of the screen below; nil: there is none, and going back leaves
	terms    *predict.Terms // of the model, without any change
	original predict.Question
	controls []control
	cursor   screen.Cursor
	typed    screen.Filter // a value for the row while it is typed
	now      side
	top      bool  // the actions that take the time are shown in place of the curve
	both     bool  // the terminal has room for curve and actions
	beside   *side // a setting that was kept to compare with; nil: none

	number int // of the latest computation
	cancel context.CancelFunc

	crossed []string       // where another action becomes the first, over the chosen input
	over    model.Variable // that input; zero: none was looked at
	ranged  int            // number of the latest look at its range
}

// New is the screen for a question. leave is how the screen below leaves Beagle; nil:
// there is none.
func New(env *screen.Env, name string, q predict.Question, t *predict.Terms, leave func() tea.Cmd) *Screen {
	q = filled(q, t)
	return &Screen{terms: t, env: env, name: name, leave: leave, original: q, controls: controls(t, &q), now: side{question: copied(q)}}
}

// Top is the screen, with the actions that take the time in the place of the curve, or not.
func (s *Screen) Top(top bool) *Screen {
	s.top = top
	return s
}

// Written is the screen for a repository that was written, with the files beside the
// model that it was written from.
func Written(env *screen.Env, file, from string, leave func() tea.Cmd) (*Screen, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s, err := Of(env, file, from, content, "", leave)
	if err != nil {
		return nil, of(file, from, err)
	}
	return s, nil
}

// Of is the screen for the content of a repository, with the files beside the model that it comes from. Where these say nothing of
// its use, a service is asked alone: its Component.service or the id of its SEFF; empty: nobody knows which.
func Of(env *screen.Env, file, from string, content []byte, service string, leave func() tea.Cmd) (*Screen, error) {
	q := predict.Question{Models: predict.Beside(from), Content: content, From: file, Seed: 1}
	terms, err := predict.TermsOf(q)
	name := filepath.Base(file)
	if err == nil && terms.Scenarios == 0 && service != "" {
		q.Service = service
		terms, err = predict.TermsOf(q)
		name += ", one service"
	}
	if err != nil {
		return nil, err
	}
	return New(env, name, q, terms, leave), nil
}

// of is what is wrong with a file's content, which was read in the place of the model's.
func of(file, instead string, err error) error {
	var problem model.Problem
	if !errors.As(err, &problem) || problem.File != instead {
		return err
	}
	problem.File = file
	return problem
}

// Init predicts the model as it is.
func (s *Screen) Init() tea.Cmd { return s.ask() }

// ask predicts for the present setting; what was under way ends.
func (s *Screen) ask() tea.Cmd {
	if s.cancel != nil {
		s.cancel()
	}
	ctx, cancel := context.WithCancel(s.env.Ctx)
	s.cancel = cancel
	s.number++
	return compute(ctx, s.number, s.now.question)
}

// Typing reports whether a value is typed.
func (s *Screen) Typing() bool { return s.typed.Typing }

// Update takes in what was predicted, and what is typed.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		s.typed.Typing = s.typed.Typing || len(msg.Text) == 1 && strings.Contains("0123456789.", msg.Text) && len(s.controls) > 0
		s.typed.Edit(msg)
	case tea.PasteMsg:
		s.typed.Edit(msg)
	}
	if c, ok := msg.(crossing); ok && c.number == s.ranged {
		s.crossed = c.lines
		return nil
	}
	f, ok := msg.(prediction)
	if !ok || f.number != s.number {
		return nil
	}
	s.now = f.side
	return tea.Batch(f.next, s.look())
}

// give predicts with the value that was typed; one that cannot be is said, and stays to be mended.
func (s *Screen) give() tea.Cmd {
	q := copied(s.now.question)
	if err := s.controls[s.cursor.At].give(&q, strings.TrimSpace(s.typed.Text)); err != nil {
		return screen.Say(s.controls[s.cursor.At].name + ": " + err.Error() + ".")
	}
	s.typed = screen.Filter{}
	return s.change(q)
}

// Act changes the setting.
func (s *Screen) Act(action keys.Action) tea.Cmd {
	switch {
	case s.typed.Typing && action == keys.Enter:
		return s.give()
	case s.typed.Typing && action == keys.Back:
		s.typed = screen.Filter{}
		return nil
	case action == keys.Change:
		s.typed = screen.Filter{Typing: true}
		return nil
	}
	if s.cursor.Move(action, len(s.controls)) {
		return s.look()
	}
	switch action {
	case keys.Left, keys.Right:
		q := copied(s.now.question)
		s.controls[s.cursor.At].step(&q, action == keys.Right)
		return s.change(q)
	case keys.Undo:
		q := copied(s.now.question)
		s.controls[s.cursor.At].as(&q, &s.original)
		return s.change(q)
	case keys.View:
		s.top = !s.top
		return s.look()
	case keys.Save:
		kept := s.now
		s.beside = &kept
	case keys.Tab:
		kept := s.now
		s.now, s.beside = *s.beside, &kept
		return s.ask()
	case keys.Export:
		return s.env.Export("what-if", exported, s.rows())
	case keys.Back:
		if s.leave != nil {
			s.cancel()
		}
		return s.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		s.cancel()
		if s.leave != nil {
			return s.leave()
		}
		return s.env.Go(screen.Quit{})
	default:
	}
	return nil
}

// change asks for another setting; what was predicted last stands until then.
func (s *Screen) change(q predict.Question) tea.Cmd {
	s.now.question, s.now.whole = q, false
	return s.ask()
}

// Word names the view that the key switches to.
func (s *Screen) Word(action keys.Action) string {
	if action == keys.View && s.top && !s.both {
		return "see curve"
	}
	return ""
}

// Off says why something cannot be done now.
func (s *Screen) Off(action keys.Action) string {
	switch action {
	case keys.Left, keys.Right, keys.Undo, keys.Change:
		if len(s.controls) == 0 {
			return "the model has no workload and no resource to change"
		}
	case keys.Tab:
		if s.beside == nil {
			return "no setting was kept to compare with; s keeps this one"
		}
	case keys.View:
		if s.both {
			return "the curve and the actions are both shown"
		}
	case keys.Save, keys.Export:
		if s.now.answer == nil {
			return "nothing is predicted yet"
		}
	default:
	}
	return ""
}

// Scopes are the bindings of the screen.
func (s *Screen) Scopes() []*keys.Scope {
	if s.typed.Typing {
		return []*keys.Scope{keys.Typed, keys.Everywhere}
	}
	return []*keys.Scope{keys.WhatIf, keys.Moving, keys.Everywhere}
}

// Footer names what matters.
func (s *Screen) Footer() []keys.Action {
	if s.typed.Typing {
		return []keys.Action{keys.Enter, keys.Back, keys.Help}
	}
	footer := []keys.Action{keys.Right, keys.Left, keys.Change, keys.Down, keys.View, keys.Save, keys.Tab, keys.Undo, keys.Help, keys.Leave}
	if s.both { // nothing is left to switch to
		footer = slices.DeleteFunc(footer, func(a keys.Action) bool { return a == keys.View })
	}
	return footer
}

// Title says which model is asked.
func (s *Screen) Title() (left, right string) {
	left = "what if: " + s.name
	if r := s.original.Rating; r != nil {
		left += " on " + text.Safe(r.Machine)
	}
	if s.now.answer == nil && s.now.problem == "" || !s.now.whole {
		right = "predicting"
	}
	return left, right
}

// exported are the columns of an exported curve; times are in seconds.
var exported = []string{"setting", "users or arrivals a second", "mean response time"}

// rows are the points of the curves, the present setting's first.
func (s *Screen) rows() (all [][]string) {
	add := func(name string, of *side) {
		curve := slices.Clone(of.curve)
		if a := of.answer; a != nil && len(a.Scenarios) > 0 && a.Scenarios[0].Mean != nil {
			curve = append(curve, run.Point{X: present(&of.question), Y: *a.Scenarios[0].Mean})
		}
		slices.SortStableFunc(curve, func(p, q run.Point) int { return cmp.Compare(p.X, q.X) })
		for _, p := range curve {
			all = append(all, []string{name, strconv.FormatFloat(p.X, 'g', 6, 64), strconv.FormatFloat(p.Y, 'g', 6, 64)})
		}
	}
	add("now", &s.now)
	if s.beside != nil {
		add("beside", s.beside)
	}
	return all
}
