package extract

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/extract/structure"
	"beagle/measure/launch/load"
	"beagle/measure/observed"
	"beagle/model"
	"beagle/pcm/stoex"
)

// Launched is what a launch configuration did when the model was tried.
type Launched struct {
	Name     string           // of the launch configuration
	Did      *observed.Launch // what was observed of it
	Workload *load.Workload   // requests that used it; nil: none of ours
}

const maxCombinations = 24

// maxCalls bounds the calls of one run of a scenario.
const maxCalls = 10_000

// Use makes the usage model of what launches did: a scenario for each of them, with what it entered from outside in
// the order in which it came first, as often as that was, with arguments as they were seen together.
func (r *Result) Use(launches []Launched) {
	services := r.Services()
	r.Model.Usage = nil
	often := usual(launches)
	for _, l := range launches {
		scenario := structure.Scenario{Name: l.Name}
		for _, e := range l.Did.Entries {
			if s := services[e.SEFF]; s != nil && s.Entry {
				scenario.Calls = append(scenario.Calls, structure.Entry{Service: s, Count: max(1, math.Round(e.Count)), Inputs: combinations(filled(e.Samples, often[e.SEFF]))})
			}
		}
		if len(scenario.Calls) > 0 {
			if w := l.Workload; w != nil {
				scenario.OneOf, scenario.Rate, scenario.Users, scenario.Think = true, w.Rate, w.Users, w.Think.Seconds()
			} else {
				shared(&scenario)
			}
			r.Model.Usage = append(r.Model.Usage, scenario)
		}
	}
}

func shared(s *structure.Scenario) {
	calls := 0.0
	for _, c := range s.Calls {
		calls += c.Count
	}
	if calls <= maxCalls {
		return
	}
	parts := math.Ceil(calls / maxCalls)
	for i := range s.Calls {
		s.Calls[i].Count /= parts
	}
	s.Name = fmt.Sprintf("1 of %.0f parts of %s", parts, s.Name)
}

// combinations are lists of arguments with their shares.
func combinations(samples []observed.Sample) (all []structure.Inputs) {
	samples = finite(samples)
	words(samples)
	varies := varying(samples)
	slices.SortStableFunc(samples, func(a, b observed.Sample) int {
		for _, v := range varies {
			if c := compare(a.Values[v], b.Values[v]); c != 0 {
				return c
			}
		}
		return 0
	})
	total, distinct := 0.0, 0
	for i, s := range samples {
		if total += s.Weight; i == 0 || key(s) != key(samples[i-1]) {
			distinct++
		}
	}
	share := func(weight float64) { all[len(all)-1].Share += weight / total }
	if distinct <= maxCombinations {
		for i, s := range samples {
			if i == 0 || key(s) != key(samples[i-1]) {
				all = append(all, structure.Inputs{Values: texts(s)})
			}
			share(s.Weight)
		}
	} else {
		// Systematic sampling: each stands for as many executions as any other.
		passed, next := 0.0, total/maxCombinations/2
		for _, s := range samples {
			for passed += s.Weight; next < passed && len(all) < maxCombinations; next += total / maxCombinations {
				all = append(all, structure.Inputs{Values: texts(s), Share: 1.0 / maxCombinations})
			}
		}
	}
	if len(varies) == 1 && len(all) > 1 && samples[0].Values[varies[0]].Kind == model.Number {
		return []structure.Inputs{{Share: 1, Values: withPMF(all, varies[0].String())}}
	}
	return all
}

// usual is, by service, the value that each of its inputs had most often where it had one.
func usual(launches []Launched) map[string]map[model.Variable]model.Value {
	counts := map[string]map[model.Variable]map[model.Value]float64{}
	for _, l := range launches {
		for _, e := range l.Did.Entries {
			if counts[e.SEFF] == nil {
				counts[e.SEFF] = map[model.Variable]map[model.Value]float64{}
			}
			for _, s := range finite(e.Samples) {
				for v, value := range s.Values {
					if counts[e.SEFF][v] == nil {
						counts[e.SEFF][v] = map[model.Value]float64{}
					}
					counts[e.SEFF][v][value] += s.Weight
				}
			}
		}
	}
	often := map[string]map[model.Variable]model.Value{}
	for seff, of := range counts {
		often[seff] = map[model.Variable]model.Value{}
		for v, values := range of {
			of := numbers(values)
			often[seff][v] = slices.MaxFunc(slices.Collect(maps.Keys(of)), func(a, b model.Value) int {
				return cmp.Or(cmp.Compare(of[a], of[b]), compare(b, a)) // of several the first
			})
		}
	}
	return often
}

func numbers(values map[model.Value]float64) map[model.Value]float64 {
	all := maps.Clone(values)
	maps.DeleteFunc(all, func(v model.Value, _ float64) bool { return number(v) == 0 })
	if len(all) == 0 {
		return values
	}
	return all
}

// filled are samples in which an input that some executions had no value of, or one of another kind, such as a text
// where others passed a number, has its usual one: a simulation ends where an expression asks for what a call does
// not give.
func filled(samples []observed.Sample, often map[model.Variable]model.Value) []observed.Sample {
	all := slices.Clone(samples)
	for i := range all {
		values := maps.Clone(often)
		for v, value := range all[i].Values {
			if value.Kind == often[v].Kind || often[v].Kind == model.None {
				values[v] = value
			}
		}
		all[i].Values = values
	}
	return all
}

// finite are the samples without those that have a number that is none, or endless, as tests like to give.
func finite(samples []observed.Sample) []observed.Sample {
	left := slices.DeleteFunc(slices.Clone(samples), func(s observed.Sample) bool {
		for _, value := range s.Values {
			if value.Kind == model.Number && (math.IsNaN(value.Num) || math.IsInf(value.Num, 0)) {
				return true
			}
		}
		return false
	})
	if len(left) == 0 {
		return samples
	}
	return left
}

// varying are the variables that do not always have one value: words first, then numbers, by name.
func varying(samples []observed.Sample) (all []model.Variable) {
	seen := map[model.Variable]bool{}
	for _, s := range samples {
		for v, value := range s.Values {
			if !seen[v] && value != samples[0].Values[v] {
				seen[v] = true
				all = append(all, v)
			}
		}
	}
	slices.SortFunc(all, func(a, b model.Variable) int {
		return cmp.Or(cmp.Compare(number(samples[0].Values[a]), number(samples[0].Values[b])), cmp.Compare(a.String(), b.String()))
	})
	return all
}

func number(v model.Value) int {
	if v.Kind == model.Number {
		return 1
	}
	return 0
}

// compare orders values, so that results do not depend on chance.
func compare(a, b model.Value) int {
	return cmp.Or(cmp.Compare(a.Num, b.Num), cmp.Compare(a.Str, b.Str))
}

func key(s observed.Sample) string {
	return fmt.Sprint(texts(s)) // fmt sorts maps
}

func texts(s observed.Sample) map[string]string {
	all := map[string]string{}
	for v, value := range s.Values {
		switch {
		case value.Kind == model.Text && sayable.MatchString(value.Str):
			all[v.String()] = `"` + value.Str + `"`
		case value.Kind == model.Number && !math.IsNaN(value.Num) && !math.IsInf(value.Num, 0):
			if v.Char == model.ByteSize || v.Char == model.NumberOfElements { // a mean, of elements of collections
				value.Num = math.Round(value.Num)
			}
			all[v.String()] = literal(value.Num)
		case value.Kind == model.Bool:
			all[v.String()] = value.String()
		}
	}
	return all
}

func literal(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) <= math.MaxInt32 {
		return strconv.FormatFloat(x+0, 'f', 0, 64) // zero has no sign
	}
	return stoex.FormatDouble(x)
}

var (
	// sayable matches what a text in StoEx can hold.
	sayable = regexp.MustCompile(`^[ !#-\[\]-~]{0,64}$`)
	plain   = regexp.MustCompile(`^[A-Za-z0-9_ ]{1,64}$`)
)

// repeated is how often a text comes at least, on average, where it is a word that decides something.
const repeated = 4

// words leaves out texts that are data.
func words(samples []observed.Sample) {
	distinct, count := map[model.Variable]map[string]bool{}, map[model.Variable]float64{}
	for _, s := range samples {
		for v, value := range s.Values {
			if value.Kind == model.Text {
				if distinct[v] == nil {
					distinct[v] = map[string]bool{}
				}
				distinct[v][value.Str] = true
				count[v] += s.Weight
			}
		}
	}
	for _, s := range samples {
		maps.DeleteFunc(s.Values, func(v model.Variable, value model.Value) bool {
			return value.Kind == model.Text && !plain.MatchString(value.Str) && count[v] < repeated*float64(len(distinct[v]))
		})
	}
}

// withPMF is one list of values in which one number has the distribution that it has over several lists.
func withPMF(all []structure.Inputs, variable string) map[string]string {
	values := maps.Clone(all[0].Values)
	var each []structure.Inputs // value
	total := 0.0
	for _, one := range all {
		text, last := one.Values[variable], len(each)-1
		switch {
		case text == "": // it cannot be said
			continue
		case last >= 0 && each[last].Values[variable] == text:
			each[last].Share += one.Share
		default:
			each = append(each, one)
		}
		total += one.Share
	}
	if len(each) == 0 {
		return values
	}
	kind := "IntPMF"
	var pairs strings.Builder
	left := 1.0
	for i, one := range each {
		text := one.Values[variable]
		if strings.Contains(text, ".") {
			kind = "DoublePMF"
		}
		share := math.Round(one.Share/total*1e6) / 1e6
		if left -= share; i == len(each)-1 {
			share += left
		}
		fmt.Fprintf(&pairs, "(%s;%.6f)", text, share)
	}
	values[variable] = kind + "[" + pairs.String() + "]"
	return values
}
