package prepare

import (
	"fmt"
	"slices"
	"time"

	"beagle/extract/launches"
	"beagle/measure"
	"beagle/run/project"
)

// Tests that do not end within the limit of a launch are tried in parts, and parts in
// parts again, until each ends by itself or is one class.
const (
	partWithin   = 30 * time.Second // a part
	trialsWithin = 6 * time.Minute  // all, also with other components; what is left then is not tried
	leastWithin  = 15 * time.Second // the last ones
	mostCrowded  = 2                // times as long as that on a machine that does other work
	partsOf      = 6                // parts at once
)

// part is a launch of some classes of a module's tests.
type part struct {
	dir     string
	name    string // of the whole
	classes []string
	first   int // place of the first class in the whole, from 1
	whole   bool
	built   bool // the build runs them
	few     bool // they are those of another launch that reach nearly all that it reaches
}

// suites are the modules' tests, by the names of their launches.
func (t *trial) suites() map[string]part {
	all := map[string]part{}
	for _, f := range t.found {
		if f.Tests == "" || f.Single {
			continue
		}
		p := part{dir: f.Tests, name: f.Launch.Name, first: 1, whole: true}
		for _, one := range t.found {
			if one.Single && one.Tests == f.Tests {
				p.classes = append(p.classes, one.Class)
			}
		}
		all[p.name] = p
	}
	return all
}

// within is how long a launch is tried: longer where the machine does other work, too. It
// is 0, and the launch is noted, where trying took so long that no more are tried. Those
// of a person are all tried.
func (t *trial) within(l measure.Launch) time.Duration {
	limit := trialWithin
	if p, ok := t.parts[l.Name]; ok && !p.whole && !p.few { // few classes begin as slowly as all do
		limit = partWithin
	}
	busy := t.clock.crowded()
	limit = time.Duration(float64(limit) * busy)
	if t.own || t.parts[l.Name].few { // without them their whole would be measured, or nothing of it
		return limit
	}
	rest := t.clock.left(busy)
	if rest <= 0 {
		t.tried.left = append(t.tried.left, l.Name)
		return 0
	}
	return min(limit, max(rest/2, leastWithin)) // one that does not end leaves time for the others
}

// instead is the launch of the same tests by their build, of tests that failed without
// it; nil: there is none.
func (t *trial) instead(one project.Tried) []measure.Launch {
	if l, ok := t.direct.Built(t.found, &one.Launch); ok && !t.own && one.Failed != "" {
		return []measure.Launch{l}
	}
	return nil
}

// more are the launches that are tried instead of one that failed without its build or
// did not end.
func (t *trial) more(one project.Tried) (all []measure.Launch) {
	p := t.parts[one.Launch.Name]
	ran := t.tried.ran(one.Launch.Name)
	if !t.own && !p.few {
		if few, found := t.fewer(one, p, ran); found {
			all = append(all, few)
		}
	}
	if built := t.instead(one); built != nil && all == nil {
		p.built = true
		t.parts[built[0].Name] = p
		return built
	}
	if t.own || p.few {
		return nil
	}
	if !one.TooLong || len(p.classes) < 2 {
		return all
	}
	rest := slices.DeleteFunc(slices.Clone(p.classes), func(class string) bool {
		return slices.ContainsFunc(ran, func(r launches.Ran) bool { return r.Class == class })
	})
	if len(rest) == 0 {
		return all
	}
	at := p.first
	for _, classes := range apart(rest, len(ran) > 0) {
		name := fmt.Sprintf("%s, classes %d to %d", p.name, at, at+len(classes)-1)
		if len(rest) < len(p.classes) {
			name = fmt.Sprintf("%s, %d of the rest with %s", p.name, len(classes), launches.Simple(classes[0]))
		}
		if len(classes) == 1 {
			name = launches.Simple(classes[0])
		}
		if _, taken := t.parts[name]; taken {
			name = classes[0]
		}
		t.parts[name] = part{dir: p.dir, name: p.name, classes: classes, first: at, built: p.built}
		if p.built {
			all = append(all, launches.Part(t.project, p.dir, name, classes))
		} else {
			all = append(all, t.direct.Part(t.project, p.dir, name, classes))
		}
		at += len(classes)
	}
	return all
}

// apart are the parts in which classes are tried. Where others ran before, the first was running when
// time was up: it comes last and by itself, so that it does not keep the others from running
// again. Of these each part has some from everywhere, since there may be time for few parts.
func apart(rest []string, begun bool) (parts [][]string) {
	if !begun || len(rest) < 2 {
		return slices.Collect(slices.Chunk(rest, (len(rest)+partsOf-1)/partsOf))
	}
	n := min(partsOf, len(rest)-1)
	parts = make([][]string, n+1)
	for i, class := range rest[1:] {
		parts[i%n] = append(parts[i%n], class)
	}
	parts[n] = rest[:1]
	return parts
}
