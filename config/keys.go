package config

import (
	"sort"
	"strings"
	"time"
)

// form is what a key's value looks like.
type form uint8

const (
	text     form = iota + 1 // string
	path                     // string, relative to the folder of the file that says it
	truth                    // bool
	number                   // float64
	whole                    // uint64
	duration                 // time.Duration, such as 90s or 10m
	texts                    // []string
	paths                    // []string, each as path
	formulas                 // map[string]string
	launches                 // []measure.Launch
)

// key is one setting.
type key struct {
	name  string // as in beagle.yaml, levels separated by dots
	form  form
	oneOf []string // the values allowed, if they are few
	value any      // default; nil: none
	doc   string
}

// keys lists every setting in the order in which people read them.
var keys = []key{
	{name: "model", form: path, doc: "the .repository file to calibrate"},
	{name: "links", form: path, doc: "source statement links; not needed where the model carries positions"},
	{name: "sources", form: paths, doc: "folders of the Java sources"},
	{name: "out", form: path, doc: "the model to write; default: beside the model, named .calibrated.repository"},
	{name: "in_place", form: truth, value: false, doc: "write the model itself and keep a .bak"},
	{name: "rate", form: number, value: 1.0, doc: "processing rate: demands are written as seconds times rate"},
	{name: "select.components", form: texts, doc: "components to measure, by name or id; default: everything that has a link"},
	{name: "select.services", form: texts, doc: "services to measure, by name"},
	{name: "select.elements", form: texts, doc: "SEFF elements to measure, by id"},
	{name: "build", form: texts, doc: "command that builds the instrumented copy; a list, no shell"},
	{name: "launch", form: launches, doc: "launch configurations: name, command, env, dir, repeat, vary"},
	{name: "timeout.kind", form: text, oneOf: []string{"adaptive", "constant", "none"}, value: "adaptive", doc: "the rule that ends measuring early"},
	{name: "timeout.limit", form: duration, doc: "limit of a constant timeout, such as 10m"},
	{name: "machine.kind", form: text, oneOf: []string{"local", "ssh"}, value: "local", doc: "where the program runs; ssh is not available yet: run Beagle on that machine"},
	{name: "machine.host", form: text, doc: "host name of an ssh machine"},
	{name: "machine.user", form: text, doc: "user name on an ssh machine"},
	{name: "machine.dir", form: text, doc: "working folder on an ssh machine"},
	{name: "measure.tool", form: text, oneOf: []string{"kieker"}, value: "kieker", doc: "the measurement tool; see beagle tools"},
	{name: "measure.probe", form: text, oneOf: []string{"builtin", "kieker"}, value: "builtin", doc: "what records: our own small runtime, or Kieker"},
	{name: "measure.clock", form: text, oneOf: []string{"auto", "cpu", "wall"}, value: "auto", doc: "the clock of resource demands; auto: CPU time, and wall time where sections are shorter than 50 µs"},
	{name: "measure.precision", form: number, value: 0.05, doc: "half width of a demand's 95 % interval over launches, relative to the demand, at which it is known well enough"},
	{name: "measure.budget", form: duration, value: 30 * time.Second, doc: "what launches beyond the configured ones may take in all"},
	{name: "measure.launches", form: whole, value: uint64(30), doc: "most launches of one configuration; 1: only those configured"},
	{name: "measure.passes", form: text, oneOf: []string{"auto", "one"}, value: "auto", doc: "auto: demands that probes inside them disturb are measured again without these, one nesting level at a time"},
	{name: "measure.keep", form: text, value: "8MB", doc: "how much of each launch's raw events is kept, packed: none, all, or a size such as 64MB"},
	{name: "measure.delivery", form: text, oneOf: []string{"auto", "overlay", "copy"}, value: "auto", doc: "overlay: the built program gets its probes as it loads classes; copy: an instrumented copy is built and run; auto: chosen, and beagle check says why"},
	{name: "measure.kieker", form: text, doc: "Kieker's jar, or its version on Maven Central"},
	{name: "measure.logs", form: paths, doc: "recorded Kieker logs to learn from; the program is then neither built nor launched"},
	{name: "derive", form: formulas, doc: "variables of your own: name and govaluate formula"},
	{name: "judge.fitness", form: text, doc: "fitness formula of your own (govaluate) over error, size, depth, cost"},
	{name: "judge.scatter", form: truth, value: false, doc: "propose demands times the distribution of their scatter: trend * LognormMoments(mean, deviation), or eight bins"},
	{name: "judge.more", form: whole, value: uint64(0), doc: "rounds of measuring again where two expressions are undecided, at most 10"},
	{name: "notify", form: texts, doc: "command to run when the analysis has ended; a list, no shell"},
	{name: "seed", form: whole, value: uint64(1), doc: "seed of the random source: same input and seed, same result"},
}

// launchKeys are the keys of one launch configuration.
var launchKeys = []string{"name", "command", "dir", "env", "repeat", "vary"}

// find is the key of a name.
func find(name string) (key, bool) {
	for _, k := range keys {
		if k.name == name {
			return k, true
		}
	}
	return key{}, false
}

// names lists the names of all keys.
func names() []string {
	all := make([]string, len(keys))
	for i, k := range keys {
		all[i] = k.name
	}
	return all
}

// section reports whether keys stand below a name, as select.components stands
// below select.
func section(name string) bool {
	for _, k := range keys {
		if strings.HasPrefix(k.name, name+".") {
			return true
		}
	}
	return false
}

// below lists the names that may stand in a section; "" is the whole file.
func below(section string) []string {
	var names []string
	for _, k := range keys {
		rest, ok := k.name, section == ""
		if !ok {
			rest, ok = strings.CutPrefix(k.name, section+".")
		}
		if ok {
			first, _, _ := strings.Cut(rest, ".")
			names = append(names, first)
		}
	}
	return names
}

// variable is the name of the environment variable of a key.
func (k key) variable() string {
	return "BEAGLE_" + strings.ToUpper(strings.ReplaceAll(k.name, ".", "_"))
}

// nearest is the known name that a person most likely meant, or "".
func nearest(name string, known []string) string {
	type candidate struct {
		name string
		cost int
	}
	var candidates []candidate
	for _, k := range known {
		if cost := distance(strings.ToLower(name), strings.ToLower(k)); cost <= max(1, len(k)/2) {
			candidates = append(candidates, candidate{k, cost})
		}
	}
	sort.SliceStable(candidates, func(i, j int) bool { return candidates[i].cost < candidates[j].cost })
	if len(candidates) == 0 {
		return ""
	}
	return candidates[0].name
}

// distance is the number of characters to insert, delete, replace or swap with
// their neighbour (optimal string alignment distance).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 64 || len(y) > 64 {
		return max(len(x), len(y))
	}
	before, above, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range above {
		above[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(above[j]+cost, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(y)]
}
