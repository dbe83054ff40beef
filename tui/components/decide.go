package components

import (
	tea "charm.land/bubbletea/v2"

	"beagle/extract"
	"beagle/extract/rules"
	"beagle/tui/keys"
	"beagle/tui/screen"
)

// dividedMsg is the program divided anew.
type dividedMsg struct {
	number int
	now    *extract.Division
	err    error
}

// divide takes a decision: the rules are applied again.
func (s *Screen) divide(choices rules.Choices) tea.Cmd {
	s.number++
	s.busy = true
	ctx, decide, number := s.env.Ctx, s.decide, s.number
	return func() tea.Msg {
		now, err := decide(ctx, choices)
		return dividedMsg{number, now, err}
	}
}

// toggle marks a component, takes the next class behind an interface, or enters a method or not.
func (s *Screen) toggle() tea.Cmd {
	at := s.at()
	switch {
	case s.busy:
		return screen.Say("the rules are being applied")
	case at.binding != nil:
		return s.divide(s.now.Bind(*at.binding))
	case at.offer != nil:
		choices, err := s.now.Enter(*at.offer)
		if err != nil {
			return screen.Say(err.Error())
		}
		return s.divide(choices)
	}
	if s.marked[at.part.Name] = !s.marked[at.part.Name]; !s.marked[at.part.Name] {
		delete(s.marked, at.part.Name)
	}
	return nil
}

// decided are the choices with one more: another rule, components merged or split, classes left out, services joined to
// their callers or made of what was a part of them.
func (s *Screen) decided(action keys.Action) (rules.Choices, error) {
	at := s.at()
	switch {
	case action == keys.View:
		return s.now.By(s.next()), nil
	case action == keys.Merge && at.offer != nil:
		return s.now.Join(*at.offer)
	case action == keys.Split && at.offer != nil:
		return s.now.Alone(*at.offer)
	case action == keys.Merge:
		var names []string
		for _, part := range s.now.Components {
			if s.marked[part.Name] {
				names = append(names, part.Name)
			}
		}
		return s.now.Merge(names), nil
	case action == keys.Reject:
		var classes []string
		for _, class := range at.part.Classes {
			if at.class == nil || class == *at.class {
				classes = append(classes, class.Name)
			}
		}
		return s.now.Ignore(classes), nil
	case at.class != nil:
		return s.now.Part(at.part.Name, at.class.Name), nil
	}
	return s.now.Split(at.part.Name), nil
}

// take takes the components as they are, and ends; over another screen it writes the model first.
func (s *Screen) take() tea.Cmd {
	if s.done == nil {
		s.taken = true
		return s.leave()
	}
	s.busy = true
	choices, write := s.now.Choices, s.write
	return func() tea.Msg {
		cfg, err := write(choices)
		return writtenMsg{s, cfg, err}
	}
}
