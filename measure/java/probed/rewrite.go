package probed

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/model"
)

// Sources are the rewritten files of a measurement order.
type Sources struct {
	Probes
	Files []File // the rewritten files, in the order of the sources
	UTF8  bool   // written for a compiler of ours: in UTF-8, without the runtime

	cpu      bool // demands take CPU time, too
	inputs   bool // some calls of services are kept
	services []measure.Service
	endless  map[string]bool // what anyNumber has found
}

// File is a source with probes.
type File struct {
	*Source
	Text  string // with its probes
	Sites int    // that got probes

	asked []asked // what it was asked for
	lines [][]int // per site asked for: where its probes stand
}

type asked struct {
	Site
	code    model.Section
	element model.ElementID
	pcmID   string
	seff    string // of the service that it is part of
	dropped bool   // the compiler rejected its probes
}

// at is a place in the source as its link says it, wherever the project lies.
func at(code model.Section) string {
	return fmt.Sprintf(" %s:%d-%d ", code.Unit, code.First, code.Last)
}

// Rewrite puts the probes of an order into its sources; cpu: demands take CPU time, too; shared: they call one
// runtime that lies outside of every module, as where an agent has it loaded, and else that of their module.
func Rewrite(order measure.Order, cpu, shared bool) *Sources {
	result := &Sources{cpu: cpu, inputs: order.Inputs, services: order.Services, endless: map[string]bool{}}
	result.Runtimes.Shared = shared
	files := map[string][]asked{}
	var paths []string
	add := func(a asked) {
		a.ID = len(result.Table) - 1
		if a.code.File == "" {
			result.Notes = append(result.Notes, a.problem(model.Warning, 0, "its source file was not found, so it is not measured"))
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
		result.Table = append(result.Table, probe.Probe{Kind: kind, Index: int32(i), Of: fmt.Sprint(s.Element, s.PCMID, at(s.Code), s.Branch, s.Else, s.Callee, s.Params, s.Args, s.Parts)})
		of := ""
		if s.Service >= 0 && s.Service < len(order.Services) {
			of = order.Services[s.Service].SEFF
		}
		add(asked{Site: section(&s), code: s.Code, element: s.Element, pcmID: s.PCMID, seff: of})
	}
	for i, s := range order.Services {
		result.Table = append(result.Table, probe.Probe{Kind: probe.Service, Index: int32(i), Of: fmt.Sprint(s.SEFF, at(s.Code), s.Inputs, s.Parts) + s.Code.Of})
		add(asked{
			Site: Site{Kind: Service, Name: s.Name, Inputs: names(s.Inputs), Parts: parts(&s), Of: s.Code.Of},
			code: s.Code, pcmID: s.SEFF, seff: s.SEFF,
		})
	}
	sort.Strings(paths)
	for _, path := range paths {
		result.file(path, files[path])
	}
	return result
}

// Only are the sources with the probes of one service; nil: it has none, or calls others, whose probes are wanted, too.
func (r *Sources) Only(seff string) *Sources {
	only := &Sources{UTF8: r.UTF8, cpu: r.cpu, inputs: r.inputs, services: r.services, endless: r.endless}
	only.Table, only.Runtimes = r.Table, r.Runtimes
	for i := range r.Files {
		var sites []asked
		for _, a := range r.Files[i].asked {
			switch {
			case a.dropped || a.seff != seff:
			case a.Kind == Call:
				return nil
			default:
				sites = append(sites, a)
			}
		}
		if len(sites) > 0 {
			only.file(r.Files[i].Path, sites)
		}
	}
	if len(only.Files) == 0 {
		return nil
	}
	return only
}

func names(inputs []model.Input) (all []string) {
	for i := range inputs {
		all = append(all, inputs[i].Name)
	}
	return all
}

func parts(s *measure.Service) (all []Part) {
	for _, part := range s.Parts {
		if part.Index < len(s.Inputs) {
			all = append(all, Part{Param: part.Index, Path: strings.TrimPrefix(part.Name, s.Inputs[part.Index].Name+".")})
		}
	}
	return all
}

func section(s *measure.Section) Site {
	site := Site{Name: s.Callee, Args: s.Args, Inputs: s.Params, PartsAt: measure.PartsAt}
	for _, part := range s.Parts {
		_, path, _ := strings.Cut(part.Name, ".")
		site.Parts = append(site.Parts, Part{Param: part.Index, Path: path})
	}
	switch s.Kind {
	case measure.Demand:
		site.Kind = Demand
	case measure.LoopBody:
		site.Kind = LoopCount
	case measure.Call:
		site.Kind = Call
	case measure.Transition:
		site.Kind = Transition
		if s.Else {
			site.Kind = NotTaken
		}
	}
	return site
}

func (r *Sources) file(path string, sites []asked) {
	src, err := Read(path)
	var root string
	if err == nil {
		root, err = src.Root()
	}
	if err != nil {
		r.Notes = append(r.Notes, model.AsProblem(err, "instrument"))
		for i := range sites {
			r.Notes = append(r.Notes, sites[i].problem(model.Warning, 0, "it is not measured: its source cannot be read"))
		}
		return
	}
	var wanted []Site
	var from []int
	for i := range sites {
		s := &sites[i]
		s.First, s.Last = src.Offset(s.code.First), src.Offset(s.code.Last)
		if s.First < 0 || s.Last < 0 {
			r.Notes = append(r.Notes, s.problem(model.Warning, 0, "its link points behind the end of the file, so it is not measured"))
			continue
		}
		wanted = append(wanted, s.Site)
		from = append(from, i)
	}
	for i := range wanted {
		if wanted[i].Kind == NotTaken {
			wanted[i].Siblings = siblings(sites, from, i)
		}
	}
	result := insertInto(src.Tree, wanted, Options{Runtime: r.Runtimes.class(root, &src.Text), CPU: r.cpu, Inputs: r.inputs, AnyNumber: r.anyNumber})
	for _, note := range result.Notes {
		s := &sites[from[note.Site]]
		line := src.Tree.Line(s.First)
		if note.Refused {
			r.Notes = append(r.Notes, s.problem(model.Warning, line, "it is not measured: "+note.Message))
		} else {
			r.Notes = append(r.Notes, s.problem(model.Info, line, note.Message))
		}
	}
	if result.Sites > 0 {
		lines := make([][]int, len(sites))
		for i, k := range from {
			lines[k] = result.Lines[i]
		}
		r.Files = append(r.Files, File{Source: src, Text: result.Text, Sites: result.Sites, asked: sites, lines: lines})
	}
}

// anyNumber reports whether a called method's last parameter takes any number of arguments.
func (r *Sources) anyNumber(name string, params []string) bool {
	key := name + "(" + strings.Join(params, ", ")
	found, known := r.endless[key]
	for i := 0; i < len(r.services) && !known && !found; i++ {
		s := &r.services[i]
		if s.Name != name || s.Code.File == "" || !slices.Equal(names(s.Inputs), params) {
			continue
		}
		if src, err := Read(s.Code.File); err == nil {
			found = AnyNumber(src.Tree, name, params)
		}
	}
	r.endless[key] = found
	return found
}

func siblings(sites []asked, from []int, missing int) []int {
	var result []int
	for i, k := range from {
		if i != missing && sites[k].Kind == Transition && sites[k].pcmID == sites[from[missing]].pcmID {
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
	if a.Kind == Service {
		p.Element = model.ElementID(a.pcmID)
		p.Name = a.Name
	}
	if severity != model.Info && p.File == "" {
		p.Hint = fmt.Sprintf("unit %q is in none of the source folders; see sources and the links", a.code.Unit)
	}
	return p
}
