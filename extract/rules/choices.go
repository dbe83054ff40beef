package rules

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/model"
)

// Choices are what a person has decided.
type Choices struct {
	By         string              `json:"by,omitempty"`         // the rule that makes components; empty: the first that fits
	Components map[string][]string `json:"components,omitempty"` // name to patterns of classes: demo.store.Upload, demo.store.*, demo.store.**
	Ignore     []string            `json:"ignore,omitempty"`     // patterns of classes that are left out
	Services   []string            `json:"services,omitempty"`   // Class.method that are entered from outside, and Uncalled
	Inside     []string            `json:"inside,omitempty"`     // Class.method that are parts of what calls them, whatever a trial shows
	Bind       map[string]string   `json:"bind,omitempty"`       // interface to the class that stands behind it
}

// Uncalled stands among the services that a person has chosen for those that are entered where nothing says what is:
// public methods that nobody calls.
const Uncalled = "*"

// Enter are the choices with further services; guessed: those that nobody calls are entrances, and stay such.
func (c Choices) Enter(guessed bool, names ...string) Choices {
	if guessed && len(names) > 0 && !slices.Contains(c.Services, Uncalled) {
		c.Services = slices.Concat(c.Services, []string{Uncalled})
	}
	known := c.Services
	c.Services = slices.Concat(known, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(known, name) }))
	return c
}

// matches reports whether a type is meant by a pattern.
func matches(t *attribution.Type, pattern string) bool {
	outer := t.Outer
	if below, found := strings.CutSuffix(pattern, ".**"); found {
		return t.Package == below || strings.HasPrefix(t.Package, below+".")
	}
	if pack, found := strings.CutSuffix(pattern, ".*"); found {
		return t.Package == pack
	}
	if pattern == outer || pattern == t.Name || pattern == attribution.Simple(outer) || t.Local && pattern == t.Simple() {
		return true
	}
	if !strings.ContainsAny(pattern, `*?[\`) { // most are names
		return false
	}
	ok, err := path.Match(pattern, outer)
	return err == nil && ok
}

func matchesAny(t *attribution.Type, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(t, p) })
}

func (c *Choices) enter(on *attribution.Type, method *attribution.Method) bool {
	return names(c.Services, on, method)
}

func names(all []string, on *attribution.Type, method *attribution.Method) bool {
	return slices.ContainsFunc(all, func(name string) bool {
		at := strings.LastIndex(name, ".")
		return at > 0 && name[at+1:] == method.Name && matches(on, name[:at])
	})
}

// Names reports whether a person has named a method of a class, by its qualified or its simple name.
func (c Choices) Names(class, method string) bool {
	pack := class[:max(0, strings.LastIndex(class, "."))]
	return c.enter(&attribution.Type{Name: class, Outer: class, Package: pack}, &attribution.Method{Name: method})
}

func (c *Choices) bound(declared *attribution.Method, all []target) *target {
	for _, name := range []string{declared.Type.Name, declared.Type.Simple()} {
		if class := c.Bind[name]; class != "" {
			for i := range all {
				if matches(all[i].on, class) {
					return &all[i]
				}
			}
		}
	}
	return nil
}

// unmatched says which bindings, classes left out and services of a person the program does not have.
func (a *program) unmatched() (problems []model.Problem) {
	add := func(rule, message, hint string) {
		problems = append(problems, model.Problem{Severity: model.Warning, Rule: rule, Message: message, Hint: hint})
	}
	for _, name := range slices.Sorted(maps.Keys(a.choices.Bind)) {
		class := a.choices.Bind[name]
		behind := func(t *attribution.Type) bool {
			return matches(t, class) && slices.ContainsFunc(a.above(t), func(above string) bool { return above == name || attribution.Simple(above) == name })
		}
		if !slices.ContainsFunc(a.Types, behind) {
			add("extract.bind", fmt.Sprintf("no class %s stands behind %s", class, name), "write bind: {Interface: Class} by simple or qualified names")
		}
	}
	for _, pattern := range a.choices.Ignore {
		if !slices.ContainsFunc(a.Types, func(t *attribution.Type) bool { return matches(t, pattern) }) {
			add("extract.ignore", fmt.Sprintf("no class is meant by %q, which is left out", pattern), "write names of classes, or packages with .* or .**")
		}
	}
	for _, name := range a.choices.Services {
		if name != Uncalled && !a.hasMethod(name) {
			add("extract.services", fmt.Sprintf("no method is meant by %q, which is entered", name), "write Class.method")
		}
	}
	for _, name := range a.choices.Inside {
		if !a.hasMethod(name) {
			add("extract.inside", fmt.Sprintf("No method is called %q, which is left to its callers.", name), "write Class.method")
		}
	}
	return problems
}

func (a *program) hasMethod(name string) bool {
	return slices.ContainsFunc(a.Types, func(t *attribution.Type) bool {
		return matches(t, name[:max(0, strings.LastIndex(name, "."))]) &&
			slices.ContainsFunc(slices.Concat(t.Methods, a.inheritedBy(t)), func(m *attribution.Method) bool { return names([]string{name}, t, m) })
	})
}
