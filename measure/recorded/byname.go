package recorded

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces/classes"
)

// names matches operations with the services of a model by their names alone: the component is the last part of the
// operation's class, module or package, the service its method or function.
type names struct {
	wanted map[[2]string]bool
	seen   map[string]bool      // operations that are none of the model's, for messages
	full   map[[2]string]string // by component and service: the class that was seen first
	twice  map[[2]string]string // and another one
}

func newNames(elements []model.Element) *names {
	n := &names{wanted: map[[2]string]bool{}, seen: map[string]bool{}, full: map[[2]string]string{}, twice: map[[2]string]string{}}
	for i := range elements {
		n.wanted[[2]string{elements[i].Component, elements[i].Service}] = true
	}
	return n
}

const mostSeen = 1000

func (n *names) key(o classes.Operation) [2]string {
	candidates := [][2]string{{lastName(o.Component), o.Name}}
	if at := strings.LastIndexByte(o.Name, '.'); at > 0 {
		candidates = append(candidates, [2]string{lastName(o.Name[:at]), o.Name[at+1:]})
	}
	for _, key := range candidates {
		if !n.wanted[key] {
			continue
		}
		if first, known := n.full[key]; !known {
			n.full[key] = o.Component
		} else if first != o.Component {
			n.twice[key] = o.Component
		}
		return key
	}
	if len(n.seen) < mostSeen {
		n.seen[strings.Join(candidates[len(candidates)-1][:], ".")] = true
	}
	return candidates[0]
}

// lastName is the last part of the name of a class, module or package.
func lastName(name string) string {
	name = strings.TrimRight(strings.TrimSpace(name), ")")
	return name[strings.LastIndexAny(name, "./:*($#\\")+1:]
}

func (n *names) end(found map[[2]string]int) (problems []model.Problem) {
	for _, key := range slices.SortedFunc(maps.Keys(n.twice), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "recorded-name-twice",
			Message: fmt.Sprintf("operations of %s and %s are both taken for the service %s.%s", safe.Clip(n.full[key]), safe.Clip(n.twice[key]), safe.Clip(key[0]), safe.Clip(key[1])),
			Hint:    "give one of them another name in the program, or link by a file in place of links: by name",
		})
	}
	var missing []string
	for key := range found {
		if _, known := n.full[key]; !known {
			missing = append(missing, safe.Clip(key[0]+"."+key[1]))
		}
	}
	if len(missing) == 0 {
		return problems
	}
	slices.Sort(missing)
	return append(problems, model.Problem{
		Severity: model.Warning, Rule: namesRule, Message: fmt.Sprintf("no operation is named %s", strings.Join(quantity.Some(missing, 5), ", ")),
		Hint: n.hint(),
	})
}

// namesRule is the check that finds names of the model that nothing recorded has.
const namesRule = "recorded-names"

func (n *names) hint() string {
	if len(n.seen) == 0 {
		return "nothing else was recorded: set code.function.name of spans to Component.service"
	}
	seen := slices.Sorted(maps.Keys(n.seen))
	for i := range seen {
		seen[i] = safe.Clip(seen[i])
	}
	return "recorded were also " + strings.Join(quantity.Some(seen, 5), ", ") + "; name them as the model does, or the model as they are"
}
