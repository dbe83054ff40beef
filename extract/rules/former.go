package rules

import (
	"cmp"
	"slices"

	"beagle/extract/attribution"
)

// Former is a component that an extraction before has made.
type Former struct {
	Key     string   `json:"key"`     // that its ids are made from
	Classes []string `json:"classes"` // qualified names of the outermost ones
}

// Former is the component as the next extraction needs to know it.
func (c *Component) Former() Former {
	f := Former{Key: c.Key}
	for _, t := range c.Classes {
		if t.Name == t.Outer {
			f.Classes = append(f.Classes, t.Name)
		}
	}
	return f
}

// Two classes are the same by their qualified names; one that is gone may have been moved to another package.
const (
	sameClass  = 2
	movedClass = 1
)

// adopt gives components the keys of those before that they share most classes with.
func adopt(components []*Component, before []Former, p *attribution.Program) {
	was, moved := map[string]int{}, map[string]int{} // class to the position in before
	for i, f := range before {
		for _, class := range f.Classes {
			was[class] = i
			if p.Type(class) == nil {
				moved[attribution.Simple(class)] = i
			}
		}
	}
	type pair struct{ now, before, shared int }
	var pairs []pair
	for i, c := range components {
		shared := map[int]int{}
		for _, class := range c.Former().Classes {
			if at, known := was[class]; known {
				shared[at] += sameClass
			} else if at, known := moved[attribution.Simple(class)]; known {
				shared[at] += movedClass
			}
		}
		for at, n := range shared {
			pairs = append(pairs, pair{i, at, n})
		}
	}
	keeps := func(p pair) int {
		if components[p.now].Key == before[p.before].Key {
			return 1
		}
		return 0
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(b.shared-a.shared, keeps(b)-keeps(a), a.before-b.before, a.now-b.now)
	})
	keys, taken, adopted := make([]string, len(components)), map[string]bool{}, map[int]bool{}
	for _, p := range pairs {
		if keys[p.now] == "" && !adopted[p.before] {
			keys[p.now] = before[p.before].Key
			adopted[p.before], taken[keys[p.now]] = true, true
		}
	}
	for i, c := range components {
		for keys[i] == "" && taken[c.Key] { // somebody else has its key
			c.Key += "'"
		}
		c.Key = cmp.Or(keys[i], c.Key)
		taken[c.Key] = true
	}
}
