package measure

import (
	"maps"
	"slices"
	"strings"
)

// Launch is a launch configuration: how the measured program is run.
type Launch struct {
	Name    string            `json:"name"`
	Command []string          `json:"command"` // no shell
	Dir     string            `json:"dir,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	Repeat  int               `json:"repeat,omitempty"` // 0 means 1
	// Vary are the values of each {name} in Command and Env; each combination
	// is a launch. A range such as 10..5000 among them is where further values
	// may be chosen that answer the judge.
	Vary map[string][]string `json:"vary,omitempty"`

	// Of a launch of a plan: what each name that varies is given, and the index
	// of the launch configuration it comes from.
	Values map[string]string `json:"-"`
	Config int               `json:"-"`
}

// Plan lays out the launches of a round. Repetitions are spread over it, so
// that what changes slowly on the machine does not look like a difference
// between launch configurations.
func Plan(launches []Launch) (plan []Launch) {
	for round := 0; ; round++ {
		before := len(plan)
		for i, l := range launches {
			if l.Config = i; round < max(1, l.Repeat) {
				plan = append(plan, vary(l)...)
			}
		}
		if len(plan) == before {
			return plan
		}
	}
}

// MaxVaried is the most launches that one launch configuration may stand for.
const MaxVaried = 1000

// starts is how many values of a range are launched at first where no values
// are listed.
const starts = 5

// vary makes a launch of each combination of a configuration's values: {name}
// in the command and the environment is replaced by the value.
func vary(l Launch) []Launch {
	all := []map[string]string{nil}
	for _, name := range slices.Sorted(maps.Keys(l.Vary)) {
		var next []map[string]string
		for _, each := range all {
			for _, value := range First(l.Vary[name]) {
				with := map[string]string{name: value}
				maps.Copy(with, each)
				next = append(next, with)
			}
		}
		all = next
	}
	launches := make([]Launch, len(all))
	for i, values := range all {
		launches[i] = l.Given(values)
	}
	return launches
}

// Uses reports whether the command or the environment contains {name}.
func (l Launch) Uses(name string) bool {
	inside := func(text string) bool { return strings.Contains(text, "{"+name+"}") }
	return slices.ContainsFunc(l.Command, inside) || slices.ContainsFunc(slices.Collect(maps.Values(l.Env)), inside)
}

// Given is the launch with a value for each name.
func (l Launch) Given(values map[string]string) Launch {
	l.Values = values
	command, env := slices.Clone(l.Command), maps.Clone(l.Env)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		replace := strings.NewReplacer("{"+name+"}", values[name]).Replace
		l.Name += ", " + name + " = " + values[name]
		for i, word := range command {
			command[i] = replace(word)
		}
		for key, text := range env {
			env[key] = replace(text)
		}
	}
	l.Command, l.Env = command, env
	return l
}
