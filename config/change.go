package config

import (
	"maps"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

// learning are the beginnings of the names of settings that have a say in what is
// learnt from measurements, not in how these come about.
var learning = []string{"judge.", "derive", "rate", "seed"}

// Relearn changes the settings of an analysis that was made already, by name and
// text as flags give them: those that learning from its measurements depends on.
func Relearn(cfg *run.Config, flags map[string]string) error {
	s := &Settings{layer: layer{config: *cfg, origin: map[string]string{}}}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if settings.find(name) != nil && !slices.ContainsFunc(learning, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			return &FlagError{model.Problem{
				Severity: model.Error, Rule: "relearn", Message: safe.Line(name) + " has no say in what is learnt from measurements that were made already",
				Hint: "judge.*, derive, rate and seed have; measure anew with beagle run for others",
			}}
		}
		if err := s.set(name, flags[name], "--set "+name); err != nil {
			return &FlagError{err}
		}
	}
	*cfg = s.config
	return nil
}
