package rules

import (
	"slices"
	"strings"

	"beagle/extract/attribution"
)

type program struct {
	*attribution.Program
	choices  Choices
	subtypes map[string][]*attribution.Type // concrete classes at or below a type
	below    map[string][]*attribution.Type // classes at or below a type, abstract ones, too
	made     map[string]bool                // types of which there are objects: somebody calls a constructor, or a framework does
	targets  map[string][]target            // of a call's method, by its key
	modules  func(file int) string          // module of a file
	own      int                            // files from here on were generated
}

type target struct {
	on     *attribution.Type
	method *attribution.Method
}

// newProgram indexes an attributed program.
func newProgram(p *attribution.Program, own int, modules func(int) string, choices Choices) *program {
	a := &program{Program: p, choices: choices, modules: modules, own: own, subtypes: map[string][]*attribution.Type{}, below: map[string][]*attribution.Type{}, made: map[string]bool{}, targets: map[string][]target{}}
	for _, t := range p.Types {
		if t.Kind != "interface" && t.Kind != "annotation_type" {
			for _, name := range a.above(t) {
				a.below[name] = append(a.below[name], t)
				if !t.Is("A") {
					a.subtypes[name] = append(a.subtypes[name], t)
				}
			}
		}
		if isManaged(t) || t.Local {
			a.made[t.Name] = true
		}
		for _, m := range t.Methods {
			attribution.Walk(m.Body, func(n *attribution.Node) {
				if n.Kind == attribution.Call && strings.Contains(n.Method, "#<init>(") {
					a.made[n.Method[:strings.Index(n.Method, "#")]] = true
				}
			})
		}
	}
	return a
}

// Implementers are the simple names of the concrete classes at or below a type that is meant by its simple or
// qualified name, sorted, without those that are left out.
func Implementers(p *attribution.Program, name string, ignore []string) (all []string) {
	a := &program{Program: p}
	for _, t := range p.Types {
		if t.Kind == "interface" || t.Is("A") || t.Local || matchesAny(t, ignore) {
			continue
		}
		for _, above := range a.above(t) {
			if above == name || attribution.Simple(above) == name {
				all = append(all, t.Simple())
				break
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (a *program) above(t *attribution.Type) []string {
	names := []string{t.Name}
	for i := 0; i < len(names); i++ {
		if at := a.Type(names[i]); at != nil {
			for _, base := range at.Bases {
				if !slices.Contains(names, base) {
					names = append(names, base)
				}
			}
		}
	}
	return names
}

func (a *program) inherits(t *attribution.Type, simple ...string) bool {
	for _, name := range a.above(t) {
		if slices.Contains(simple, attribution.Simple(name)) && name != t.Name {
			return true
		}
		if at := a.Type(name); at != nil && slices.ContainsFunc(at.Written, func(w string) bool { return slices.Contains(simple, w) }) {
			return true
		}
	}
	return false
}

func (a *program) find(on *attribution.Type, called *attribution.Method) *attribution.Method {
	var byName, inherited *attribution.Method
	for _, name := range a.above(on) { // classes come before what they extend
		t := a.Type(name)
		if t == nil {
			continue
		}
		for _, m := range t.Methods {
			if m.Name != called.Name || !m.HasBody || m.Is("S") {
				continue
			}
			if m == called || slices.Contains(m.Overrides, called.Key()) {
				if t.Kind != "interface" {
					return m
				}
				if inherited == nil || slices.Contains(m.Overrides, inherited.Key()) {
					inherited = m
				}
			} else if byName == nil && m.Erased == called.Erased && t.Kind != "interface" {
				byName = m
			}
		}
	}
	if inherited != nil && byName == nil {
		return inherited
	}
	return byName
}

func (a *program) inheritedBy(t *attribution.Type) (all []*attribution.Method) {
	if t.Kind == "interface" || t.Is("A") {
		return nil
	}
	for _, name := range a.above(t)[1:] {
		base := a.Type(name)
		if base == nil {
			continue
		}
		for _, m := range base.Methods {
			if m.HasBody && !m.Is("S") && !m.Is("V") && m.Name != "<init>" && m.Name != "<fields>" && a.find(t, m) == m {
				all = append(all, m)
			}
		}
	}
	return all
}

func (a *program) leadsTo(key string, exact bool) []target {
	called := a.Methods[key]
	if called == nil {
		return nil
	}
	if exact {
		return []target{{called.Type, called}}
	}
	if list, known := a.targets[key]; known {
		return list
	}
	var list []target
	for _, t := range a.subtypes[called.Type.Name] {
		if m := a.find(t, called); m != nil {
			list = append(list, target{t, m})
		}
	}
	if made := slices.DeleteFunc(slices.Clone(list), func(t target) bool { return !a.made[t.on.Name] }); len(made) > 0 {
		list = made
	}
	if own := slices.IndexFunc(list, func(t target) bool { return t.on == called.Type }); own > 0 {
		list = slices.Insert(slices.Delete(slices.Clone(list), own, own+1), 0, list[own]) // the class that the source names is likelier than what extends it
	}
	if list == nil && called.HasBody {
		list = []target{{called.Type, called}}
	}
	a.targets[key] = list
	return list
}

// leave are the methods that a call may run on another object than the one that it is made on.
func (a *program) leave(n *attribution.Node) []target {
	if n.Kind != attribution.Call || n.Self != 0 && n.Exact == 0 {
		return nil
	}
	if called := a.Methods[n.Method]; called != nil && stays(n, called) {
		return nil
	}
	return a.leadsTo(n.Method, n.Exact != 0)
}

func (a *program) anyCall(wanted func(*attribution.Node) bool) (found bool) {
	for _, t := range a.Types {
		for _, method := range t.Methods {
			attribution.Walk(method.Body, func(n *attribution.Node) { found = found || wanted(n) })
			if found {
				return true
			}
		}
	}
	return false
}

func (a *program) root(m *attribution.Method) *attribution.Method {
	best := m
	for _, key := range m.Overrides {
		above := a.Methods[key]
		if above == nil || len(above.Overrides) > 0 {
			continue
		}
		if best == m || better(above, best) {
			best = above
		}
	}
	return best
}

func better(a, b *attribution.Method) bool {
	if x, y := a.Type.Kind == "interface", b.Type.Kind == "interface"; x != y {
		return x
	}
	return a.Key() < b.Key()
}

// Starts reports whether a type starts the program.
func Starts(t *attribution.Type) bool { return isDriver(t) }

// isDriver reports whether a type starts the program: it has the main of old, or, where it is final and in no package
// as the class of a compact source file is (Java 25), any other.
func isDriver(t *attribution.Type) bool {
	compact := t.Package == "" && t.Is("F") && t.Name == t.Outer
	return slices.ContainsFunc(t.Methods, func(m *attribution.Method) bool {
		arguments := m.Erased == "java.lang.String[]"
		return m.Name == "main" && (m.Is("S") && arguments || compact && !m.Is("V") && (arguments || m.Erased == ""))
	})
}

// isAccessor reports whether a method computes nothing.
func isAccessor(m *attribution.Method) bool {
	if !m.HasBody {
		return false
	}
	plain := func(s *attribution.Node) bool {
		return s.Kind == attribution.Statement && len(s.Ops) == 0 && len(s.Names) == 0
	}
	switch len(m.Body) {
	case 0:
		return true
	case 1:
		s := &m.Body[0]
		return plain(s) && (s.Trivial != 0 || s.Jump == "return" || s.Jump == "throw")
	case 2:
		set, back := &m.Body[0], &m.Body[1]
		return plain(set) && set.Trivial != 0 && plain(back) && back.Trivial != 0 && back.Jump == "return"
	}
	return false
}

func isService(m *attribution.Method) bool {
	switch m.Name {
	case "<init>", "<fields>", "equals", "hashCode", "toString", "compareTo", "finalize", "clone", "main":
		return false
	}
	return !m.Is("V") && !isAccessor(m)
}

func behaves(t *attribution.Type) bool {
	return slices.ContainsFunc(t.Methods, func(m *attribution.Method) bool { return m.HasBody && isService(m) })
}

// acts reports whether a type does something, or a class of the program above it.
func (a *program) acts(t *attribution.Type) bool {
	return behaves(t) || slices.ContainsFunc(a.above(t)[1:], func(name string) bool {
		base := a.Type(name)
		return base != nil && base.Kind != "interface" && behaves(base)
	})
}

func (a *program) isData(t *attribution.Type) bool {
	switch t.Kind {
	case "enum", "annotation_type", "record":
		return true
	}
	return a.inherits(t, "Throwable", "Exception", "RuntimeException", "Error", "IOException") || hasAnnotation(t, "Entity", "Embeddable", "MappedSuperclass", "Data", "Value", "XmlRootElement") ||
		t.Kind != "interface" && !a.acts(t)
}
