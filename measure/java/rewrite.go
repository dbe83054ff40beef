package java

import (
	"fmt"
	"sort"

	"beagle/measure"
	"beagle/measure/java/insert"
	"beagle/measure/java/probe"
	"beagle/model"
)

// instrumented is a set of rewritten files, and what their probes mean.
type instrumented struct {
	files []rewritten
	table probe.Table
	notes []model.Problem
	lost  int // sites that the compiler rejected
	runtimes
}

// rewritten is a file with probes.
type rewritten struct {
	*source
	text  string
	sites int
	asked []asked // what it was asked for
	lines [][]int // per site asked for: where its probes stand
}

// asked is a site together with the element that it is for.
type asked struct {
	insert.Site
	code    model.Section
	element model.ElementID
	pcmID   string
	dropped bool // the compiler rejected its probes
}

// rewrite puts the probes of an order into the sources. What cannot be
// instrumented is noted, and the rest goes on.
func rewrite(order measure.Order, cpu bool) instrumented {
	var result instrumented
	files := map[string][]asked{}
	var paths []string
	add := func(a asked) {
		a.ID = len(result.table) - 1
		if a.code.File == "" {
			result.notes = append(result.notes, a.problem(model.Warning, 0, "its source file was not found, so it is not measured"))
			return
		}
		if files[a.code.File] == nil {
			paths = append(paths, a.code.File)
		}
		files[a.code.File] = append(files[a.code.File], a)
	}
	for i, s := range order.Sections {
		kind := probe.Section
		if s.Kind == measure.Call {
			kind = probe.Call
		}
		result.table = append(result.table, probe.Probe{Kind: kind, Index: int32(i)})
		add(asked{Site: section(&s), code: s.Code, element: s.Element, pcmID: s.PCMID})
	}
	for i, s := range order.Services {
		result.table = append(result.table, probe.Probe{Kind: probe.Service, Index: int32(i)})
		add(asked{
			Site: insert.Site{Kind: insert.Service, Name: s.Name, Params: len(s.Inputs)},
			code: s.Code, pcmID: s.SEFF,
		})
	}
	sort.Strings(paths)
	for _, path := range paths {
		result.file(path, files[path], cpu)
	}
	return result
}

// section says what to insert for a section of an order.
func section(s *measure.Section) insert.Site {
	site := insert.Site{Name: s.Callee, Args: s.Args}
	switch s.Kind {
	case measure.Demand:
		site.Kind = insert.Demand
	case measure.LoopBody:
		site.Kind = insert.LoopCount
	case measure.Call:
		site.Kind = insert.Call
	case measure.Transition:
		site.Kind = insert.Transition
		if s.Else {
			site.Kind = insert.NotTaken
		}
	}
	return site
}

// file rewrites one file; a file from which all sites were taken is as it was.
func (r *instrumented) file(path string, sites []asked, cpu bool) {
	src, err := readSource(path)
	var root string
	if err == nil {
		root, err = src.root()
	}
	if err != nil {
		r.notes = append(r.notes, asProblem(err))
		for i := range sites {
			r.notes = append(r.notes, sites[i].problem(model.Warning, 0, "it is not measured: its source cannot be read"))
		}
		return
	}
	var wanted []insert.Site
	var from []int
	for i := range sites {
		s := &sites[i]
		s.First, s.Last = src.Offset(s.code.First), src.Offset(s.code.Last)
		if s.First < 0 || s.Last < 0 {
			r.notes = append(r.notes, s.problem(model.Warning, 0, "its link points behind the end of the file, so it is not measured"))
			continue
		}
		wanted = append(wanted, s.Site)
		from = append(from, i)
	}
	for i := range wanted {
		if wanted[i].Kind == insert.NotTaken {
			wanted[i].Siblings = siblings(sites, from, i)
		}
	}
	result := insert.Rewrite(src.file, wanted, insert.Options{Runtime: r.class(root, &src.Text), CPU: cpu})
	for _, note := range result.Notes {
		s := &sites[from[note.Site]]
		line := src.file.Line(s.First)
		if note.Refused {
			r.notes = append(r.notes, s.problem(model.Warning, line, "it is not measured: "+note.Message))
		} else {
			r.notes = append(r.notes, s.problem(model.Info, line, note.Message))
		}
	}
	if result.Sites > 0 {
		lines := make([][]int, len(sites))
		for i, k := range from {
			lines[k] = result.Lines[i]
		}
		r.files = append(r.files, rewritten{source: src, text: result.Text, sites: result.Sites, asked: sites, lines: lines})
	}
}

// siblings are the other transitions of a branch.
func siblings(sites []asked, from []int, missing int) []int {
	var result []int
	for i, k := range from {
		if i != missing && sites[k].Kind == insert.Transition && sites[k].pcmID == sites[from[missing]].pcmID {
			result = append(result, i)
		}
	}
	return result
}

func (a *asked) problem(severity model.Severity, line int, message string) model.Problem {
	p := model.Problem{
		Severity: severity, File: a.code.File, Line: line, Rule: "instrument",
		Element: a.element, Message: message,
	}
	if a.Kind == insert.Service {
		p.Element = model.ElementID(a.pcmID)
		p.Name = a.Name
	}
	if severity != model.Info && p.File == "" {
		p.Hint = fmt.Sprintf("unit %q is in none of the source folders; see sources and the links", a.code.Unit)
	}
	return p
}
