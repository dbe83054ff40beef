package links

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model/language"

	"beagle/model"
)

// Attach finds the elements in the source.
func (f *File) Attach(elements []model.Element, services []model.Service, sources *language.Sources) ([]model.Element, model.Entries, []model.Problem) {
	if f.Path == "" && len(f.Links) == 0 { // no file: models may carry positions themselves
		f = FromNames(elements)
	}
	a := &attaching{file: f, sources: sources, byID: map[string]*Link{}, used: map[string]bool{}, missing: map[string]bool{}, further: map[string][]*Link{}}
	for i := range f.Links {
		link := &f.Links[i]
		if other, twice := a.byID[link.Element]; twice {
			if link.Of != "" && other.Of != "" && link.Of != other.Of { // another implementation of the same service
				a.further[link.Element] = append(a.further[link.Element], link)
			} else if !sameStatements(other, link) {
				a.warn(link.Line, "links-twice", "the element "+safe.Clip(link.Element)+" is linked twice; the first link counts", "remove one of the links")
			}
			continue
		}
		a.byID[link.Element] = link
	}
	a.hashes()
	linked := slices.Clone(elements)
	for i := range linked {
		a.element(&linked[i])
	}
	a.tellMissing(linked)
	entries := model.Entries{}
	for _, s := range services {
		if section := a.section(s.SEFF); section != nil {
			entries[s.SEFF] = []model.Section{*section}
		}
		for _, link := range a.further[s.SEFF] {
			if section := a.at(link, true); section != nil {
				entries[s.SEFF] = append(entries[s.SEFF], *section)
			}
		}
	}
	a.unused()
	return linked, entries, a.problems
}

// Positions are the elements with the sections that the file gives, without looking at the sources: for a list.
func (f *File) Positions(elements []model.Element) []model.Element {
	a := &attaching{file: f, byID: map[string]*Link{}, used: map[string]bool{}, missing: map[string]bool{}}
	for i := range f.Links {
		if link := &f.Links[i]; a.byID[link.Element] == nil {
			a.byID[link.Element] = link
		}
	}
	linked := slices.Clone(elements)
	for i := range linked {
		a.element(&linked[i])
	}
	return linked
}

// CheckModel compares the hash of the repository with the one that the links were made for.
func (f *File) CheckModel(data []byte) []model.Problem {
	if f.Model.Value == "" {
		return nil
	}
	a := &attaching{file: f}
	sum, err := Sum(f.Model.Algorithm, data)
	switch {
	case err != nil:
		a.warn(f.Model.Line, "links-hash", err.Error(), "the links cannot be compared with the model")
	case !strings.EqualFold(sum, f.Model.Value):
		a.warn(f.Model.Line, "links-stale-model", "the model has changed since the links were made",
			"links go by id, so they still hold for elements that are in both; make the links anew for others")
	}
	return a.problems
}

type attaching struct {
	file     *File
	sources  *language.Sources
	byID     map[string]*Link
	further  map[string][]*Link // of services with several implementations: all but the first
	used     map[string]bool
	missing  map[string]bool  // elements already reported
	without  []*model.Element // that have no link
	problems []model.Problem
}

// namedAlone is up to how many elements without a link are told one by one.
const namedAlone = 20

func (a *attaching) tellMissing(all []model.Element) {
	if n := len(a.without); a.file.Whole && n > 0 { // there is nothing to link
		first := a.without[0]
		a.problems = append(a.problems, model.Problem{
			Severity: model.Info, Rule: missingRule, File: a.file.Path,
			Message: fmt.Sprintf("%s no statement that a probe could stand at, as lambdas that a library runs and decisions inside expressions have none; first, the %s %q in %s.%s",
				quantity.Plural(n, "element has", "elements have"), word[first.Kind], safe.Clip(first.Name), safe.Clip(first.Component), safe.Clip(first.Service)),
			Hint: "nothing is to be linked; the model has the counts and shares that launches showed of the calls in them when the model was tried",
		})
		return
	}
	if len(a.without) <= namedAlone {
		for _, e := range a.without {
			a.problems = append(a.problems, unlinked(e, a.file.Path))
		}
		return
	}
	missing := 0
	for i := range all {
		if !all[i].Linked() {
			missing++
		}
	}
	first := a.without[0]
	a.problems = append(a.problems, model.Problem{
		Severity: model.Warning, Rule: missingRule, File: a.file.Path,
		Message: fmt.Sprintf("%s of %s elements have no link to the source, so they are not measured; first, the %s %q in %s.%s",
			quantity.Count(int64(missing)), quantity.Count(int64(len(all))), word[first.Kind], safe.Clip(first.Name), safe.Clip(first.Component), safe.Clip(first.Service)),
		Hint: "link those that matter; beagle check lists all elements",
	})
}

func (a *attaching) warn(line int, rule, message, hint string) {
	a.problems = append(a.problems, model.Problem{
		Severity: model.Warning, Rule: rule, File: a.file.Path, Line: line, Message: message, Hint: hint,
	})
}

func sameStatements(a, b *Link) bool {
	end := func(l *Link) Position {
		if l.Last != nil {
			return *l.Last
		}
		return l.First
	}
	return a.First == b.First && end(a) == end(b)
}

func (a *attaching) element(e *model.Element) {
	switch e.Kind {
	case model.Branch:
		e.Branches = slices.Clone(e.Branches)
		for i := range e.Branches {
			o := &e.Branches[i]
			o.Section = a.section(o.Behaviour)
			if o.Section == nil {
				o.Section = a.section(o.ID)
			}
		}
	case model.Loop:
		a.one(e, e.Body)
	case model.CallParameter:
		if e.Position >= 0 {
			a.one(e, e.PCMID)
		}
	default:
		a.one(e, e.PCMID)
	}
	dangling := e.Kind != model.Branch && (a.byID[e.PCMID] != nil || e.Body != "" && a.byID[e.Body] != nil)
	if !e.Linked() && !dangling && !a.missing[e.PCMID] {
		a.missing[e.PCMID] = true
		a.without = append(a.without, e)
	}
}

func (a *attaching) one(e *model.Element, key string) {
	e.Sections = nil
	if section := a.section(key); section != nil {
		e.Sections = []model.Section{*section}
	}
}

func unlinked(e *model.Element, file string) model.Problem {
	p := model.Problem{
		Severity: model.Warning, Rule: missingRule, File: file, Element: e.ID, Name: e.Name,
		Message: fmt.Sprintf("the %s in %s.%s has no link to the source, so it is not measured", word[e.Kind], safe.Clip(e.Component), safe.Clip(e.Service)),
		Hint:    "link the id " + e.PCMID,
	}
	switch e.Kind {
	case model.Loop:
		p.Hint = "link the id of its body, " + e.Body
	case model.Branch:
		var ids []string
		for _, o := range e.Branches {
			if o.Section == nil {
				ids = append(ids, o.Behaviour)
			}
		}
		p.Hint = "link the behaviours of its transitions, all but one else: " + strings.Join(ids, ", ")
	default:
	}
	return p
}

// missingRule is the check that finds elements without a link.
const missingRule = "links-missing"

var word = map[model.Kind]string{
	model.InternalAction: "internal action", model.Loop: "loop", model.Branch: "branch", model.CallParameter: "external call",
}

func (a *attaching) section(id string) *model.Section {
	link := a.byID[id]
	if link == nil || id == "" {
		return nil
	}
	first := !a.used[id]
	a.used[id] = true
	return a.at(link, first)
}

func (a *attaching) at(link *Link, tell bool) *model.Section {
	id, last := link.Element, link.First
	if link.Last != nil {
		last = *link.Last
	}
	s := &model.Section{Unit: link.First.Unit, First: link.First.Offset, Last: last.Offset, Of: link.Of}
	if a.sources == nil {
		return s
	}
	unit := a.sources.Unit(s.Unit)
	message, hint := "", ""
	switch {
	case last.Unit != link.First.Unit:
		message, hint = fmt.Sprintf("the link of %s starts in %s and ends in %s", safe.Clip(id), safe.Clip(link.First.Unit), safe.Clip(last.Unit)), "both statements must be in one file"
	case unit == nil:
		message, hint = fmt.Sprintf("the link of %s leads to %s, which is in none of the source folders", safe.Clip(id), safe.Clip(s.Unit)), "add the folder to sources"
	case last.Offset < link.First.Offset:
		message, hint = fmt.Sprintf("the link of %s ends before it starts", safe.Clip(id)), "make the links anew"
	case last.Offset >= unit.Length:
		message, hint = fmt.Sprintf("the link of %s leads to character %d of %s, which has only %d", safe.Clip(id), last.Offset, unit.Path, unit.Length), "the source has changed; make the links anew"
	}
	if message != "" {
		if tell {
			a.warn(link.Line, "links-dangling", message, hint)
		}
		return nil
	}
	s.File = unit.Path
	return s
}

func (a *attaching) hashes() {
	if a.sources == nil {
		return
	}
	seen := map[Hash]bool{}
	for _, h := range a.file.Hashes {
		key := Hash{Unit: h.Unit, Algorithm: h.Algorithm, Value: h.Value}
		unit := a.sources.Unit(h.Unit)
		if seen[key] || unit == nil {
			continue // a missing file is said where a link leads to it
		}
		seen[key] = true
		sum, err := Sum(h.Algorithm, unit.Data)
		switch {
		case err != nil:
			a.warn(h.Line, "links-hash", err.Error(), "the source cannot be compared with the links")
		case !strings.EqualFold(sum, h.Value):
			a.problems = append(a.problems, model.Problem{
				Severity: model.Warning, Rule: "links-stale-source", File: unit.Path,
				Message: "the source has changed since the links were made, so its sections may be at other places",
				Hint:    "make the links of this file anew, or look at the sections before measuring",
			})
		}
	}
}

func (a *attaching) unused() {
	if a.file.Named { // nobody wrote it
		return
	}
	lost, line := 0, 0
	for _, link := range a.file.Links {
		if !a.used[link.Element] && a.byID[link.Element] != nil {
			if line == 0 {
				line = link.Line
			}
			lost++
		}
	}
	if lost == 0 {
		return
	}
	a.problems = append(a.problems, model.Problem{
		Severity: model.Info, Rule: "links-unused", File: a.file.Path, Line: line,
		Message: quantity.Plural(lost, "link is", "links are") + " of steps that nothing is to be learnt of, such as calls without arguments",
	})
}
