package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/extract/structure"
)

// sequence is a behaviour in the making.
type sequence struct {
	steps []*structure.Step
	run   *structure.Step
	idle  bool // the run computes nothing
	alone bool // it is of a statement that stands in no method
	names []string
	code  []string // of what was read since the last step
	does  int      // of these, those up to the last statement of the run that computes something
}

const maxNames = 2 // of methods, in the name of an internal action

// internal adds a statement to the run, with its code.
func (s *sequence) internal(n *attribution.Node, f *frame, code string) {
	outside := n.Outside != 0
	if outside || s.alone {
		s.cut()
	}
	if s.run == nil {
		s.run = &structure.Step{Kind: structure.Internal, Link: f.link(n.Start, n.Start, n.Line)}
		s.idle, s.alone, s.names = true, outside, nil
	}
	s.run.Link.Last = n.Start
	s.code = append(s.code, code)
	if n.Trivial == 0 {
		s.idle, s.does = false, len(s.code)
	}
	for _, name := range n.Names {
		if len(s.names) < maxNames && !slices.Contains(s.names, name) {
			s.names = append(s.names, name)
		}
	}
}

func (s *sequence) cut() {
	if s.run != nil && !s.idle {
		s.run.Name = name(strings.Join(s.names, ", "), "compute")
		rest := s.code[s.does:] // what costs nothing is no change of what stands before it
		s.code = s.code[:s.does]
		s.add(s.run)
		s.code = rest
	}
	s.run, s.alone = nil, false
}

func (s *sequence) add(step *structure.Step) {
	step.Code = structure.NewID(s.code...)
	s.code = nil
	s.steps = append(s.steps, step)
}

func (s *sequence) behaviour() *structure.Behaviour {
	s.cut()
	return &structure.Behaviour{Steps: s.steps}
}

// identify gives all that belongs to a SEFF ids that depend on what is called in which order, and on nothing else.
func identify(s *structure.Service) {
	identifyIn(s.ID, s.Body)
	begin := []string{"parameters"}
	for _, p := range s.Op.Params {
		begin = append(begin, p.Name, typeName(p.Type))
	}
	chain(structure.NewID(begin...), s.Body)
}

// chain makes the code of each step that of all before it, too.
func chain(before string, b *structure.Behaviour) string {
	for _, step := range b.Steps {
		if step.Ways { // the code of each is as if it were the only one
			began := before
			before = structure.NewID(before, step.Code)
			step.Code = before
			for _, inner := range step.Inner {
				chain(began, inner)
			}
			continue
		}
		step.Code = structure.NewID(before, step.Code)
		before = step.Code
		for _, inner := range step.Inner {
			before = structure.NewID(before, chain(step.Code, inner))
		}
	}
	return before
}

// identifyIn gives steps ids that do not depend on other steps more than they must: a call by what it calls, an
// internal action by the call before it.
func identifyIn(path string, b *structure.Behaviour) {
	b.ID = structure.NewID("behaviour", path)
	seen := map[string]int{}
	before := "start"
	for _, step := range b.Steps {
		var key string
		switch step.Kind {
		case structure.Call:
			key = "call " + called(step.Op)
			before = key
		case structure.Internal:
			key = "after " + before
		case structure.Branch, structure.Loop:
			if step.Ways {
				key = "ways of " + step.Name
				break
			}
			key = fmt.Sprintf("%d of %s", step.Kind, strings.Join(calls(step), " "))
			before = key
		}
		seen[key]++
		key = fmt.Sprintf("%s %d", key, seen[key])
		step.ID = structure.NewID("step", path, key)
		if step.Ways { // another implementation is no reason for others' ids to change
			for _, inner := range step.Inner {
				identifyIn(fmt.Sprintf("%s/%s/%s", path, key, inner.Name), inner)
			}
			continue
		}
		for i, inner := range step.Inner {
			identifyIn(fmt.Sprintf("%s/%s/%d %s", path, key, i, inner.Name), inner)
		}
	}
}

// called names an operation for ids.
func called(op *structure.Operation) string { return op.Interface.Name + "." + op.Name }

func calls(s *structure.Step) (keys []string) {
	for _, inner := range s.Inner {
		inner.Walk(func(s *structure.Step) {
			if s.Kind == structure.Call {
				keys = append(keys, called(s.Op))
			}
		})
	}
	return keys
}

type use uint8

const (
	once use = iota
	repeated
	sometimes
	inThread
)

// concurrent are methods of java.util.concurrent that run a lambda in the thread that calls them.
var concurrent = regexp.MustCompile(`^java\.util\.concurrent\.(atomic\.|(Concurrent|CopyOnWrite)\w*#|\w*(Queue|Deque)#)`)

func lambdaUse(in string) use {
	switch {
	case concurrent.MatchString(in):
		return mapUse(in)
	case strings.HasPrefix(in, "java.util.concurrent."), strings.HasPrefix(in, "java.lang.Thread#"), strings.HasPrefix(in, "java.lang.Thread$"), strings.HasPrefix(in, "java.util.Timer"):
		return inThread
	case strings.HasPrefix(in, "java.util.stream."), strings.HasPrefix(in, "java.lang.Iterable#"):
		return repeated
	case strings.HasPrefix(in, "java.util.Optional"):
		return sometimes
	case strings.HasPrefix(in, "java.util."):
		return mapUse(in)
	}
	return once
}

func mapUse(in string) use {
	for _, word := range []string{"forEach", "removeIf", "replaceAll", "sort"} {
		if strings.Contains(in, "#"+word) {
			return repeated
		}
	}
	for _, word := range []string{"computeIf", "merge", "compute"} {
		if strings.Contains(in, "#"+word) {
			return sometimes
		}
	}
	return once
}

func isReflection(method string) bool {
	for _, prefix := range []string{"java.lang.reflect.", "java.lang.Class", "java.util.ServiceLoader"} {
		if strings.HasPrefix(method, prefix) {
			return true
		}
	}
	return false
}
