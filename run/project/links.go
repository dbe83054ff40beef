package project

import (
	"fmt"
	"os"

	"beagle/links"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
	"beagle/run"
)

func (p *Project) attach(m adapter.Model) error {
	if p.Config.Links == run.LinksByName {
		p.Config.Sources = nil // records are known by names, whatever language the sources are in
	}
	for _, folder := range p.Config.Sources {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return model.Problem{
				Severity: model.Error, Rule: "sources", File: folder, Message: "the source folder does not exist or is no folder",
				Hint: "correct sources: in beagle.yaml; paths start from the folder of that file",
			}
		}
	}
	sources := language.NewSources(p.Config.Sources)
	if err := sources.None(); err != nil {
		return err
	}
	file, err := p.links(m, sources)
	if err != nil {
		return err
	}
	if !p.asWritten() { // Beagle itself puts new values into elements, which keeps their links
		p.Problems = append(p.Problems, file.CheckModel(m.Bytes())...)
	}
	if len(p.Config.Sources) == 0 {
		sources = nil // recorded logs: the links are taken at their word
	}
	file, problems := file.Follow(m.Elements(), p.Services, sources)
	p.Problems = append(p.Problems, problems...)
	p.Elements, p.Entries, problems = file.Attach(m.Elements(), p.Services, sources)
	p.Problems = append(p.Problems, problems...)
	return nil
}

func (p *Project) links(m adapter.Model, sources *language.Sources) (*links.File, error) {
	switch p.Config.Links {
	case "":
		return &links.File{}, nil
	case run.LinksByName:
		if len(p.Config.Measure.Logs) == 0 {
			return nil, model.Problem{
				Severity: model.Error, Rule: "links", Message: "links: by name goes with recorded logs and spans only: a program that is measured needs to know the statements",
				Hint: "give --logs, or have links written: beagle pcm links",
			}
		}
		return links.ByName(p.Services, m.Steps), nil
	}
	mapping, err := links.ReadMapping(p.Config.Links)
	if err != nil {
		return nil, err
	}
	if mapping == nil {
		lines, problems, err := links.ReadLines(p.Config.Links, m, sources)
		if err != nil {
			return nil, err
		}
		p.Problems = append(p.Problems, problems...)
		if lines != nil {
			return lines.File(p.Config.Links), nil
		}
		return links.Read(p.Config.Links)
	}
	type linked struct{ element, of string } // a service has a link for each of its implementations
	before := make(map[linked]links.Entry, len(mapping.Links))
	for _, e := range mapping.Links {
		before[linked{e.Element, e.Of}] = e
	}
	now, lost := mapping.Again(sources)
	for _, l := range lost {
		p.Problems = append(p.Problems, model.Problem{
			Severity: model.Warning, Rule: "link-lost", File: p.Config.Links, Message: l,
			Hint: "link the element anew: beagle pcm links",
		})
	}
	for _, e := range now.Links {
		if was := before[linked{e.Element, e.Of}]; e.First != was.First || e.Last != was.Last {
			p.Problems = append(p.Problems, model.Problem{
				Severity: model.Warning, Rule: "links-moved", File: p.Config.Links, Element: model.ElementID(e.Element), Name: e.Name,
				Message: fmt.Sprintf("the source changed; the section was found again by its method and place: it begins at %d:%d", e.First.Line, e.First.Column),
				Hint:    "look whether these are still its statements, and write the links anew: beagle pcm links",
			})
		}
	}
	return now.File(p.Config.Links), nil
}
