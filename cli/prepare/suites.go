package prepare

import (
	"fmt"
	"slices"

	"beagle/extract/launches"
	"beagle/measure"
	"beagle/run/project"
)

// Tests that do not end within the limit of a launch are tried in parts, and parts in
// parts again, until each ends by itself or is one class.
const partsOf = 6 // parts at once

// more are the launches that are tried instead of one that failed without its build, did not
// end or takes long, of which these classes ran to their end, on a machine where all takes so
// many times as long.
func (w *ways) more(one project.Tried, ran []launches.Ran, crowded float64) (all []measure.Launch) {
	p := w.parts[one.Launch.Name]
	if w.own {
		return nil
	}
	if few, found := w.fewer(one, p, ran, crowded); found {
		all = append(all, few)
	}
	if built, found := w.instead(one); found && all == nil {
		p.built = true
		w.parts[built.Name] = p
		return []measure.Launch{built}
	}
	if p.few || !one.TooLong || len(p.classes) < 2 {
		return all
	}
	return append(all, w.rest(p, ran)...)
}

// rest are launches of the classes of a part that had not run when time was up.
func (w *ways) rest(p part, ran []launches.Ran) (all []measure.Launch) {
	rest := slices.DeleteFunc(slices.Clone(p.classes), func(class string) bool {
		return slices.ContainsFunc(ran, func(r launches.Ran) bool { return r.Class == class })
	})
	if len(rest) == 0 {
		return nil
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
		if _, taken := w.parts[name]; taken {
			name = classes[0]
		}
		w.parts[name] = part{dir: p.dir, name: p.name, classes: classes, first: at, built: p.built}
		if p.built {
			all = append(all, launches.Part(w.project, p.dir, name, classes))
		} else {
			all = append(all, w.direct.Part(w.project, p.dir, name, classes))
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
