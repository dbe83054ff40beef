// Package aside is what stands beside the steps of the wizard where there is room: what is worth
// knowing at a step, in blocks below headings.
package aside

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
	"beagle/tui/text"
	"beagle/tui/theme"
	"beagle/tui/words"
)

// Block is something worth knowing at a step, below its heading.
type Block struct {
	Title string
	Lines func(width, most int) []string // at most so many; none: the block is left out
}

const (
	besideFrom = 150 // cells of width from which blocks stand beside a step, not below it
	leastBlock = 3   // lines below a heading that make a block worth its place
)

// Room puts blocks into the room that a step leaves: beside it where the terminal is
// wide, else below it. The earlier a block, the surer is its place.
func Room(th *theme.Theme, step func(width int) []string, width, height int, blocks ...Block) []string {
	if width < besideFrom {
		lines := step(width)
		if left := height - len(lines) - 1; left > leastBlock {
			lines = append(append(lines, ""), drawn(th, blocks, width, left)...)
		}
		return text.Pad(lines, height)
	}
	left := width / 2
	right := width - left - 3
	return text.Beside(step(left), drawn(th, blocks, right, height), left, right, height, th.Rule.Render(" │ "))
}

// drawn are blocks one below the other, as far as there is room.
func drawn(th *theme.Theme, all []Block, width, height int) (lines []string) {
	for _, b := range all {
		left := height - len(lines) - 1
		if len(lines) > 0 {
			left--
		}
		if left < leastBlock {
			break
		}
		found := b.Lines(width, left)
		if len(found) == 0 {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(append(lines, text.Cut(th.Strong.Render(b.Title), width)), found[:min(len(found), left)]...)
	}
	return lines
}

// Explained is a block of sentences, each from a line of its own on.
func Explained(th *theme.Theme, title string, sentences ...string) Block {
	return Block{Title: title, Lines: func(width, most int) (lines []string) {
		for _, sentence := range sentences {
			wrapped := text.Wrap(th.Muted.Render(sentence), width)
			if len(lines)+len(wrapped) > most {
				break // half a sentence says nothing
			}
			lines = append(lines, wrapped...)
		}
		return lines
	}}
}

// Described is what the elements stand for, service by service: each with its value in the
// model and its source file, or the services alone where there is no room for more.
func Described(th *theme.Theme, title string, elements []model.Element) Block {
	return Block{Title: title, Lines: func(width, most int) (lines []string) {
		services, called := 0, words.Services(elements)
		for i := range elements {
			if opens(elements, i) {
				services++
			}
		}
		whole := services+len(elements) <= most
		for i := range elements {
			if opens(elements, i) {
				if !whole && len(lines) == most-1 && services > most {
					return append(lines, th.Muted.Render("and "+quantity.Plural(services-len(lines), "more service", "more services")))
				}
				lines = append(lines, service(th, elements[i:], called[i], width))
			}
			if whole {
				lines = append(lines, element(th, &elements[i], width))
			}
			if !whole && len(lines) == min(services, most) {
				break
			}
		}
		return lines
	}}
}

// opens reports whether the element is the first one of its service.
func opens(elements []model.Element, i int) bool {
	return i == 0 || elements[i].SEFF != elements[i-1].SEFF || elements[i].Service != elements[i-1].Service
}

// service is the service of the first of the elements, and how many of them it has.
func service(th *theme.Theme, elements []model.Element, called string, width int) string {
	counts, of := map[model.Kind]int{}, 0
	for i := range elements {
		if i > 0 && opens(elements, i) {
			break
		}
		counts[elements[i].Kind]++
		of++
	}
	e := &elements[0]
	called, inputs, given := strings.Cut(called, "(")
	if !given {
		names := make([]string, len(e.Inputs))
		for i := range e.Inputs {
			names[i] = text.Safe(e.Inputs[i].Name)
		}
		inputs = strings.Join(names, ", ") + ")"
	}
	name := th.Title.Render(words.Component(e)+"."+called) + th.Muted.Render("("+inputs)
	has := words.Elements(counts)
	if text.Width(name)+1+text.Width(has) > width { // the name says more
		has = quantity.Plural(of, "element", "elements")
	}
	return text.Between(name, th.Muted.Render(has), width)
}

// element is one element with what the model says of it now, and where it lies.
func element(th *theme.Theme, e *model.Element, width int) string {
	place := "not linked"
	if file := sourceOf(e); file != "" {
		place = filepath.Base(file)
	}
	const kind, from = 10, 24
	now := max(0, min(44, (width-kind-from)*2/5))
	name := width - kind - from - now - 4
	return "  " + text.Fit(words.Name(e), name-2) + " " + th.Muted.Render(text.Fit(words.Short(e.Kind), kind)+" "+text.Fit(words.Old(e), now)+"  "+text.CutLeft(text.Safe(place), from))
}

// sourceOf is the source file of an element; empty: no link leads to one.
func sourceOf(e *model.Element) string {
	if len(e.Sections) > 0 {
		return e.Sections[0].File
	}
	for i := range e.Branches {
		if e.Branches[i].Section != nil {
			return e.Branches[i].Section.File
		}
	}
	return ""
}

// Launched is the launches in their order, with what each is given.
func Launched(th *theme.Theme, launches []measure.Launch) Block {
	return Block{Title: "What is launched, in this order", Lines: func(width, most int) (lines []string) {
		plan := measure.Plan(launches)
		name := min(28, max(12, width/4))
		for i := range plan {
			if len(lines) == most-1 && i < len(plan)-1 {
				return append(lines, th.Muted.Render("and "+quantity.Count(int64(len(plan)-i))+" more"))
			}
			l := &plan[i]
			number := text.Right(fmt.Sprintf("%d", i+1), 4)
			lines = append(lines, th.Muted.Render(number)+"  "+text.FitMiddle(text.Safe(l.Name), name)+"  "+th.Muted.Render(text.Cut(text.Safe(cmp.Or(shell.Join(l.Command), l.Records)), max(0, width-name-8))))
		}
		return lines
	}}
}

// Planned is the plan of the measurement in words.
func Planned(cfg *run.Config) Block {
	return Block{Title: "The plan", Lines: func(width, most int) (lines []string) {
		for i, line := range project.Plan(cfg) {
			wrapped := text.Wrap(fmt.Sprintf("%d. %s", i+1, line), width)
			if len(lines)+len(wrapped) > most {
				break
			}
			lines = append(lines, wrapped...)
		}
		return lines
	}}
}

// Unasked are settings that a step does not ask for, with their values and meanings; on
// the overview they can be changed. No settings: nobody knows them.
func Unasked(th *theme.Theme, title string, settings func(run.Config) []run.Setting, cfg run.Config, names ...string) Block {
	return Block{Title: title, Lines: func(width, most int) (lines []string) {
		if settings == nil {
			return nil
		}
		for _, s := range settings(cfg) {
			for _, name := range names {
				if s.Key != name {
					continue
				}
				head := text.Fit(s.Key, 20) + " " + text.Fit(text.Safe(cmp.Or(s.Value, "–")), 12) + " "
				for i, line := range text.Wrap(s.Doc, max(20, width-text.Width(head))) {
					if i > 0 {
						head = strings.Repeat(" ", text.Width(head))
					}
					lines = append(lines, head+th.Muted.Render(line))
				}
			}
		}
		if len(lines) > most {
			return lines[:most]
		}
		return lines
	}}
}
