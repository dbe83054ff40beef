package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/model"
)

// Component is a component to be: a name and the classes that it is made of.
type Component struct {
	Name    string              // as people read it
	Key     string              // for ids: what it was made from
	Classes []*attribution.Type // in the order of the program
}

// The rules that make components, in the order in which they are tried.
const (
	ByChoice      = "components"  // as a person has named them
	ByAnnotations = "annotations" // classes with a framework's annotation, and servlets
	ByModules     = "modules"     // the modules of the build
	ByPackages    = "packages"    // packages below the longest common one
	ByCycles      = "cycles"      // packages; those that call each other in circles are one component
	BySubpackages = "subpackages" // every package by itself
	ByInterfaces  = "interfaces"  // classes that implement an interface of the program
	ByClasses     = "classes"     // classes with behaviour, of which there are objects, that others call
)

// Rules are the names of all rules, in the order in which they are tried.
func Rules() []string {
	return []string{ByChoice, ByAnnotations, ByModules, ByPackages, ByCycles, BySubpackages, ByInterfaces, ByClasses}
}

type division struct {
	rule       string
	components []*Component
	of         map[string]*Component // by name of type
	calls      int                   // between components
}

type divider struct{ *program }

// divide takes the rule that was chosen, or the first that gives at least two components with a call between them
// that stay in the model; where none does, the first that gives any.
func (a divider) divide() (*division, []model.Problem, error) {
	problems := a.unmatched()
	if by := a.choices.By; by != "" && by != ByChoice {
		if !slices.Contains(Rules(), by) {
			return nil, nil, model.Problem{
				Severity: model.Error, Rule: "extract.by", Message: fmt.Sprintf("%q is no rule that makes components", by),
				Hint: "write one of " + strings.Join(Rules(), ", "),
			}
		}
		return a.by(by), problems, nil
	}
	best := a.by(ByChoice)
	problems = append(problems, empty(a.choices, best)...)
	if a.choices.By == ByChoice || len(best.components) > 0 {
		return best, problems, nil
	}
	tried := Rules()[1:]
	if !a.entered() {
		tried = []string{ByModules, ByPackages}
	}
	for _, rule := range tried {
		d := a.by(rule)
		if d.calls > 0 && a.staying(d) >= 2 {
			return d, problems, nil
		}
		if len(d.components) > 0 && len(best.components) == 0 {
			best = d
		}
	}
	return best, problems, nil
}

// entered reports whether something says what is entered from outside.
func (a divider) entered() bool {
	return len(a.choices.Services) > 0 || slices.ContainsFunc(a.Types, func(t *attribution.Type) bool {
		return t.File < a.own && (isDriver(t) || slices.ContainsFunc(t.Methods, a.isEndpoint))
	})
}

func empty(c Choices, d *division) (problems []model.Problem) {
	for _, name := range slices.Sorted(maps.Keys(c.Components)) {
		if !slices.ContainsFunc(d.components, func(k *Component) bool { return k.Name == name }) {
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "extract.components", Message: fmt.Sprintf("the component %q has no classes", name),
				Hint: "write names of classes, or packages with .* or .**",
			})
		}
	}
	return problems
}

// by divides the classes by one rule into components: each class gets a key, classes of one key are a component;
// nested classes follow the class around them, a class without a component goes to its only user (join), and
// components that do nothing are dropped.
func (a divider) by(rule string) *division {
	d := &division{rule: rule, of: map[string]*Component{}}
	name := a.namer(rule)
	byKey := map[string]*Component{}
	for _, t := range a.Types {
		if t.File >= a.own || matchesAny(t, a.choices.Ignore) {
			continue
		}
		key := name(t)
		if key == "" {
			continue
		}
		if byKey[key] == nil {
			byKey[key] = &Component{Name: key, Key: key}
			d.components = append(d.components, byKey[key])
		}
		d.of[t.Name] = byKey[key]
	}
	for _, t := range a.Types { // what stands inside a class belongs to it
		if c := d.of[t.Outer]; c != nil && d.of[t.Name] == nil && !matchesAny(t, a.choices.Ignore) {
			d.of[t.Name] = c
		}
	}
	a.join(d)
	for _, t := range a.Types {
		if c := d.of[t.Name]; c != nil {
			c.Classes = append(c.Classes, t)
		}
	}
	d.components = slices.DeleteFunc(d.components, func(c *Component) bool { return !slices.ContainsFunc(c.Classes, a.acts) })
	if rule != ByChoice {
		shortNames(d.components)
	}
	if rule == ByCycles {
		a.gather(d)
	}
	d.calls = a.between(d)
	return d
}

func (a divider) namer(rule string) func(*attribution.Type) string {
	switch rule {
	case ByAnnotations:
		return a.annotated
	case ByModules:
		return a.moduleOf
	case ByPackages, ByCycles:
		return a.packages()
	case BySubpackages:
		return a.subpackage
	case ByInterfaces:
		return a.implementer
	case ByClasses:
		return a.called()
	}
	return a.chosen
}

// chosen is the component that a person put a class into.
func (a divider) chosen(t *attribution.Type) string {
	var names []string
	for name, patterns := range a.choices.Components {
		if matchesAny(t, patterns) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return slices.Min(names)
}

func (a divider) annotated(t *attribution.Type) string {
	if a.isAnnotated(t) && behaves(t) {
		return t.Name
	}
	return ""
}

func (a divider) moduleOf(t *attribution.Type) string {
	if isDriver(a.Type(t.Outer)) {
		return ""
	}
	return a.modules(t.File)
}

func (a divider) subpackage(t *attribution.Type) string {
	if isDriver(a.Type(t.Outer)) {
		return ""
	}
	return t.Package
}

func (a divider) implementer(t *attribution.Type) string {
	if t.Local || t.Kind != "class" || t.Is("A") || t.Name != t.Outer || isDriver(t) || a.isData(t) {
		return ""
	}
	for _, name := range a.above(t)[1:] {
		if i := a.Type(name); i != nil && i.Kind == "interface" && len(i.Methods) > 0 {
			return t.Name
		}
	}
	return ""
}

func (a divider) called() func(*attribution.Type) string {
	users := a.users()
	return func(t *attribution.Type) string {
		if t.Local || t.Kind != "class" || t.Is("A") || t.Name != t.Outer || isDriver(t) || a.isData(t) || !a.made[t.Name] || len(users[t.Name]) == 0 {
			return ""
		}
		return t.Name
	}
}

func (a divider) users() map[string]map[string]bool {
	users := map[string]map[string]bool{}
	for _, t := range a.Types {
		for _, m := range t.Methods {
			attribution.Walk(m.Body, func(n *attribution.Node) {
				for _, to := range a.leave(n) {
					if to.on.Outer != t.Outer && isService(to.method) {
						if users[to.on.Outer] == nil {
							users[to.on.Outer] = map[string]bool{}
						}
						users[to.on.Outer][t.Outer] = true
					}
				}
			})
		}
	}
	return users
}

// join gives a class that belongs to no component to the only one that uses it, until nothing changes.
func (a divider) join(d *division) {
	if d.rule == ByModules || d.rule == ByPackages || d.rule == ByCycles || d.rule == BySubpackages {
		return
	}
	users, inside := a.users(), map[string][]*attribution.Type{}
	for _, t := range a.Types {
		inside[t.Outer] = append(inside[t.Outer], t)
	}
	for changed := true; changed; {
		changed = false
		for _, t := range a.Types {
			if t.File >= a.own || d.of[t.Outer] != nil || t.Name != t.Outer || isDriver(t) || matchesAny(t, a.choices.Ignore) || len(users[t.Name]) == 0 {
				continue
			}
			var only *Component
			several := false
			for user := range users[t.Name] {
				c := d.of[user]
				several = several || c == nil || only != nil && c != only
				only = c
			}
			if !several && only != nil {
				changed = true
				for _, inner := range inside[t.Name] {
					d.of[inner.Name] = only
				}
			}
		}
	}
}

func (a divider) between(d *division) (calls int) {
	a.across(d, func(_, _ *Component) { calls++ })
	return calls
}

// across visits what calls lead from one component to others.
func (a divider) across(d *division, visit func(from, to *Component)) {
	for _, t := range a.Types {
		from := d.of[t.Name]
		if from == nil {
			continue
		}
		methods := slices.Clone(t.Methods)
		for _, m := range a.inheritedBy(t) {
			if d.of[m.Type.Name] == nil {
				methods = append(methods, m)
			}
		}
		for _, m := range methods {
			attribution.Walk(m.Body, func(n *attribution.Node) {
				var seen []*Component
				for _, to := range a.leave(n) {
					if c := d.of[to.on.Name]; c != nil && c != from && isService(to.method) && !slices.Contains(seen, c) {
						seen = append(seen, c)
						visit(from, c)
					}
				}
			})
		}
	}
}

// shortNames leaves of qualified names as much as tells them apart.
func shortNames(all []*Component) {
	for depth := 1; depth < 8; depth++ {
		seen := map[string]int{}
		for _, c := range all {
			seen[last(c.Key, depth)]++
		}
		for _, c := range all {
			if short := last(c.Key, depth); seen[short] == 1 && (depth == 1 || seen[last(c.Key, depth-1)] != 1 && c.Name == c.Key) {
				c.Name = short
			}
		}
	}
}

func last(key string, parts int) string {
	all := strings.FieldsFunc(key, func(r rune) bool { return r == '.' || r == '/' || r == '$' })
	return strings.Join(all[max(0, len(all)-parts):], ".")
}
