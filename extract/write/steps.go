package write

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"beagle/extract/structure"
	"beagle/internal/yamltree"
)

func (r *reader) does(b body) error {
	w := &writing{reader: r, body: b}
	return w.steps(b.service.Body, b.steps, b.service.ID)
}

type writing struct {
	*reader
	body
}

// stepWords are the members that each kind of step may have, the kind itself first.
var stepWords = map[string][]string{
	"work": {"work", "demand"}, "call": {"call", "with"}, "loop": {"loop", "count", "steps"}, "branch": {"branch", "ways"},
}

func (w *writing) steps(into *structure.Behaviour, node ast.Node, key string) error {
	if _, nothing := node.(*ast.NullNode); nothing || node == nil {
		return nil
	}
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		return w.wrong(node, textForm, "%s.%s has a list of steps, not %s", w.in.Name, w.service.Op.Name, yamltree.Kind(node))
	}
	for i, one := range list.Values {
		step, err := w.step(one, fmt.Sprintf("%s/%d", key, i))
		if err != nil {
			return err
		}
		into.Steps = append(into.Steps, step)
	}
	return nil
}

func (w *writing) step(node ast.Node, key string) (*structure.Step, error) {
	given, kind, err := w.members(node)
	if err != nil {
		return nil, err
	}
	name, ok := yamltree.Text(given[kind])
	if !ok || strings.TrimSpace(name) == "" {
		return nil, w.wrong(node, "name it, as in work: sort", "the %s has no name", kind)
	}
	s := &structure.Step{ID: structure.NewID(key, kind, name), Name: name}
	switch kind {
	case "work":
		s.Kind = structure.Internal
		err = w.value(given["demand"], s.ID)
	case "call":
		err = w.call(s, node, given["with"])
	case "loop":
		s.Kind, s.Inner = structure.Loop, []*structure.Behaviour{{ID: structure.NewID(s.ID, "body")}}
		if err = w.value(given["count"], s.ID); err == nil {
			err = w.steps(s.Inner[0], given["steps"], s.ID)
		}
	default:
		err = w.branch(s, node, given["ways"])
	}
	return s, err
}

func (w *writing) members(node ast.Node) (given map[string]ast.Node, kind string, err error) {
	entries, ok := yamltree.Mapping(node)
	if !ok {
		return nil, "", w.wrong(node, "write it like work: sort", "a step is work, call, loop or branch, not %s", yamltree.Kind(node))
	}
	given = map[string]ast.Node{}
	for _, e := range entries {
		word := yamltree.Key(e)
		if given[word] != nil {
			return nil, "", w.wrong(e, "remove one", "%s stands twice in one step", word)
		}
		given[word] = e.Value
		if stepWords[word] != nil {
			if kind != "" {
				return nil, "", w.wrong(e, "begin each step with a dash", "a step is either %s or %s", kind, word)
			}
			kind = word
		}
	}
	if kind == "" {
		return nil, "", w.wrong(node, "write it like work: sort", "a step is work, call, loop or branch")
	}
	for _, e := range entries {
		if word := yamltree.Key(e); !slices.Contains(stepWords[kind], word) {
			return nil, "", w.wrong(e, "a "+kind+" has "+strings.Join(stepWords[kind], ", "), "a %s has no %.40q", kind, word)
		}
	}
	return given, kind, nil
}

func (w *writing) value(node ast.Node, id string) error {
	if node == nil {
		return nil
	}
	text, ok := yamltree.Text(node)
	if !ok {
		return w.wrong(node, "write a number or StoEx, such as 0.001 * size.VALUE", "a value is one text, not %s", yamltree.Kind(node))
	}
	w.values = append(w.values, Value{id, text, yamltree.Line(node)})
	return nil
}

func (w *writing) call(s *structure.Step, node, with ast.Node) error {
	component, service, _ := strings.Cut(s.Name, ".")
	callee := w.of[component]
	if callee == nil {
		return w.wrong(node, "write call: Component.service", "there is no component %.60q to call", component)
	}
	if callee == w.in {
		return w.wrong(node, "write its steps here, or put the service into another component", "%s calls itself", component)
	}
	at := slices.IndexFunc(callee.Services, func(s *structure.Service) bool { return s.Op.Name == service })
	if at < 0 {
		return w.wrong(node, "write call: Component.service", "the component %s has no service %.60q", component, service)
	}
	s.Kind, s.Op, s.Role = structure.Call, callee.Services[at].Op, w.role(callee)
	if with == nil {
		return nil
	}
	arguments, ok := yamltree.Mapping(with)
	if !ok {
		return w.wrong(with, "write with: {size.VALUE: size.VALUE}", "arguments stand by their names, not as %s", yamltree.Kind(with))
	}
	for _, a := range arguments {
		name, _, characterised := strings.Cut(yamltree.Key(a), ".")
		if !characterised || !slices.ContainsFunc(s.Op.Params, func(p structure.Param) bool { return p.Name == name }) {
			return w.wrong(a, "write a parameter of "+s.Name+" with what of it is passed, such as size.VALUE", "%.60q is no argument", yamltree.Key(a))
		}
		if err := w.value(a.Value, s.ID+"#"+yamltree.Key(a)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writing) role(callee *structure.Component) *structure.Role {
	for _, r := range w.in.Requires {
		if r.Provider == callee {
			return r
		}
	}
	role := &structure.Role{
		ID: structure.NewID("required", w.in.Name, callee.Name), Name: w.in.Name + " requires " + callee.Provides[0].Interface.Name,
		Interface: callee.Provides[0].Interface, Provider: callee,
	}
	w.in.Requires = append(w.in.Requires, role)
	return role
}

func (w *writing) branch(s *structure.Step, node, ways ast.Node) error {
	s.Kind = structure.Branch
	entries, ok := yamltree.Mapping(ways)
	if !ok || len(entries) < 2 {
		return w.wrong(node, "write ways: {hit: [...], miss: [...]}", "the branch %.60q has two ways or more, by their names", s.Name)
	}
	given := make([]string, len(entries))
	for i, e := range entries {
		way := &structure.Behaviour{ID: structure.NewID(s.ID, yamltree.Key(e)), Name: yamltree.Key(e)}
		steps := e.Value
		if members, ok := yamltree.Mapping(e.Value); ok {
			steps = nil
			for _, m := range members {
				switch word := yamltree.Key(m); word {
				case "steps":
					steps = m.Value
				case "share", "when":
					if given[i], ok = yamltree.Text(m.Value); !ok {
						return w.wrong(m, "write share: 0.25, or when: n.VALUE > 10", "the %s of %s is %s", word, way.Name, yamltree.Kind(m.Value))
					}
				default:
					return w.wrong(m, "a way has share or when, and steps", "a way has no %.40q", word)
				}
			}
		}
		if err := w.steps(way, steps, way.ID); err != nil {
			return err
		}
		s.Inner = append(s.Inner, way)
	}
	switch missing := slices.Index(given, ""); {
	case missing < 0:
		w.values = append(w.values, Value{s.ID, strings.Join(given, "; "), yamltree.Line(ways)})
	case slices.ContainsFunc(given, func(text string) bool { return text != "" }):
		return w.wrong(entries[missing], "say it of all ways or of none", "%s has no share and no condition, but another way has", s.Inner[missing].Name)
	}
	return nil
}
