package config

import (
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"beagle/measure"
	"beagle/run"
)

// valuesOf is a run's settings by key, the way back from Config. Paths are
// relative to the project where they lie below it. A key that is absent has its
// default.
func valuesOf(c run.Config) map[string]any {
	relative := func(name string) string {
		if short, err := filepath.Rel(c.Project, name); err == nil && filepath.IsLocal(short) {
			return filepath.ToSlash(short)
		}
		return name
	}
	sources := make([]string, len(c.Sources))
	for i, source := range c.Sources {
		sources[i] = relative(source)
	}
	logs := make([]string, len(c.Measure.Logs))
	for i, log := range c.Measure.Logs {
		logs[i] = relative(log)
	}
	all := map[string]any{
		"model": relative(c.Model), "links": relative(c.Links), "sources": sources,
		"out": relative(c.Output.File), "in_place": c.Output.InPlace, "rate": c.Output.Rate,
		"select.components": c.Select.Components, "select.services": c.Select.Services, "select.elements": c.Select.Elements,
		"build": c.Build, "launch": c.Launch,
		"timeout.kind": c.Timeout.Kind, "timeout.limit": time.Duration(c.Timeout.Limit),
		"machine.kind": c.Machine.Kind, "machine.host": c.Machine.Host, "machine.user": c.Machine.User, "machine.dir": c.Machine.Dir,
		"measure.tool": c.Measure.Tool, "measure.probe": c.Measure.Probe, "measure.clock": c.Measure.Clock, "measure.kieker": c.Measure.Kieker, "measure.delivery": c.Measure.Delivery,
		"measure.logs": logs, "measure.precision": c.Measure.Precision, "measure.budget": time.Duration(c.Measure.Budget),
		"measure.launches": uint64(max(c.Measure.Launches, 0)), "measure.passes": c.Measure.Passes, "measure.keep": keepText(c.Measure.Keep),
		"derive": c.Derive, "judge.fitness": c.Fitness, "judge.scatter": c.Scatter, "judge.more": uint64(max(c.More, 0)), "notify": c.Notify, "seed": c.Seed,
	}
	if c.Output.InPlace || c.Output.File == calibrated(c.Model) {
		delete(all, "out")
	}
	for _, k := range keys {
		if v := all[k.name]; v == k.value || reflect.ValueOf(v).IsZero() || isEmpty(v) {
			delete(all, k.name)
		}
	}
	for _, name := range []string{"model", "links", "out"} {
		if all[name] == "." || all[name] == "" {
			delete(all, name)
		}
	}
	return all
}

func isEmpty(v any) bool {
	value := reflect.ValueOf(v)
	return (value.Kind() == reflect.Slice || value.Kind() == reflect.Map) && value.Len() == 0
}

// tree is the values below a section, in the order of the keys, as YAML writes
// them; a key without section is a value.
func tree(values map[string]any, top string) any {
	if _, ok := find(top); ok {
		return plain(values[top])
	}
	var section yaml.MapSlice
	for _, k := range keys {
		rest, below := strings.CutPrefix(k.name, top+".")
		if v, set := values[k.name]; below && set {
			section = append(section, yaml.MapItem{Key: rest, Value: plain(v)})
		}
	}
	return section
}

// plain is a value in the form in which people write it.
func plain(v any) any {
	switch v := v.(type) {
	case time.Duration:
		return run.Duration(v).String()
	case []measure.Launch:
		all := make([]yaml.MapSlice, len(v))
		for i, launch := range v {
			all[i] = plainLaunch(launch)
		}
		return all
	}
	return v
}

func plainLaunch(l measure.Launch) yaml.MapSlice {
	m := yaml.MapSlice{{Key: "name", Value: l.Name}, {Key: "command", Value: l.Command}}
	if l.Dir != "" {
		m = append(m, yaml.MapItem{Key: "dir", Value: l.Dir})
	}
	if len(l.Env) > 0 {
		m = append(m, yaml.MapItem{Key: "env", Value: l.Env})
	}
	if l.Repeat > 1 {
		m = append(m, yaml.MapItem{Key: "repeat", Value: l.Repeat})
	}
	if len(l.Vary) > 0 {
		m = append(m, yaml.MapItem{Key: "vary", Value: l.Vary})
	}
	return m
}

// tops lists the keys of the file's first level.
func tops() []string { return unique(below("")) }
