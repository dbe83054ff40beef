package measure

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"beagle/internal/ranges"
	"beagle/measure/launch"
	"beagle/measure/launch/load"
)

// Launch is a launch configuration: how the measured program is run.
type Launch struct {
	Name    string            `json:"name"`             // as the configuration calls it; shown to people, and unique
	Command []string          `json:"command"`          // no shell
	Dir     string            `json:"dir,omitempty"`    // working folder; empty: the project's
	Env     map[string]string `json:"env,omitempty"`    // what is added to Beagle's own environment
	Repeat  int               `json:"repeat,omitempty"` // 0 means 1
	// Machine is the label of workers on other machines (beagle worker --launch LABEL), one of which runs the
	// program; empty: it runs here.
	Machine string `json:"machine,omitempty"`
	// Vary are the values of each {name} in Command and Env; each combination is a launch.
	Vary map[string][]string `json:"vary,omitempty"`

	// StandIns are types in whose place it puts objects that only say what a test wants, so that nothing of what the
	// real ones take is in what is measured; by simple names.
	StandIns []string `json:"stand_ins,omitempty"`

	// Drives is the SEFF of the service that it calls with inputs of its own.
	Drives string `json:"drives,omitempty"`

	// Records is a file that the probes of a program wrote which somebody started by hand.
	Records string `json:"records,omitempty"`

	// A program that does not end by itself is used once it is ready, by Load, by a
	// Workload or by somebody else For long, and stopped.
	Ready    Ready          `json:"ready,omitzero"`
	Load     []string       `json:"load,omitempty"`     // command
	Workload *load.Workload `json:"workload,omitempty"` // requests; nil: none
	For      time.Duration  `json:"for,omitempty"`      // at most, in ns; 0: until Load has ended
	Stop     []string       `json:"stop,omitempty"`     // command; empty: TERM

	// Of a launch of a plan: what each name that varies is given, and the index
	// of the launch configuration it comes from.
	Values map[string]string `json:"-"`
	Config int               `json:"-"` // see Values
}

// Ready says when a program can be used: when everything that is given here holds.
type Ready struct {
	Port    int           `json:"port,omitempty"`    // it takes connections on this machine
	Log     string        `json:"log,omitempty"`     // it wrote this text
	Command []string      `json:"command,omitempty"` // this command ends well
	Within  time.Duration `json:"within,omitempty"`  // at most, in ns; 0: a minute
}

// Where is its name for people, with the machine that it is to run on where that is another one.
func (l *Launch) Where() string {
	if l.Machine == "" {
		return l.Name
	}
	return l.Name + " on " + l.Machine
}

// Serves reports whether the program is run as a server.
func (l *Launch) Serves() bool {
	r := &l.Ready
	return r.Port != 0 || r.Log != "" || len(r.Command) > 0 || l.Used() || l.For > 0 || len(l.Stop) > 0
}

// Used reports whether something of ours uses the program, a command or requests.
func (l *Launch) Used() bool { return len(l.Load) > 0 || l.Workload != nil }

// Server is how the program is run as a server; nil: it ends by itself.
func (l *Launch) Server() *launch.Server {
	if !l.Serves() {
		return nil
	}
	workload := l.Workload
	if workload != nil && workload.URL == "" && l.Ready.Port != 0 {
		with := *workload
		with.URL = fmt.Sprintf("http://127.0.0.1:%d", l.Ready.Port)
		workload = &with
	}
	return &launch.Server{Ready: launch.Ready(l.Ready), Load: l.Load, Workload: workload, For: l.For, Stop: l.Stop}
}

// Commands are the program's command and those that are run beside it.
func (l *Launch) Commands() map[string][]string {
	all := map[string][]string{"": l.Command}
	for name, command := range map[string][]string{"ready": l.Ready.Command, "load": l.Load, "stop": l.Stop} {
		if len(command) > 0 {
			all[name] = command
		}
	}
	return all
}

// Plan lays out the launches of a round.
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

// vary makes a launch of each combination of a configuration's values.
func vary(l Launch) []Launch {
	all := []map[string]string{nil}
	for _, name := range slices.Sorted(maps.Keys(l.Vary)) {
		var next []map[string]string
		for _, each := range all {
			for _, value := range ranges.First(l.Vary[name]) {
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
	for _, command := range l.Commands() {
		if slices.ContainsFunc(command, inside) {
			return true
		}
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(l.Env)), inside)
}

// Given is the launch with a value for each name.
func (l Launch) Given(values map[string]string) Launch {
	l.Values = values
	env := maps.Clone(l.Env)
	commands := []*[]string{&l.Command, &l.Ready.Command, &l.Load, &l.Stop}
	for _, command := range commands {
		*command = slices.Clone(*command)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		replace := strings.NewReplacer("{"+name+"}", values[name]).Replace
		l.Name += ", " + name + " = " + values[name]
		for _, command := range commands {
			for i, word := range *command {
				(*command)[i] = replace(word)
			}
		}
		for key, text := range env {
			env[key] = replace(text)
		}
	}
	l.Env = env
	return l
}
