package instance

import (
	"bytes"
	"cmp"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

// The kinds of files, by the ends of their names.
const (
	repositoryFile  = ".repository"
	systemFile      = ".system"
	environmentFile = ".resourceenvironment"
	allocationFile  = ".allocation"
	usageFile       = ".usagemodel"
)

// Kinds are the kinds of files of a model, by the ends of their names.
var Kinds = []string{repositoryFile, systemFile, environmentFile, allocationFile, usageFile}

// Read reads the model of a folder, or that of the files given. Without a system, allocation and environment it takes
// each component once, on one machine, connected by its interfaces. The error is for what leaves no model at all;
// problems of severity Error end a simulation.
func Read(paths ...string) (*Instance, []model.Problem, error) { return ReadWith(nil, paths...) }

// ReadWith is Read with a repository that has other content than its file; nil: that of the file.
func ReadWith(repository []byte, paths ...string) (*Instance, []model.Problem, error) {
	chosen, err := choose(paths)
	if err != nil {
		return nil, nil, err
	}
	r := &reader{
		machines: machines{
			files: files{opened: map[string]*xmi.Index{}, repository: repository}, instance: &Instance{},
			containers: map[*xmi.Node]*Container{}, allocated: map[*xmi.Node]*Container{},
		},
		assemblies: map[string]*Assembly{}, services: map[serviceKey]*Service{},
	}
	if repository == nil {
		copied := chosen[repositoryFile]
		instead, err := r.standIn(chosen)
		if err != nil {
			return nil, nil, err
		}
		if instead != "" {
			note := (Element{File: copied}).Problem(model.Info, "stands-in", "it is read in place of "+filepath.Base(instead)+", which the model's other files refer to", "")
			r.problems = append(r.problems, note)
		}
	}
	for _, kind := range Kinds {
		if path := chosen[kind]; path != "" {
			if err := r.open(kind, path); err != nil {
				return nil, nil, err
			}
			r.instance.Files = append(r.instance.Files, path)
		}
	}
	r.build()
	return r.instance, r.problems, nil
}

type reader struct {
	machines
	assemblies map[string]*Assembly // by path of context nodes
	services   map[serviceKey]*Service
	providers  map[*xmi.Node][]*xmi.Node // components by interface; nil: see providing
}

type machines struct {
	notes
	files
	instance   *Instance
	containers map[*xmi.Node]*Container
	allocated  map[*xmi.Node]*Container // by assembly context
}

type notes struct{ problems []model.Problem }

type files struct {
	opened     map[string]*xmi.Index // by kind
	repository []byte                // in place of the file's content; nil: that
	copied     string                // where that content is from; empty: nowhere
}

// open reads a file.
func (r *files) open(kind, path string) (err error) {
	for _, first := range r.opened {
		r.opened[kind], err = first.Open(path)
		return err
	}
	if kind == repositoryFile && r.repository != nil { // it is the first to be opened
		doc, err := xmi.Parse(r.repository)
		if err != nil {
			return model.Problem{Severity: model.Error, File: path, Rule: "xml", Message: err.Error()}
		}
		x := xmi.NewIndex(path, doc)
		if r.copied != "" {
			x.Path = r.copied // what is wrong is wrong there
		}
		r.opened[kind] = x
		return nil
	}
	r.opened[kind], err = xmi.Read(path)
	return err
}

func (r *files) root(kind string) (*xmi.Index, *xmi.Node) {
	x := r.opened[kind]
	if x == nil {
		return nil, nil
	}
	if xmi.IsWrapper(x.Doc.Root) {
		return x, x.Doc.Root.First
	}
	return x, x.Doc.Root
}

// build reads in the order in which the files depend on each other: containers first, then assemblies on them, then
// what can be entered, then who enters.
func (r *reader) build() {
	r.environment()
	r.allocation()
	r.entrances()
	r.usage()
	for _, s := range r.services {
		if s != nil {
			r.instance.Reached = append(r.instance.Reached, s)
		}
	}
	slices.SortFunc(r.instance.Reached, func(a, b *Service) int {
		return cmp.Or(strings.Compare(a.Assembly.Path, b.Assembly.Path), strings.Compare(a.ID, b.ID))
	})
}

func at(x *xmi.Index, n *xmi.Node) Element {
	name := n.Attr("entityName")
	id := xmi.ID(n)
	for up := n.Parent; name == "" && id == "" && up != nil; up = up.Parent { // what has no name is told by what it is part of
		name, id = up.Attr("entityName"), xmi.ID(up)
	}
	return Element{File: x.Path, Line: n.Line(), ID: id, Name: name}
}

func (r *notes) problem(e Element, rule, message, hint string) {
	p := e.Problem(model.Error, rule, message, hint)
	if !slices.Contains(r.problems, p) {
		r.problems = append(r.problems, p)
	}
}

func (r *notes) warn(e Element, rule, message, hint string) {
	p := e.Problem(model.Warning, rule, message, hint)
	if !slices.Contains(r.problems, p) {
		r.problems = append(r.problems, p)
	}
}

type chain struct {
	steps, successor, predecessor string // names of references; predecessor may be empty: nobody needs it
	start, stop                   string // classes
	mayBeEmpty                    bool
}

var (
	seffChain  = chain{steps: "steps_Behaviour", successor: "successor_AbstractAction", predecessor: "predecessor_AbstractAction", start: "StartAction", stop: "StopAction", mayBeEmpty: true}
	usageChain = chain{steps: "actions_ScenarioBehaviour", successor: "successor", start: "Start", stop: "Stop"}
)

func (c chain) actions(r *notes, in *xmi.Index, behaviour *xmi.Node) (list []*xmi.Node) {
	e := at(in, behaviour)
	start, steps := (*xmi.Node)(nil), 0
	for s := range behaviour.All(c.steps) {
		steps++
		if _, class := s.Type(); class == c.start {
			if start != nil {
				r.problem(e, "two-starts", "the behaviour has two start actions", "")
			}
			start = s
		}
	}
	if start == nil {
		if steps > 0 || !c.mayBeEmpty {
			r.problem(e, "no-start", "the behaviour has no start action", "a simulator does not know where to begin")
		}
		return nil
	}
	seen := map[*xmi.Node]bool{}
	for s := start; ; {
		if seen[s] {
			r.problem(at(in, s), "circle", "the actions follow one another in a circle", "repeat actions by a loop action")
			return list
		}
		seen[s] = true
		list = append(list, s)
		if s != start && c.predecessor != "" {
			if before, _ := in.Follow(s, c.predecessor); before.Node == nil {
				r.problem(at(in, s), "no-predecessor", "the action names no predecessor", "simulators take it for a second start; set "+c.predecessor)
			}
		}
		if _, class := s.Type(); class == c.stop {
			break
		}
		next, _ := in.Follow(s, c.successor)
		if next.Node == nil || next.Node.Parent != behaviour {
			r.problem(at(in, s), "no-successor", "the action has no successor, and is no stop action", "set "+c.successor)
			break
		}
		s = next.Node
	}
	for s := range behaviour.All(c.steps) {
		if !seen[s] {
			r.warn(at(in, s), "unreached", "the action is reached from no other one and never runs", "connect it by predecessor and successor")
		}
	}
	return list
}

// Calibrated is the name that an analysis gives the calibrated copy of a repository.
func Calibrated(repository string) string {
	return strings.TrimSuffix(repository, repositoryFile) + ".calibrated" + repositoryFile
}

var toRepository = regexp.MustCompile(`href="([^"#]+\.repository)#`)

// standIn has a copy of a repository stand in for it: the other files of a model refer to the repository by its name,
// so that without this a calibrated copy would be read and never used.
func (r *files) standIn(chosen map[string]string) (instead string, err error) {
	copied, system := chosen[repositoryFile], chosen[systemFile]
	if copied == "" || system == "" {
		return "", nil
	}
	text, err := safe.ReadFile(system, xmi.MaxBytes)
	if err != nil {
		return "", model.Problem{Severity: model.Error, File: system, Rule: "file", Message: "the file cannot be read: " + err.Error()}
	}
	for _, m := range toRepository.FindAllSubmatch(text, -1) {
		name, err := url.PathUnescape(string(m[1]))
		if err != nil || strings.Contains(name, ":") {
			continue
		}
		named := filepath.Join(filepath.Dir(system), filepath.FromSlash(name))
		if safe.SameFile(named, copied) {
			return "", nil
		}
		content, err := safe.ReadFile(copied, xmi.MaxBytes)
		if err != nil {
			return "", nil //nolint:nilerr // opening it says so
		}
		if id := rootID(content); id == "" || id != rootIDOf(named) {
			continue
		}
		r.repository, r.copied, chosen[repositoryFile] = content, copied, named
		return named, nil
	}
	return "", nil
}

func rootIDOf(path string) string {
	content, err := safe.ReadFile(path, xmi.MaxBytes)
	if err != nil {
		return ""
	}
	return rootID(content)
}

func rootID(content []byte) string {
	doc, err := xmi.Parse(bytes.Clone(content))
	if err != nil {
		return ""
	}
	root := doc.Root
	if xmi.IsWrapper(root) && root.First != nil {
		root = root.First
	}
	return xmi.ID(root)
}
