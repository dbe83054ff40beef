package measure

import (
	"fmt"
	"slices"
	"strings"

	"beagle/model"
)

// NewOrder builds the measurement order for the elements that are to be measured: one demand section per internal
// action, whatever the number of its resources; one section per branch transition and per loop body; one section per
// external call for all its parameters; and the entry of every service that one of them belongs to.
func NewOrder(elements []model.Element, entries model.Entries) (Order, []model.Problem) {
	b := orderBuilder{entries: entries, services: map[entryKey]int{}, sections: map[sectionKey]int{}}
	for i := range elements {
		b.add(&elements[i])
	}
	return b.order, b.problems
}

// maxParts bounds the values inside the parameters of a service that are taken.
const maxParts = 32

type orderBuilder struct {
	order    Order
	entries  model.Entries
	services map[entryKey]int
	sections map[sectionKey]int
	problems []model.Problem
}

// entryKey is a service, and which of its implementations where it has several.
type entryKey struct{ seff, of string }

// sectionKey keeps elements that share code.
type sectionKey struct {
	kind   SectionKind
	pcmID  string
	code   model.Section
	branch int
}

func (b *orderBuilder) add(e *model.Element) {
	if why, hint := Immeasurable(e); why != "" {
		b.warn(e, why, hint)
		return
	}
	switch e.Kind {
	case model.InternalAction:
		for _, code := range e.Sections {
			b.section(e, Section{Kind: Demand, Code: code})
		}
	case model.Loop:
		for _, code := range e.Sections {
			b.section(e, Section{Kind: LoopBody, Code: code})
		}
	case model.Branch:
		b.branch(e)
	case model.CallParameter:
		for _, code := range e.Sections {
			s := &b.order.Sections[b.section(e, Section{Kind: Call, Code: code, Callee: e.Callee, Params: e.Signature})]
			if part := (model.Input{Name: e.Argument.Name, Index: e.Position}); strings.ContainsRune(part.Name, '.') {
				if len(s.Parts) < maxParts && !slices.ContainsFunc(s.Parts, func(p model.Input) bool { return p.Name == part.Name && p.Index == part.Index }) {
					s.Parts = append(s.Parts, part)
				}
			} else if !slices.Contains(s.Args, e.Position) {
				s.Args = append(s.Args, e.Position)
			}
		}
	}
}

// Immeasurable says why an element cannot be measured, and what to do; both empty: it can.
func Immeasurable(e *model.Element) (why, hint string) {
	switch {
	case !e.Linked():
		return "it has no link to the source, so it is not measured", "add a link for it to the source statement links"
	case e.Kind == model.InternalAction && TimeOf(e.Resource) == NoTime:
		return fmt.Sprintf("the demand for %s cannot be measured; only CPU and DELAY can", name(e.Resource.Name)),
			"leave it out of the selection"
	case e.Kind == model.CallParameter && e.Argument.Char == model.Structure:
		return fmt.Sprintf("%s cannot be measured: STRUCTURE has no value in Java", e.Argument),
			"leave it out of the selection"
	}
	return "", ""
}

// branch asks for each transition's section; one without code of its own is what is left when no other one was taken.
func (b *orderBuilder) branch(e *model.Element) {
	missing := e.MissingElse()
	for i, option := range e.Branches {
		switch {
		case option.Section != nil:
			b.section(e, Section{Kind: Transition, Code: *option.Section, Branch: i})
		case i == missing:
			b.section(e, Section{Kind: Transition, Code: *sibling(e, i), Branch: i, Else: true})
		}
	}
}

// sibling is the section of a transition beside the missing else.
func sibling(e *model.Element, missing int) *model.Section {
	for i := range e.Branches {
		if i != missing && e.Branches[i].Section != nil {
			return e.Branches[i].Section
		}
	}
	return nil // cannot happen: MissingElse has a linked sibling
}

func (b *orderBuilder) section(e *model.Element, s Section) int {
	key := sectionKey{s.Kind, e.PCMID, s.Code, s.Branch}
	if i, ok := b.sections[key]; ok {
		return i
	}
	s.Element, s.PCMID, s.Service = e.ID, e.PCMID, b.service(e, s.Code)
	b.sections[key] = len(b.order.Sections)
	b.order.Sections = append(b.order.Sections, s)
	return b.sections[key]
}

// service is the index of a service's entry among those of the order, which is added where it is missing.
func (b *orderBuilder) service(e *model.Element, inside model.Section) int {
	code := inside
	if entries := b.entries[e.SEFF]; len(entries) > 0 {
		code = entries[max(0, slices.IndexFunc(entries, func(s model.Section) bool { return s.Of == inside.Of }))]
	}
	key := entryKey{seff: e.SEFF}
	if len(b.entries[e.SEFF]) > 1 {
		key.of = code.Of
	}
	if i, ok := b.services[key]; ok {
		return i
	}
	b.services[key] = len(b.order.Services)
	s := Service{SEFF: e.SEFF, Name: e.Service, Inputs: e.Inputs, Code: code}
	for _, input := range e.Inputs {
		s.Parts = append(s.Parts, input.Parts...)
	}
	s.Parts = s.Parts[:min(len(s.Parts), maxParts)]
	b.order.Services = append(b.order.Services, s)
	return b.services[key]
}

func (b *orderBuilder) warn(e *model.Element, why, hint string) {
	b.problems = append(b.problems, model.Problem{
		Severity: model.Warning, Message: why, Hint: hint, Element: e.ID, Name: e.Name, Rule: "measurable",
	})
}

func name(resource string) string {
	if resource == "" {
		return "an unnamed resource"
	}
	return resource
}
