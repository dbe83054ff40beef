package rules

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/model"
)

// SeveralWays is the rule of findings that say which implementations a service has.
const SeveralWays = "implementations"

// mostWays bounds the implementations of one service that its SEFF tells apart.
const mostWays = 16

func (m *maker) behaviours(c *Component) {
	v := m.view(c)
	for _, s := range m.parts[c].Services {
		s.Body, s.Ways = &structure.Behaviour{}, nil
		declared := m.Methods[s.Op.Key]
		v.flat = v.whole[s.ID]
		found := v.implementations(s.Op)
		v.tellLambdas(declared, len(found) > 0)
		if len(found) == 0 {
			m.say(model.Info, "no-body", declared.Type, declared.Line, fmt.Sprintf("%s has no method for %s of %s; it costs nothing in the model", c.Name, s.Op.Name, s.Op.Interface.Name), "")
			continue
		}
		s.Class = found[0].on.Name
		if len(found) == 1 || !v.branch(s, found) {
			of := v.receivers(found[0].method)
			s.Body, s.Link = v.body(s, found[0], "", mostWork)
			s.Link.Of = of
			found = found[:1]
		}
		for i := range found {
			v.deeper(s, &found[i])
		}
	}
}

// body is what a service does on objects of a class, and where that method is.
func (v *view) body(s *structure.Service, of target, classes string, most int) (*structure.Behaviour, *structure.Link) {
	b := &body{view: v, service: s, on: of.on, of: classes, most: most}
	f := b.frame(of.method)
	out := &sequence{}
	b.stack = append(b.stack, of.method)
	if v.candidates || v.flat {
		for i := range of.method.Body {
			out.internal(&of.method.Body[i], f, "")
		}
	} else {
		b.list(of.method.Body, f, out, nil)
	}
	return out.behaviour(), f.link(of.method.Start, of.method.Start, of.method.Line)
}

// branch makes a service's behaviour a branch between its implementations.
func (v *view) branch(s *structure.Service, ways []target) bool {
	step := &structure.Step{Kind: structure.Branch, Ways: true, Name: "which " + s.Op.Interface.Name}
	code := []string{"implementations"}
	var names []string
	for i := range ways {
		of := v.classes(ways, i)
		if of == "" {
			s.Ways = nil
			return false
		}
		inner, link := v.body(s, ways[i], of, mostWork/len(ways))
		inner.Name, inner.Link, inner.Share = wayName(ways, i), link, v.seen.ways[s.ID][of]
		step.Inner = append(step.Inner, inner)
		s.Ways = append(s.Ways, structure.Way{Class: ways[i].on.Name, Link: link})
		code = append(code, inner.Name)
		names = append(names, inner.Name)
	}
	s.Link = s.Ways[0].Link
	step.Code = structure.NewID(code...)
	s.Body = &structure.Behaviour{Steps: []*structure.Step{step}}
	v.tellWays(s, names)
	return true
}

func (v *view) tellWays(s *structure.Service, names []string) {
	declared := v.Methods[s.Op.Key]
	message := fmt.Sprintf("%s.%s has %d implementations, %s: its SEFF is a branch between them, and which runs is measured", v.from.Name, s.Op.Name, len(names), strings.Join(names, ", "))
	if ran := v.seen.ways[s.ID]; len(ran) > 0 {
		var did []string
		for i, way := range s.Ways {
			did = append(did, fmt.Sprintf("%s %.0f times", names[i], ran[way.Link.Of]))
		}
		message += "; launches ran " + strings.Join(did, ", ")
	}
	hint := ""
	if declared.Type.Kind == "interface" || declared.Type.Is("A") {
		hint = fmt.Sprintf("where only one is meant, choose it with extract: {bind: {%s: %s}}", declared.Type.Simple(), names[0])
	}
	v.say(model.Info, SeveralWays, declared.Type, declared.Line, message, hint)
}

// tellLambdas says that lambdas stand beside the classes that implement an operation: no probe is in them, so that
// what they do is lost where a call of the operation leaves a component.
func (m *maker) tellLambdas(declared *attribution.Method, implemented bool) {
	places := m.Lambdas[declared.Type.Name]
	if declared.HasBody || !implemented || len(places) == 0 {
		return
	}
	first := places[0]
	m.say(model.Warning, "lambda-ways", declared.Type, declared.Line, fmt.Sprintf("%s for %s beside its classes (first: %s:%d): no probe is in them, so what they do is in no action",
		quantity.Plural(len(places), "lambda stands", "lambdas stand"), declared.Type.Simple(), filepath.ToSlash(m.Files[first.File].Path), first.Line),
		"classes in their place are told apart and measured")
}

func wayName(ways []target, i int) string {
	class := func(t target) *attribution.Type {
		if slices.ContainsFunc(ways, func(o target) bool { return o.method == t.method && o.on != t.on }) {
			return t.on // what it inherits does something else for others
		}
		return t.method.Type
	}
	own := class(ways[i])
	for k := range ways {
		if k != i && class(ways[k]).Simple() == own.Simple() {
			return own.Name
		}
	}
	return own.Simple()
}

// implementations are the methods of a component that serve an operation, each with a class of whose objects it is
// one, in the order of the source: several where its classes differ in it, one where a person has bound it.
func (v *view) implementations(op *structure.Operation) []target {
	declared := v.Methods[op.Key]
	var found []target
	add := func(t target) {
		way := v.way(t)
		if v.apart[t.method] && t.method != declared {
			return // it is a service of its own
		}
		if v.division.of[t.on.Name] == v.from && !slices.ContainsFunc(found, func(f target) bool { return v.way(f) == way }) {
			found = append(found, t)
		}
	}
	if declared.HasBody && !declared.Type.Is("A") && declared.Type.Kind != "interface" {
		add(target{declared.Type, declared})
	}
	for _, t := range v.leadsTo(op.Key, false) {
		add(t)
	}
	if len(found) == 0 {
		for _, t := range v.subtypes[declared.Type.Name] {
			if method := v.find(t, declared); method != nil && len(found) == 0 {
				add(target{t, method})
			}
		}
	}
	if bound := v.choices.bound(declared, found); bound != nil {
		return []target{*bound}
	}
	if len(found) > mostWays {
		v.say(model.Warning, SeveralWays, declared.Type, declared.Line, fmt.Sprintf("%s.%s has %d implementations, of which the model has %d", v.from.Name, op.Name, len(found), mostWays), "make several components of them: extract: {components: {...}}")
		found = found[:mostWays]
	}
	return found
}

// way says what a service does on objects of a class: its method, and those that it runs on the same object and in
// which calls leave the component, since of these the class decides, too.
func (v *view) way(t target) string {
	key := t.method.Key()
	reached := map[*attribution.Method]bool{t.method: true}
	queue := []*attribution.Method{t.method}
	for len(queue) > 0 && v.touched[t.method] && !v.flat {
		at := queue[0]
		queue = queue[1:]
		attribution.Walk(at.Body, func(n *attribution.Node) {
			if n.Kind != attribution.Call || n.Self == 0 || n.Exact != 0 || v.Methods[n.Method] == nil {
				return
			}
			if m := v.find(t.on, v.Methods[n.Method]); m != nil && !reached[m] && v.touched[m] {
				reached[m] = true
				queue = append(queue, m)
				key += " " + m.Key()
			}
		})
	}
	return key
}

// classes are those of whose objects a way is, and, with ! before them, subclasses that have another one; * where no
// other way has its method, since whatever else runs that is of it, too, such as a class that only tests have, or a
// lambda with a default method.
func (v *view) classes(ways []target, i int) string {
	way, method := v.way(ways[i]), ways[i].method
	alone := true
	for k, other := range ways {
		alone = alone && (k == i || other.method != method)
	}
	var own, others []string
	for _, t := range v.program.below[method.Type.Name] {
		switch at := (target{t, v.find(t, method)}); {
		case t.Is("A"): // there are objects of what extends it only
		case at.method == method && v.division.of[t.Name] == v.from && v.way(at) == way:
			own = append(own, t.Name)
		case alone && at.method == method && v.division.of[t.Name] == nil: // it belongs to nobody else
		default:
			others = append(others, "!"+t.Name)
		}
	}
	if of := strings.Join(append(append(own, others...), "*"), " "); alone && len(of) <= model.MaxOf {
		return of
	}
	return v.named(own, others)
}

// receivers are the classes of whose objects a method is a service of a component, and, with ! before them, the
// subclasses of these of whose objects it is none; empty: nothing but the component inherits it.
func (v *view) receivers(method *attribution.Method) string {
	if method.Is("S") || method.Is("V") {
		return ""
	}
	var own, others []string
	shared := false
	for _, t := range v.program.below[method.Type.Name] {
		if v.find(t, method) != method {
			continue
		}
		switch of := v.division.of[t.Name]; {
		case of == v.from:
			own = append(own, t.Name)
		case of != nil || !t.Is("A"):
			others = append(others, "!"+t.Name)
			shared = true
		}
	}
	if !shared {
		return ""
	}
	if of := v.named(own, others); of != "" {
		return of
	}
	v.say(model.Warning, "inherited", method.Type, method.Line, fmt.Sprintf("so many classes inherit %s.%s that what it costs is not told apart by component", method.Type.Simple(), method.Name), "make one component of them: extract: {components: {...}}")
	return ""
}

// named are the names of classes, with those of others of which a class above is among them.
func (v *view) named(own, others []string) string {
	others = slices.DeleteFunc(others, func(name string) bool {
		return !slices.ContainsFunc(v.above(v.Type(name[1:]))[1:], func(above string) bool { return slices.Contains(own, above) })
	})
	if of := strings.Join(append(own, others...), " "); len(of) <= model.MaxOf {
		return of
	}
	return ""
}
