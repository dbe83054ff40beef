package pcm

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

type target struct {
	at     int       // index of the element
	owner  *xmi.Node // action, demand, transition or usage that holds the value
	holder *xmi.Node // element with the specification attribute; nil: there is none yet
	usage  *xmi.Node // CallParameter: the usage of the parameter; nil: there is none yet
	char   *xmi.Node // CallParameter: the characterisation; nil: there is none yet
}

type seffContext struct {
	component string
	service   model.Service
}

type content struct {
	elements []model.Element
	targets  map[model.ElementID]*target
	services []model.Service
	problems []model.Problem // of reading it
}

type extraction struct {
	content
	path         string
	index        *xmi.Index
	resourceBase string // file by which the model refers to resource types
	signatures   map[*xmi.Node]*signature
}

func newExtraction(path string, index *xmi.Index, resourceBase string) *extraction {
	return &extraction{path: path, index: index, resourceBase: resourceBase, signatures: map[*xmi.Node]*signature{}, content: content{targets: map[model.ElementID]*target{}}}
}

// extract walks all services and lists what can be measured.
func extract(path string, root *xmi.Node, index *xmi.Index, written bool) content {
	steps, calls, resources := survey(index.Doc.Root)
	x := newExtraction(path, index, resources)
	x.elements = make([]model.Element, 0, steps)
	for _, step := range calls {
		if callee, ok := index.Follow(step, "calledService_ExternalService"); ok && callee.Node != nil {
			x.signatureOf(callee).take(step, written)
		}
	}
	for component := range root.All("components__Repository") {
		x.findServices(component, component.Attr("entityName"))
		x.assembled(component)
	}
	return x.content
}

// assembled tells of the parts of a composite component that lie in other files.
func (x *extraction) assembled(component *xmi.Node) {
	for context := range component.All("assemblyContexts__ComposedStructure") {
		part, ok := x.index.Follow(context, "encapsulatedComponent__AssemblyContext")
		if !ok || part.File == "" {
			continue
		}
		name, severity, hint := part.Key, model.Info, "the file is not there, so its services cannot be listed"
		if part.Node != nil {
			name, severity = part.Node.Attr("entityName"), model.Warning
			hint = "pcm list shows its elements, read-only: one write changes one file; name that file to measure and write them"
		}
		x.problems = append(x.problems, model.Problem{
			Severity: severity, Rule: "part-elsewhere", File: x.path, Line: context.Line(),
			Element: model.ElementID(xmi.Key(context)), Name: component.Attr("entityName"),
			Message: fmt.Sprintf("%s is put together from %s, which lies in %s", safe.Clip(component.Attr("entityName")), safe.Clip(name), safe.Clip(part.File)),
			Hint:    hint,
		})
	}
}

func (x *extraction) findServices(n *xmi.Node, component string) {
	for c := range n.Children() {
		if c.Local() == featureSEFF {
			x.service(c, component)
			continue
		}
		if c.First != nil {
			x.findServices(c, component)
		}
	}
}

func (x *extraction) service(seff *xmi.Node, component string) {
	s := model.Service{SEFF: xmi.Key(seff), Component: component, Line: seff.Line()}
	signature, ok := x.index.Follow(seff, "describedService__SEFF")
	switch {
	case !ok:
		x.warn(seff, "seff-without-signature", "the SEFF describes no signature", "expressions cannot use parameters; the method is found only by its link")
	case signature.Node == nil:
		x.warn(seff, "unresolved-reference", "the signature "+safe.Clip(signature.Key)+" is not in this file"+fileHint(signature), "expressions cannot use its parameters")
	default:
		s.Name = signature.Node.Attr("entityName")
		for i, p := range x.signatureOf(signature).parameters {
			if p.name == "" {
				x.warn(signature.Node, "parameter-without-name", fmt.Sprintf("parameter %d of %s has no name", i+1, safe.Clip(s.Name)), "expressions cannot refer to it; give it a name in the model")
			}
			s.Inputs = append(s.Inputs, model.Input{Name: p.name, Index: i, Type: p.typ.name, Parts: p.parts, Passed: p.passed, Unpassed: p.unpassed})
		}
	}
	x.services = append(x.services, s)
	x.steps(seff, &seffContext{component, s})
}

func fileHint(to xmi.Ref) string {
	if to.File == "" {
		return ""
	}
	return ", and " + safe.Clip(to.File) + " is not beside it"
}

func (x *extraction) steps(n *xmi.Node, in *seffContext) {
	for c := range n.Children() {
		if c.Local() == featureSteps {
			x.step(c, in)
		}
		if c.First != nil {
			x.steps(c, in)
		}
	}
}

func (x *extraction) step(step *xmi.Node, in *seffContext) {
	x.demands(step, in)
	switch class(step) {
	case classLoop:
		x.loop(step, in)
	case classBranch:
		x.branch(step, in)
	case classExternalCall:
		x.call(step, in)
	}
}

func base(step *xmi.Node, kind model.Kind, in *seffContext) model.Element {
	key := xmi.Key(step)
	return model.Element{
		ID: model.ElementID(key), Kind: kind, PCMID: key, Name: step.Attr("entityName"),
		Component: in.component, Service: in.service.Name, SEFF: in.service.SEFF, Inputs: in.service.Inputs,
		Line: step.Line(),
	}
}

// add files an element.
func (x *extraction) add(e model.Element, t target) {
	if t.holder != nil {
		e.Old = t.holder.Attr("specification")
		e.Line = t.holder.Line()
	}
	id := e.ID
	for i := 2; x.targets[e.ID] != nil; i++ {
		e.ID = model.ElementID(fmt.Sprintf("%s#%d", id, i))
	}
	t.at = len(x.elements)
	x.targets[e.ID] = &t
	x.elements = append(x.elements, e)
}

func (c *content) element(t *target) *model.Element { return &c.elements[t.at] }

// demands lists each demand; an internal action without any gets one for the CPU, which a write would add.
func (x *extraction) demands(step *xmi.Node, in *seffContext) {
	found := false
	for demand := range step.All(featureDemand) {
		e := base(step, model.InternalAction, in)
		e.Resource = resourceOf(x.index, demand)
		e.ID += model.ElementID("#" + e.Resource.Name)
		x.add(e, target{owner: demand, holder: demand.Child(featureDemandedSpec)})
		found = true
	}
	if !found && class(step) == classInternalAction {
		e := base(step, model.InternalAction, in)
		e.Resource = x.cpu()
		e.ID += "#CPU"
		x.add(e, target{owner: step})
	}
}

func (x *extraction) loop(step *xmi.Node, in *seffContext) {
	e := base(step, model.Loop, in)
	if body := step.Child("bodyBehaviour_Loop"); body != nil {
		e.Body = xmi.Key(body)
	}
	x.add(e, target{owner: step, holder: step.Child("iterationCount_LoopAction")})
}

func (x *extraction) branch(step *xmi.Node, in *seffContext) {
	e := base(step, model.Branch, in)
	for transition := range step.All("branches_Branch") {
		o := model.Option{ID: xmi.Key(transition), Name: transition.Attr("entityName"), Guarded: class(transition) == classGuarded}
		if behaviour := transition.Child("branchBehaviour_BranchTransition"); behaviour != nil {
			o.Behaviour = xmi.Key(behaviour)
		}
		if o.Guarded {
			if condition := transition.Child("branchCondition_GuardedBranchTransition"); condition != nil {
				o.Condition = condition.Attr("specification")
			}
		} else {
			o.Probability = parseProbability(transition.Attr("branchProbability"))
		}
		e.Branches = append(e.Branches, o)
	}
	x.add(e, target{owner: step})
}

// Part is what a composite component takes from another file.
type Part struct {
	File      string          // where it lies
	Component string          // entityName of the component in that file
	Elements  []model.Element // what can be measured, with lines of that file
	Problems  []model.Problem // of reading it: a part that cannot be read is no error
}

// Parts descends into the components that composite components and subsystems of a file are put together from, where
// these lie in other files, and in turn into those.
func Parts(r *Repository) []Part {
	d := descent{seen: map[*xmi.Node]bool{}, home: filepath.Clean(r.path)}
	for component := range r.root.All("components__Repository") {
		d.into(r.index, component)
	}
	return d.parts
}

type descent struct {
	seen  map[*xmi.Node]bool
	home  string
	parts []Part
}

// into visits the parts of a component.
func (d *descent) into(in *xmi.Index, component *xmi.Node) {
	type open struct {
		in *xmi.Index
		at *xmi.Node
	}
	for todo := []open{{in, component}}; len(todo) > 0; todo = todo[1:] {
		for context := range todo[0].at.All("assemblyContexts__ComposedStructure") {
			part, ok := todo[0].in.Follow(context, "encapsulatedComponent__AssemblyContext")
			if !ok || part.Node == nil || d.seen[part.Node] {
				continue
			}
			d.seen[part.Node] = true
			todo = append(todo, open{part.In, part.Node})
			if filepath.Clean(part.In.Path) != d.home {
				d.parts = append(d.parts, listPart(part))
			}
		}
	}
}

func listPart(r xmi.Ref) Part {
	other := newExtraction(r.In.Path, r.In, "")
	name := r.Node.Attr("entityName")
	other.findServices(r.Node, name)
	return Part{File: r.In.Path, Component: name, Elements: other.elements, Problems: other.problems}
}

type signature struct {
	parameters []parameter
	called     bool
}

func (x *extraction) signatureOf(r xmi.Ref) *signature {
	s := x.signatures[r.Node]
	if s == nil {
		s = &signature{parameters: parametersOf(r)}
		for i := range s.parameters {
			s.parameters[i].parts = s.parameters[i].typ.inner(s.parameters[i].name, i)
		}
		x.signatures[r.Node] = s
	}
	return s
}

// take notes what one call gives to the parameters: of one that it says nothing about, what would be measured and
// written (characterisations), unless all that will be is there (written). A simulation knows a parameter's
// characterisation only where the caller gives it, and ends where an expression asks for another one.
func (s *signature) take(step *xmi.Node, written bool) {
	usages := usagesOf(step, featureInput)
	for i := range s.parameters {
		one := &s.parameters[i]
		var gives []string
		if !written && !slices.ContainsFunc(usages, func(u usage) bool { return u.root() == one.name }) {
			for _, c := range one.typ.characterisations() {
				gives = append(gives, c.String())
			}
		}
		gives = append(gives, given(usages, one.name)...)
		one.passed = s.also(one.passed, gives)
		one.unpassed = written && len(one.passed) == 0
		for k := range one.parts {
			part := &one.parts[k]
			part.Passed = s.also(part.Passed, given(usages, part.Name))
			part.Unpassed = len(part.Passed) == 0
		}
	}
	s.called = true
}

func given(usages []usage, path string) (all []string) {
	for _, u := range usages {
		if u.path != path {
			continue
		}
		for c := range u.node.All(featureChar) {
			all = append(all, cmp.Or(c.Attr("type"), model.Structure.String()))
		}
	}
	return all
}

func (s *signature) also(before, gives []string) []string {
	if !s.called {
		return gives
	}
	return slices.DeleteFunc(gives, func(c string) bool { return !slices.Contains(before, c) })
}
