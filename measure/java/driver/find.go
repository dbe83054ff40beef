package driver

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/spelling"
	"beagle/measure/java/classes"
	"beagle/model"
)

// Method is a method that can be driven.
type Method struct {
	Class      string // with slashes
	Name       string
	Descriptor string
	Flags      uint16
	Names      []string // of the parameters: of the class file, else arg0, arg1
	Hidden     bool     // called from its own package only
}

// String is the method as people name it: lib.Texts.wrap(String,int).
func (m *Method) String() string { return m.name() + "(" + strings.Join(m.types(), ",") + ")" }

// name is the method's name with its class's: lib.Texts.wrap.
func (m *Method) name() string {
	return strings.NewReplacer("/", ".", "$", ".").Replace(m.Class) + "." + m.Name
}

func (m *Method) types() []string {
	all := classes.Parameters(m.Descriptor)
	for i, d := range all {
		name := classes.Java(d)
		all[i] = name[strings.LastIndexByte(name, '.')+1:]
	}
	return all
}

// static reports whether it needs no object.
func (m *Method) static() bool { return m.Flags&classes.AccStatic != 0 }

// numbered is in names of methods of anonymous and local classes, which javac numbers.
var numbered = regexp.MustCompile(`(^|[.$])[0-9]`)

// Find is the method of that name: Class.method, qualified as far as it takes to be the only one, with
// the types of the parameters where there are several. The error says which there are instead.
func (x *Index) Find(said string) (*Method, error) {
	if len(x.own) == 0 {
		return nil, errNoClasses
	}
	name, types, typed := strings.Cut(strings.ReplaceAll(said, "#", "."), "(")
	if numbered.MatchString(name) {
		return nil, model.Problem{
			Severity: model.Error, Rule: "method", Message: fmt.Sprintf("the class of %s stands inside a method, where it alone can be named, so no driver can call it", said),
			Hint: "name the method that calls it",
		}
	}
	wanted := strings.Split(strings.TrimSuffix(strings.ReplaceAll(types, " ", ""), ")"), ",")
	if types == ")" {
		wanted = nil
	}
	var found, near []*Method
	for _, m := range x.methods() {
		full := m.name()
		switch {
		case full != name && !strings.HasSuffix(full, "."+name):
			near = append(near, m)
		case !typed || slices.EqualFunc(m.types(), wanted, sameType):
			found = append(found, m)
		default:
			near = append(near, m)
		}
	}
	if len(found) == 0 {
		found = x.inherited(name, func(m *Method) bool { return !typed || slices.EqualFunc(m.types(), wanted, sameType) })
	}
	exact := slices.DeleteFunc(slices.Clone(found), func(m *Method) bool { return m.name() != name })
	if len(exact) > 0 {
		found = exact
	}
	problem := model.Problem{Severity: model.Error, Rule: "method"}
	switch {
	case len(found) == 1 && found[0].Flags&classes.AccPrivate != 0:
		problem.Message = fmt.Sprintf("%s is private, so no driver can call it", found[0])
		problem.Hint = "name the method that calls it"
		return nil, problem
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		problem.Message = fmt.Sprintf("%s is the name of %d methods", said, len(found))
		problem.Hint = "write one of: " + strings.Join(names(found, 8), "  ")
		return nil, problem
	}
	problem.Message = fmt.Sprintf("there is no method %s", said)
	problem.Hint = "write Class.method"
	if of := x.ofClass(name); len(of) > 0 {
		near = of
	}
	if closest := nearest(near, name); len(closest) > 0 {
		problem.Hint = "nearest: " + strings.Join(names(closest, 5), "  ")
	}
	return nil, problem
}

// Shortest is a name by which Find finds a method: without the types of its parameters where one method has that name.
func (x *Index) Shortest(m *Method) string {
	if found, err := x.Find(m.name()); err == nil && found.String() == m.String() {
		return m.name()
	}
	return m.String()
}

// inherited are methods that the class in a method's name has from classes and interfaces above it, as methods of that
// class: its objects are made, and what they override runs.
func (x *Index) inherited(name string, wanted func(*Method) bool) (all []*Method) {
	at := strings.LastIndexByte(name, '.')
	if at < 0 {
		return nil
	}
	for _, c := range x.own {
		class := (&Method{Class: c.Name}).name()
		if class = strings.TrimSuffix(class, "."); class != name[:at] && !strings.HasSuffix(class, "."+name[:at]) {
			continue
		}
		known := map[string]bool{}
		for _, up := range x.above(c.Name)[1:] {
			for i, member := range up.Members {
				if member.Name != name[at+1:] || !drivable(member) || member.Flags&classes.AccPrivate != 0 || known[member.Type] {
					continue
				}
				known[member.Type] = true
				m := x.method(up, i)
				m.Hidden = m.Hidden && (x.visible(up.Name) || member.Flags&classes.AccPublic == 0) || !x.visible(c.Name)
				if m.Class = c.Name; wanted(m) {
					all = append(all, m)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b *Method) int { return cmp.Compare(a.String(), b.String()) })
	return all
}

// drivable reports whether a member is a method with code that a person has written.
func drivable(m classes.Member) bool {
	return strings.HasPrefix(m.Type, "(") && m.Name[0] != '<' && m.Flags&(classes.AccAbstract|classes.AccSynthetic) == 0
}

// ofClass are the methods of the class in a method's name; none: there is no such class.
func (x *Index) ofClass(name string) []*Method {
	at := strings.LastIndexByte(name, '.')
	if at < 0 {
		return nil
	}
	return slices.DeleteFunc(x.methods(), func(m *Method) bool {
		full := m.name()
		class := full[:strings.LastIndexByte(full, '.')]
		return class != name[:at] && !strings.HasSuffix(class, "."+name[:at])
	})
}

// sameType compares types as people write them, qualified or not.
func sameType(known, said string) bool {
	said = strings.ReplaceAll(said, "...", "[]")
	if at := strings.IndexByte(said, '<'); at >= 0 { // generic arguments are not part of it
		said = said[:at] + said[strings.LastIndexByte(said, '>')+1:]
	}
	return known == said[strings.LastIndexByte(said, '.')+1:]
}

func names(all []*Method, most int) (texts []string) {
	for _, m := range all {
		texts = append(texts, m.String())
	}
	return quantity.Some(texts, most)
}

func (x *Index) methods() (all []*Method) {
	for _, c := range x.own {
		if anonymous.MatchString(c.Name) {
			continue
		}
		for i, member := range c.Members {
			if drivable(member) {
				all = append(all, x.method(c, i))
			}
		}
	}
	slices.SortFunc(all, func(a, b *Method) int { return cmp.Compare(a.String(), b.String()) })
	return all
}

// Public are the methods that everybody can call, sorted by name.
func (x *Index) Public() []*Method {
	return slices.DeleteFunc(x.methods(), func(m *Method) bool { return m.Hidden })
}

// anonymous are the names of classes that have none in the source.
var anonymous = regexp.MustCompile(`\$\d`)

func (x *Index) method(c *classes.Whole, i int) *Method {
	member := c.Members[i]
	m := &Method{Class: c.Name, Name: member.Name, Descriptor: member.Type, Flags: member.Flags, Hidden: member.Flags&classes.AccPublic == 0 || !x.visible(c.Name)}
	for at, d := range classes.Parameters(member.Type) {
		name := fmt.Sprintf("arg%d", at)
		if names := c.Methods[i].Names; at < len(names) && names[at] != "" {
			name = names[at]
		}
		m.Names = append(m.Names, name)
		if inner := strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(d, "["), "L"), ";"); x.own[inner] != nil && !x.visible(inner) {
			m.Hidden = true
		}
	}
	return m
}

func (x *Index) visible(name string) bool {
	c := x.own[name]
	if c == nil {
		return true
	}
	flags := c.Flags
	if inner, ok := c.Inner[name]; ok {
		flags = inner
	}
	outer := strings.LastIndexByte(name, '$')
	return flags&classes.AccPublic != 0 && (outer < 0 || x.visible(name[:outer]))
}

// nearest are the methods whose names are most alike.
func nearest(all []*Method, said string) (near []*Method) {
	simple := said[strings.LastIndexByte(said, '.')+1:]
	far := map[*Method]int{}
	for _, m := range all {
		whole := away(tail(m.name(), said), said)
		d := min(away(m.Name, simple), whole)
		if d <= len(simple)/2+1 || strings.HasSuffix("."+m.name(), "."+said[:len(said)-len(simple)]+m.Name) && simple != said {
			near = append(near, m)
			far[m] = 100*d + whole
		}
	}
	slices.SortStableFunc(near, func(a, b *Method) int { return far[a] - far[b] })
	return near[:min(len(near), 5)]
}

// away is how far names are from each other, without regard to case.
func away(a, b string) int { return spelling.Distance(strings.ToLower(a), strings.ToLower(b)) }

// tail is as much of a name as has as many parts as another.
func tail(full, said string) string {
	parts := strings.Split(full, ".")
	return strings.Join(parts[max(0, len(parts)-1-strings.Count(said, ".")):], ".")
}
