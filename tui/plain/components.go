package plain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"beagle/extract"
	"beagle/extract/rules"
	"beagle/internal/quantity"
	"beagle/tui/text"
)

// Components asks what the components of a program are to be, until a person takes
// them; false: they left without. divide applies the rules with other choices.
func (t *Talk) Components(ctx context.Context, d *extract.Division, divide func(context.Context, rules.Choices) (*extract.Division, error)) (rules.Choices, bool, error) {
	for {
		t.divided(d)
		key, err := t.choose(ctx, "What now?", answer{"t", "take them"}, answer{"r", "other rule"}, answer{"m", "merge"}, answer{"s", "split"},
			answer{"n", "name"}, answer{"x", "leave out"}, answer{"e", "entered from outside"}, answer{"b", "bind"}, answer{"q", "quit without writing"})
		if err != nil || key == "q" {
			return rules.Choices{}, false, err
		}
		if key == "t" {
			return d.Choices, true, nil
		}
		choices, err := t.divideBy(ctx, key, d)
		if ctx.Err() != nil || errors.Is(err, ErrNobody) {
			return rules.Choices{}, false, err
		}
		if err == nil {
			var now *extract.Division
			if now, err = divide(ctx, choices); err == nil {
				d = now
				continue
			}
		}
		t.say("That cannot be: %s.", text.Safe(err.Error()))
	}
}

func (t *Talk) divided(d *extract.Division) {
	t.say("%s by the rule %s.", quantity.Plural(len(d.Components), "component", "components"), d.Rule)
	if d.Circles > 0 {
		t.say("%s left out; the rule cycles leaves none out.", quantity.Plural(d.Circles, "call in a circle is", "calls in circles are"))
	}
	for i, c := range d.Components {
		t.say("%d: %s, %s, %s, of which %d entered from outside", i+1, text.Safe(c.Name), quantity.Plural(len(c.Classes), "class", "classes"), c.Has(), c.Entered)
	}
	for i, b := range d.Bindings {
		t.say("Binding %d: behind %s stands %s, of %s", i+1, text.Safe(b.For), text.Safe(b.Taken), text.Safe(strings.Join(b.All, ", ")))
	}
}

// divideBy asks for what a decision needs.
func (t *Talk) divideBy(ctx context.Context, key string, d *extract.Division) (c rules.Choices, err error) {
	switch key {
	case "r":
		rule, err := t.ask(ctx, "Which rule: "+strings.Join(rules.Rules()[1:], ", "), d.Rule)
		return d.By(rule), err
	case "b":
		if len(d.Bindings) == 0 {
			return c, errors.New("no interface has several classes behind it")
		}
		at, err := t.number(ctx, "Number of the binding", len(d.Bindings))
		if err != nil {
			return c, err
		}
		return d.Bind(d.Bindings[at]), nil
	case "m":
		line, err := t.ask(ctx, "Numbers of the components, the first gives the name", "")
		var names []string
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
			n, wrong := strconv.Atoi(word)
			if wrong != nil || n < 1 || n > len(d.Components) || slices.Contains(names, d.Components[n-1].Name) {
				return c, fmt.Errorf("%q is no number of a component, or is there twice", word)
			}
			names = append(names, d.Components[n-1].Name)
		}
		if err == nil && len(names) < 2 {
			err = errors.New("name two components or more")
		}
		if err != nil {
			return c, err
		}
		return d.Merge(names), nil
	}
	at, err := t.number(ctx, "Number of the component", len(d.Components))
	if err != nil {
		return c, err
	}
	part := d.Components[at]
	switch key {
	case "s":
		return d.Split(part.Name), nil
	case "n":
		name, err := t.ask(ctx, "New name", part.Name)
		if err != nil {
			return c, err
		}
		return d.Rename(part.Name, name)
	case "x":
		var classes []string
		for _, class := range part.Classes {
			classes = append(classes, class.Name)
		}
		return d.Ignore(classes), nil
	}
	for i, o := range part.Offers {
		how := "not entered from outside"
		if o.Entered {
			how = "entered from outside"
		}
		t.say("%d: %s, %s", i+1, text.Safe(o.Name), how)
	}
	at, err = t.number(ctx, "Number of the service", len(part.Offers))
	if err != nil {
		return c, err
	}
	return d.Enter(part.Offers[at])
}

// number asks for a position, counted from 1, and gives it counted from 0.
func (t *Talk) number(ctx context.Context, question string, of int) (int, error) {
	if of == 0 {
		return 0, errors.New("there is none")
	}
	line, err := t.ask(ctx, fmt.Sprintf("%s, 1 to %d", question, of), "1")
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(line)
	if err != nil || n < 1 || n > of {
		return 0, fmt.Errorf("%q is no number from 1 to %d", line, of)
	}
	return n - 1, nil
}
