package keys

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Own are keys that a person chose: of the scope and the action of a name, the keys
// that ask for it in place of the table's.
type Own map[string]map[string][]string

// Name is what a person calls a scope in their configuration: "Wizard: launches" is
// wizard-launches.
func (s *Scope) Name() string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s.Title), func(r rune) bool { return r < 'a' || r > 'z' }), "-")
}

// Keys that terminals cannot tell apart from others, or keep for themselves.
var kept = map[string]string{
	"ctrl+h": "terminals send it for backspace", "ctrl+i": "terminals send it for tab", "ctrl+j": "terminals send it for enter",
	"ctrl+m": "terminals send it for enter", "ctrl+s": "it stops the output of terminals", "ctrl+q": "it lets the output of terminals go on",
	"ctrl+a": "it is the prefix of screen", "ctrl+b": "it is the prefix of tmux", "ctrl+c": "it always leaves", " ": "it is called space",
}

// named are the keys that are no characters.
var named = []string{
	"up", "down", "left", "right", "home", "end", "pgup", "pgdown", "tab", "enter", "esc", "space", "backspace", "delete", "insert",
	"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12",
}

// Rebind gives actions the keys that a person chose, and restore takes them back. An
// unknown name and a key that would mean two things are errors, and change nothing.
func Rebind(own Own) (restore func(), err error) {
	before := make([][]Binding, len(Scopes))
	for i, s := range Scopes {
		before[i] = s.Bindings
	}
	restore = func() {
		for i, s := range Scopes {
			s.Bindings = before[i]
		}
	}
	if err := rebind(own); err != nil {
		restore()
		return func() {}, err
	}
	return restore, nil
}

// rebind gives actions the keys of the user's settings; the error names what cannot be
// bound.
func rebind(own Own) error {
	for _, name := range slices.Sorted(maps.Keys(own)) {
		i := slices.IndexFunc(Scopes, func(s *Scope) bool { return s.Name() == name })
		if i < 0 {
			names := make([]string, len(Scopes))
			for i, s := range Scopes {
				names[i] = s.Name()
			}
			return fmt.Errorf("there are no keys of %q; there are those of %s", name, strings.Join(names, ", "))
		}
		s := Scopes[i]
		s.Bindings = slices.Clone(s.Bindings)
		for _, action := range slices.Sorted(maps.Keys(own[name])) {
			if err := s.rebind(name, Action(action), own[name][action]); err != nil {
				return err
			}
		}
	}
	return collisions(own)
}

func (s *Scope) rebind(name string, action Action, keys []string) error {
	i := slices.IndexFunc(s.Bindings, func(b Binding) bool { return b.Action == action })
	if i < 0 {
		actions := make([]string, len(s.Bindings))
		for i, b := range s.Bindings {
			actions[i] = string(b.Action)
		}
		return fmt.Errorf("%s has no action %q; it has %s", name, action, strings.Join(actions, ", "))
	}
	if len(keys) == 0 && s == Everywhere {
		return fmt.Errorf("%s.%s needs a key", name, action)
	}
	for _, key := range keys {
		if why := kept[key]; why != "" {
			return fmt.Errorf("%s.%s cannot be %q: %s", name, action, key, why)
		}
		if !known(key) {
			return fmt.Errorf("%s.%s: there is no key %q; a key is a character, one of %s, or one of these behind ctrl+, alt+ or shift+", name, action, key, strings.Join(named, " "))
		}
		if Text(key) && (s == Forms || s == Filtering || s == Editor) {
			return fmt.Errorf("%s.%s cannot be %q: it is typed there", name, action, key)
		}
	}
	b := &s.Bindings[i]
	b.Keys, b.Show = slices.Clone(keys), "unbound"
	if len(keys) > 0 {
		b.Show = keys[0]
	}
	if action == Stop {
		b.Keys = append(b.Keys, "ctrl+c")
	}
	return nil
}

func known(key string) bool {
	for _, before := range []string{"ctrl+", "alt+", "shift+"} {
		key = strings.TrimPrefix(key, before)
	}
	return len([]rune(key)) == 1 && key > " " || slices.Contains(named, key)
}

// shared are the scopes whose keys hold together with those of a screen.
func shared(s *Scope) []*Scope {
	switch s {
	case Forms, Filtering, Editor, Dialogs:
		return []*Scope{s}
	case Everywhere, Moving:
		return []*Scope{Everywhere, Moving}
	}
	return []*Scope{s, Everywhere, Moving}
}

// collisions finds keys that would mean two things where they did not before: a key
// that a person chose for one action, and the present one of another.
func collisions(own Own) error {
	for _, s := range Scopes {
		for _, b := range s.Bindings {
			for _, key := range b.Keys {
				for _, other := range shared(s) {
					for _, o := range other.Bindings {
						if o.Action == b.Action || !slices.Contains(o.Keys, key) || !own.has(s, b.Action) && !own.has(other, o.Action) {
							continue
						}
						return fmt.Errorf("%q would be both %s.%s (%s) and %s.%s (%s)", key, s.Name(), b.Action, b.Word, other.Name(), o.Action, o.Word)
					}
				}
			}
		}
	}
	return nil
}

func (own Own) has(s *Scope, action Action) bool {
	_, has := own[s.Name()][string(action)]
	return has
}
