package extract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"beagle/extract/rules"
	"beagle/internal/quantity"
)

// Division is a program divided into components, as a person sees and changes it.
type Division struct {
	Rule       string        // that made the components
	Components []Part        // by name
	Bindings   []Binding     // interfaces behind which several classes stand
	Choices    rules.Choices // that led here
	Circles    int           // calls that are left out since they lead back to a service that runs
	guessed    bool          // what is entered was guessed
}

// Part is a component of a division.
type Part struct {
	Name    string  // of the component
	Classes []Class // that it is made of
	// Services, Entered, Requires: how many services it has, how many of these are entered from outside of the model,
	// and how many roles it requires
	Offers                      []Offer  // its services
	Starts                      []string // classes of it that start the program, as people read them
	Services, Entered, Requires int
}

// Offer is a service of a component.
type Offer struct {
	Name, File string // Class.method, and where the method is
	Line       int    // of the method, from 1
	Entered    bool   // from outside of the model
	Chosen     bool   // a person has said so
	Inside     bool   // it is no service, but a part of what calls it
	Joined     bool   // and a person has said so
	Whole      bool   // it is one action with all that it calls

	Tried *rules.Tried // as the last trial showed it; nil: it did not run there
}

// Binding is an interface with the class that stands behind it in the model.
type Binding struct {
	For, Taken string   // names of the interface and of the class that was taken
	All        []string // classes that could
	Chosen     bool     // a person has said so
}

// Class is a class that others do not stand around.
type Class struct {
	Name, File string // as people read it, and its path below the project
	Line       int    // of its declaration, 1-based
}

// Division is how the result divides the program.
func (r *Result) Division() *Division {
	d := &Division{Rule: r.Rule, Choices: r.input.Choices, Circles: r.Circles, guessed: r.Guessed}
	for _, c := range r.Divided {
		part := Part{Name: strings.ReplaceAll(c.Name, ".", "-")}
		for _, t := range c.Classes {
			if t.Name == t.Outer {
				part.Classes = append(part.Classes, Class{t.Name, r.Program.Files[t.File].Path, t.Line})
				if rules.Starts(t) {
					part.Starts = append(part.Starts, t.Simple())
				}
			}
		}
		for _, made := range r.Model.Components {
			if made.Name != c.Name {
				continue
			}
			part.Services, part.Requires = len(made.Services), len(made.Requires)
			for _, s := range made.Services {
				if s.Entry {
					part.Entered++
				}
				if s.Link != nil {
					name := s.Class + "." + s.Op.Name
					part.Offers = append(part.Offers, Offer{
						Name: name, File: s.Link.Path, Line: s.Link.Line, Entered: s.Entry, Chosen: slices.Contains(d.Choices.Services, name),
						Whole: r.input.Seen != nil && slices.Contains(r.input.Seen.Whole, s.ID),
					})
				}
			}
		}
		d.Components = append(d.Components, part)
	}
	d.tried(r)
	slices.SortFunc(d.Components, func(a, b Part) int { return strings.Compare(a.Name, b.Name) })
	d.Bindings = r.bindings()
	return d
}

func (d *Division) tried(r *Result) {
	var all []rules.Tried
	if r.input.Seen != nil {
		all = r.input.Seen.Tried
	}
	for _, name := range d.Choices.Inside { // a later trial does not show them
		if !slices.ContainsFunc(all, func(t rules.Tried) bool { return t.Name == name }) {
			all = append(slices.Clip(all), rules.Tried{Name: name})
		}
	}
	for i := range all {
		one := &all[i]
		class := one.Name[:max(0, strings.LastIndex(one.Name, "."))]
		at := slices.IndexFunc(d.Components, func(p Part) bool {
			return slices.ContainsFunc(p.Classes, func(c Class) bool {
				return class == c.Name || strings.HasPrefix(class, c.Name+"$") || strings.HasPrefix(class, c.Name+".")
			})
		})
		if at < 0 {
			continue
		}
		part := &d.Components[at]
		seen := one
		if one.Calls == 0 {
			seen = nil
		}
		known := false
		for k := range part.Offers { // several where methods are overloaded
			if part.Offers[k].Name == one.Name {
				part.Offers[k].Tried, known = seen, true
			}
		}
		if !known {
			file, line := r.place(one.Name)
			part.Offers = append(part.Offers, Offer{Name: one.Name, File: file, Line: line, Inside: true, Joined: slices.Contains(d.Choices.Inside, one.Name), Tried: seen})
		}
	}
	share := func(o Offer) float64 {
		if o.Tried == nil {
			return -1
		}
		return o.Tried.Share
	}
	for i := range d.Components {
		slices.SortStableFunc(d.Components[i].Offers, func(a, b Offer) int { return cmp.Compare(share(b), share(a)) })
	}
}

// place returns the file and the line of the first method that is called Class.method; empty: there is none.
func (r *Result) place(name string) (file string, line int) {
	at := strings.LastIndex(name, ".")
	for _, t := range r.Program.Types {
		for _, m := range t.Methods {
			if t.Name == name[:max(0, at)] && m.Name == name[at+1:] {
				return r.Program.Files[t.File].Path, m.Line
			}
		}
	}
	return "", 0
}

// Alone makes a service of a method that is left to its callers, and what calls it is split there after the next trial.
func (d *Division) Alone(o Offer) (rules.Choices, error) {
	c := d.Choices
	switch {
	case !o.Inside:
		return c, errors.New("it is a service already")
	case o.Joined:
		c.Inside = slices.DeleteFunc(slices.Clone(c.Inside), func(name string) bool { return name == o.Name })
		return c, nil
	}
	return c.Enter(d.guessed, o.Name), nil
}

// Join leaves a service to its callers: it is a part of their actions.
func (d *Division) Join(o Offer) (rules.Choices, error) {
	c := d.Choices
	if o.Inside {
		return c, errors.New("it is a part of its callers already")
	}
	c.Services = slices.DeleteFunc(slices.Clone(c.Services), func(name string) bool { return name == o.Name })
	c.Inside = append(slices.Clone(c.Inside), o.Name)
	return c, nil
}

func (r *Result) bindings() (all []Binding) {
	bound := r.input.Choices.Bind
	for _, name := range slices.Sorted(maps.Keys(bound)) {
		if classes := rules.Implementers(r.Program, name, r.input.Choices.Ignore); len(classes) > 1 {
			all = append(all, Binding{name, bound[name], classes, true})
		}
	}
	for _, o := range r.Open {
		if !slices.ContainsFunc(all, func(b Binding) bool { return b.For == o.For }) {
			all = append(all, Binding{o.For, o.Taken, append([]string{o.Taken}, o.Others...), false})
		}
	}
	return all
}

// Bind puts the next class behind an interface.
func (d *Division) Bind(b Binding) rules.Choices {
	c := d.Choices
	c.Bind = maps.Clone(c.Bind)
	if c.Bind == nil {
		c.Bind = map[string]string{}
	}
	c.Bind[b.For] = b.All[(slices.Index(b.All, b.Taken)+1)%len(b.All)]
	return c
}

// Enter has a service entered from outside, or no longer where a person has said so before; an error says why that
// cannot be.
func (d *Division) Enter(o Offer) (rules.Choices, error) {
	c := d.Choices
	c.Services = slices.Clone(c.Services)
	switch {
	case o.Chosen:
		c.Services = slices.DeleteFunc(c.Services, func(name string) bool { return name == o.Name })
	case o.Inside:
		return d.Alone(o)
	case o.Entered:
		return c, errors.New("it is entered by the start of the program, by a framework, or by no other class")
	default:
		c = c.Enter(d.guessed, o.Name)
	}
	return c, nil
}

// Decide applies the rules with other choices. What javac said stays.
func (r *Result) Decide(ctx context.Context, choices rules.Choices) (*Result, error) {
	in := r.input
	in.Choices = choices
	again := *r
	return &again, again.apply(ctx, in)
}

func (d *Division) by() rules.Choices {
	c := d.Choices
	c.By, c.Components = rules.ByChoice, map[string][]string{}
	for _, part := range d.Components {
		for _, class := range part.Classes {
			c.Components[part.Name] = append(c.Components[part.Name], class.Name)
		}
	}
	return c
}

// By is the division by another rule.
func (d *Division) By(rule string) rules.Choices {
	c := d.Choices
	c.By = rule
	return c
}

// Merge makes one component of several, with the name of the first.
func (d *Division) Merge(names []string) rules.Choices {
	c := d.by()
	for _, name := range names[1:] {
		c.Components[names[0]] = append(c.Components[names[0]], c.Components[name]...)
		delete(c.Components, name)
	}
	return c
}

// Split makes a component of each class of one.
func (d *Division) Split(name string) rules.Choices {
	c := d.by()
	classes := c.Components[name]
	delete(c.Components, name)
	for _, class := range classes {
		c.Components[unused(c, class)] = []string{class}
	}
	return c
}

// Part makes a component of a class of another one.
func (d *Division) Part(name, class string) rules.Choices {
	c := d.by()
	c.Components[name] = slices.DeleteFunc(c.Components[name], func(other string) bool { return other == class })
	if len(c.Components[name]) == 0 {
		delete(c.Components, name)
	}
	c.Components[unused(c, class)] = []string{class}
	return c
}

// Rename gives a component another name, or says why it cannot have it.
func (d *Division) Rename(name, now string) (rules.Choices, error) {
	c := d.by()
	now = unfit.ReplaceAllString(strings.ReplaceAll(strings.TrimSpace(now), ".", "-"), "-")
	switch {
	case now == "":
		return c, fmt.Errorf("a component needs a name")
	case now != name && c.Components[now] != nil:
		return c, fmt.Errorf("there is a component %s already; mark both to make one of them", now)
	}
	classes := c.Components[name]
	delete(c.Components, name)
	c.Components[now] = classes
	return c, nil
}

// Ignore leaves classes out.
func (d *Division) Ignore(classes []string) rules.Choices {
	c := d.Choices
	c.Ignore = slices.Clone(c.Ignore)
	c.Components = maps.Clone(c.Components)
	for _, class := range classes {
		if !slices.Contains(c.Ignore, class) {
			c.Ignore = append(c.Ignore, class)
		}
	}
	return c
}

func unused(c rules.Choices, class string) string {
	short := class[strings.LastIndexAny(class, ".$")+1:]
	name := short
	for i := 2; c.Components[name] != nil; i++ {
		name = fmt.Sprint(short, i)
	}
	return name
}

// Has is what a component has that runs, in words: its services, or the main by which alone it is entered.
func (p *Part) Has() string {
	if p.Services == 0 && len(p.Starts) > 0 {
		return "main of " + strings.Join(p.Starts, " and ") + ", which enters others"
	}
	return quantity.Plural(p.Services, "service", "services")
}
