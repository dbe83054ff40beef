package components

import (
	"fmt"
	"path/filepath"
	"strings"

	"charm.land/lipgloss/v2"

	"beagle/extract"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/tui/text"
)

// source is the file of a class, as it was read last.
type source struct {
	path  string
	lines []string
}

const (
	maxSource = 4 << 20
	beside    = 100 // columns from which on the source stands beside the tree
)

// Body draws the tree, and the source of what the bar is on beside or below it.
func (s *Screen) Body(width, height int) []string {
	th := s.env.Theme
	var head []string
	if s.rename.Typing {
		head = append(head, "New name: "+th.Accent.Render(text.Fit(s.rename.Text+"_", max(1, width-10))))
	} else {
		head = append(head, s.Head(th, about(s.now), width)...)
	}
	if height -= len(head); height <= 0 {
		return text.Pad(head, height+len(head))
	}
	if width >= beside {
		left := width * 2 / 5
		return append(head, text.Beside(s.tree(len(head), left, height), s.code(width-left-3, height), left, width-left-3, height, th.Rule.Render(" │ "))...)
	}
	top := height
	if height >= 12 {
		top = height / 2
	}
	lines := append(head, text.Pad(s.tree(len(head), width, top), top)...)
	if top < height {
		lines = append(lines, th.Rule.Render(strings.Repeat("─", width)))
		lines = append(lines, s.code(width, height-top-1)...)
	}
	return text.Pad(lines, height+len(head))
}

func about(d *extract.Division) string {
	how := map[string]string{
		"components": "as you have named them", "annotations": "each class with an annotation of a framework", "modules": "each module",
		"packages": "one component per package", "cycles": "each package, those that call each other in circles as one", "subpackages": "every package by itself", "interfaces": "each class that implements an interface of the program", "classes": "each class that others call",
	}[d.Rule]
	line := fmt.Sprintf("rule %s: %s", d.Rule, how)
	if d.Circles > 0 {
		line += fmt.Sprintf("; %s left out (rule cycles)", quantity.Plural(d.Circles, "call in a circle is", "calls in circles are"))
	}
	if n := len(d.Choices.Ignore); n > 0 {
		line += fmt.Sprintf("; %s left out", quantity.Plural(n, "pattern", "patterns"))
	}
	return line
}

// tree draws components with their parts, as far as they fit; its first line is that of the body.
func (s *Screen) tree(line, width, height int) []string {
	all, th := s.rows(), s.env.Theme
	lines := s.Draw(th, nil, len(all), "no component was found", width, height, func(i int) (string, lipgloss.Style) {
		left, right := s.line(all[i])
		room := width - 1
		if text.Width(left)+text.Width(right) >= room { // the name says more than the number of classes
			_, right, _ = strings.Cut(right, ", ")
		}
		if all[i].class != nil {
			return left, th.Muted
		}
		return text.Between(left, right, room), th.Plain
	})
	s.Line = line
	return lines
}

// line is a row of the tree: what it is, and how much there is of it.
func (s *Screen) line(r row) (left, right string) {
	switch {
	case r.class != nil:
		return "      " + text.Safe(short(r.class.Name)), ""
	case r.offer != nil:
		class, method := r.offer.Name, ""
		if at := strings.LastIndex(class, "."); at > 0 {
			class, method = class[:at], class[at:]
		}
		return "      " + text.Safe(short(class)+method+"()"), role(r.offer)
	case r.binding != nil:
		right = quantity.Plural(len(r.binding.All)-1, "other class", "other classes")
		if r.binding.Chosen {
			right = "as you say, " + right
		}
		return text.Safe(fmt.Sprintf("behind %s stands %s", short(r.binding.For), short(r.binding.Taken))), right
	}
	open, marked := s.open[r.part.Name], s.marked[r.part.Name]
	fold, mark := "▸", " "
	if open {
		fold = "▾"
	}
	if marked {
		mark = "*"
	}
	right = fmt.Sprintf("%s, %s", quantity.Plural(len(r.part.Classes), "class", "classes"), r.part.Has())
	if r.part.Entered > 0 {
		right += fmt.Sprintf(", %d entered", r.part.Entered)
	}
	return fmt.Sprintf("%s %s %s", mark, fold, text.Safe(r.part.Name)), right
}

// role is what a method is in the model, in few columns, and what share of the time it takes with all that it calls.
func role(o *extract.Offer) string {
	word := "service"
	switch {
	case o.Joined:
		word = "part (you)"
	case o.Inside:
		word = "part"
	case o.Entered:
		word = "entered"
	}
	if o.Tried == nil {
		return word
	}
	return word + text.Right(quantity.Percent(o.Tried.Share), 7)
}

// why says what the trial showed of a method, and why it is or is not a service.
func why(o *extract.Offer) (lines []string) {
	if t := o.Tried; t != nil {
		lines = append(lines, fmt.Sprintf("Trial: %s, %s each, %s of the time", quantity.Plural(int(t.Calls), "call", "calls"), quantity.Seconds(t.Took/t.Calls/1e9), quantity.Percent(t.Share)))
	}
	switch {
	case o.Joined:
		return append(lines, "You left it to its callers. s makes it a service.")
	case o.Inside && o.Tried.Brief:
		return append(lines, "A call is shorter than 20 probes: part of its callers. s makes it a service.")
	case o.Inside:
		return append(lines, "It explains too little time: part of its callers. s makes it a service.")
	case o.Whole:
		return append(lines, "One action with all that it calls: parts would be too short or too many. m leaves it to its callers.")
	case o.Tried == nil:
		return append(lines, "Not tried yet: beagle model runs it once. m leaves it to its callers.")
	}
	return append(lines, "m leaves it to its callers.")
}

// short is a name without package and outer classes.
func short(name string) string { return name[strings.LastIndexAny(name, ".$")+1:] }

// code is the source of the class that the bar is on; of a component, of its first
// one.
func (s *Screen) code(width, height int) (lines []string) {
	r := s.at()
	class := r.class
	switch {
	case r.offer != nil:
		class = &extract.Class{File: r.offer.File, Line: r.offer.Line}
	case r.binding != nil:
		return []string{s.env.Theme.Muted.Render(text.Fit("space takes the next of "+text.Safe(strings.Join(r.binding.All, ", ")), width))}
	case class == nil:
		if r.part == nil || len(r.part.Classes) == 0 {
			return nil
		}
		class = &r.part.Classes[0]
	}
	th := s.env.Theme
	if r.offer != nil {
		for _, line := range why(r.offer) {
			lines = append(lines, text.Wrap(line, width)...)
		}
		height -= len(lines)
	}
	lines = append(lines, th.Title.Render(text.Fit(text.Safe(fmt.Sprintf("%s:%d", filepath.Base(class.File), class.Line)), width)))
	if s.source.path != class.File {
		data, err := safe.ReadFile(class.File, maxSource)
		s.source = source{class.File, text.Lines(string(data))}
		if err != nil {
			s.source.lines = []string{"", "the source cannot be read: " + safe.Cause(err).Error()}
			s.source.path = ""
			return append(lines, text.Fit(s.source.lines[1], width))
		}
	}
	from := max(0, min(class.Line-1, len(s.source.lines)-1))
	for _, one := range s.source.lines[from:min(len(s.source.lines), from+max(0, height-1))] {
		lines = append(lines, text.Fit(one, width))
	}
	return lines
}
