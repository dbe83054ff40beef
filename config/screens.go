package config

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"beagle/internal/safe"
	"beagle/internal/yamltree"
	"beagle/model"
)

// Screens is how a person wants the screens; only their own settings say so.
type Screens struct {
	Background string                         // auto, dark or light
	Theme      string                         // a set of colours
	Colors     map[string]string              // that differ from it
	Mouse      bool                           // the screens take it
	Keys       map[string]map[string][]string // scope, action, keys
	File       string                         // that says so; empty: none
	KeysLine   int                            // line of the file at which keys begins, 1-based
}

const screensSection = "screens"

var themes = []string{"default", "contrast", "colorblind", "mono"}

var screenSettings = table[Screens]{
	row("theme", choice(themes...).or("default"), func(s *Screens) *string { return &s.Theme }, "colours; colorblind tells good from bad by blue and orange, mono has none"),
	row("background", choice("auto", "dark", "light").or("auto"), func(s *Screens) *string { return &s.Background }, "background of the terminal; auto: the terminal is asked"),
	row("colors", pairs("names and colours"), func(s *Screens) *map[string]string { return &s.Colors }, "colours of your own, such as {accent: \"#e5a550\"} or 0 to 255: muted, rule, accent, good, warn, bad, info, chosen, button"),
	row("mouse", truth.or(true), func(s *Screens) *bool { return &s.Mouse }, "the screens take the mouse; false: it marks text, and f2 gives it to them"),
	row("keys", keysKind, func(s *Screens) *map[string]map[string][]string { return &s.Keys }, "keys of your own, such as {review: {accept: [y], copy: [Y]}}, in place of those of the table of keys"),
}

var keysKind = kind[map[string]map[string][]string]{
	words: "scopes, actions and lists of keys", given: asYAML,
	schema: map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "object", "additionalProperties": texts.schema}},
	read: func(r *reader, name string, node ast.Node) (map[string]map[string][]string, bool) {
		scopes, ok := yamltree.Mapping(node)
		if !ok {
			r.problem(node, "%s must hold scopes with actions and keys, such as {review: {accept: [y]}}, not %s", name, yamltree.Kind(node))
			return nil, false
		}
		all := map[string]map[string][]string{}
		for _, scope := range scopes {
			actions, ok := yamltree.Mapping(scope.Value)
			if !ok {
				r.problem(scope.Value, "%s.%s must hold actions and keys, such as {accept: [y]}, not %s", name, yamltree.Key(scope), yamltree.Kind(scope.Value))
				return nil, false
			}
			of := map[string][]string{}
			for _, action := range actions {
				keys, ok := r.texts(name+"."+yamltree.Key(scope)+"."+yamltree.Key(action), action.Value)
				if !ok {
					return nil, false
				}
				of[yamltree.Key(action)] = keys
			}
			all[yamltree.Key(scope)] = of
		}
		return all, true
	},
	plain: func(all map[string]map[string][]string, _ string) any {
		if len(all) == 0 {
			return nil
		}
		return all
	},
}

func (r *reader) takeScreens(l *layer, node ast.Node) ast.Node {
	whole, ok := node.(*ast.MappingNode)
	if !ok {
		if one, is := node.(*ast.MappingValueNode); is && yamltree.Key(one) == screensSection {
			r.readScreens(l, one)
			return nil
		}
		return node
	}
	var rest []*ast.MappingValueNode
	for _, entry := range whole.Values {
		if yamltree.Key(entry) == screensSection {
			r.readScreens(l, entry)
		} else {
			rest = append(rest, entry)
		}
	}
	if len(rest) == len(whole.Values) {
		return node
	}
	without := *whole
	without.Values = rest
	return &without
}

func (r *reader) readScreens(l *layer, entry *ast.MappingValueNode) {
	l.origin[screensSection] = fmt.Sprintf("%s:%d", r.file, yamltree.Line(entry.Key))
	screenSettings.fill(r, &l.screens, screensSection, "", entry.Value, func(name string, key ast.Node) {
		if name == "keys" {
			l.screens.KeysLine = yamltree.Line(key)
		}
	})
}

// ReadScreens is how the user's own file wants the screens; without one they are as they are by default.
func ReadScreens(userFile string) (Screens, error) {
	var s Screens
	screenSettings.begin(&s)
	user, err := readFile(userFile)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	s = user.screens
	s.File = safe.Shown(userFile)
	return s, nil
}

func notAProjects(at string) error {
	file, line, _ := strings.Cut(at, ":")
	p := model.Problem{
		Severity: model.Error, Rule: "screens", File: file, Message: "a project does not say how the screens look: that is everybody's own",
		Hint: "write screens into your own settings; beagle paths says where these are",
	}
	_, _ = fmt.Sscanf(line, "%d", &p.Line)
	return p
}
