package config

import (
	"fmt"
	"path/filepath"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

// Config checks that the settings fit together and returns them as the engine takes them.
func (s *Settings) Config() (run.Config, error) {
	c := s.config
	c.Project = filepath.Dir(s.File)
	for _, name := range []string{"build", "launch"} {
		if at := s.origin[name]; strings.HasPrefix(at, "--") || strings.HasPrefix(at, variables) {
			c.Given = append(c.Given, name)
		}
	}
	if problems := s.check(&c); len(problems) > 0 {
		return c, problems
	}
	if c.Output.File == "" && !c.Output.InPlace {
		c.Output.File = run.Calibrated(c.Model)
	}
	return c, nil
}

// Extract are the decisions about a model that is made from sources, whether the other settings are complete or not.
func (s *Settings) Extract() run.Extract { return s.config.Extract }

func (s *Settings) check(c *run.Config) SettingErrors {
	var problems SettingErrors
	add := func(key, message, hint string) {
		problems = append(problems, s.problem(key, message, hint))
	}
	if c.Model == "" {
		add("model", "no model is given", "Write model: path/to/your.repository")
	}
	if len(c.Sources) == 0 && !c.Recorded() {
		add("sources", "no source folders are given", "Write sources: [src/main/java]")
	}
	if len(c.Launch) == 0 && c.Launches() {
		add("launch", "no launch configuration is given", "Write launch: with a name and a command such as [java, -cp, target/classes, demo.Main], or measure: {logs: [..]} to learn from recorded Kieker logs")
	}
	if !(c.Measure.Precision > 0) || c.Measure.Precision >= 1 {
		add("measure.precision", fmt.Sprintf("measure.precision is %g, but must lie between 0 and 1", c.Measure.Precision), "Write measure: {launches: 1} to make only the configured launches.")
	}
	names := map[string]bool{}
	for _, launch := range c.Launch {
		if names[launch.Name] {
			add("launch", fmt.Sprintf("two launch configurations are named %q", launch.Name), "Give each a name of its own.")
		}
		names[launch.Name] = true
	}
	if c.Output.InPlace && c.Output.File != "" {
		add("in_place", "in_place and out exclude each other", "Keep one of them.")
	}
	if !c.Output.InPlace && c.Output.File != "" && c.Output.File == c.Model {
		add("out", "out is the model itself", "Write in_place: true to change the model itself; a .bak is kept.")
	}
	if c.Output.Rate <= 0 {
		add("rate", "rate must be greater than 0", "")
	}
	switch {
	case c.Machine == run.MachineSSH && (c.There.Host == "" || strings.HasPrefix(c.There.Host, "-")):
		add("machine.kind", "a machine of kind ssh needs a host", "Write machine: {kind: ssh, host: NAME}")
	case c.Machine == run.MachineCommand && len(c.There.Command) == 0:
		add("machine.kind", "a machine of kind command needs a command", "Write machine: {kind: command, command: [docker, exec, -i, NAME, \"{}\"]}")
	case c.There.Dir != "" && !strings.HasPrefix(c.There.Dir, "/") && !strings.HasPrefix(c.There.Dir, "~/"):
		add("machine.dir", "machine.dir is no whole path", "Write a path there that begins with / or ~/")
	}
	switch {
	case c.Timeout.Kind == "constant" && c.Timeout.Limit == 0:
		add("timeout.kind", "a constant timeout needs a limit", "Write timeout: {kind: constant, limit: 10m}")
	case c.Timeout.Kind != "constant" && c.Timeout.Limit != 0:
		add("timeout.limit", fmt.Sprintf("a limit belongs to a constant timeout, not to %s", c.Timeout.Kind), "Write timeout: {kind: constant, limit: 10m}, or leave the limit out.")
	}
	return problems
}

func (s *Settings) problem(key, message, hint string) model.Problem {
	p := model.Problem{Severity: model.Error, Message: message, Hint: hint, File: safe.Shown(s.File), Rule: "settings"}
	origin := s.origin[key]
	if colon := strings.LastIndexByte(origin, ':'); colon > 0 {
		p.File = origin[:colon]
		_, _ = fmt.Sscanf(origin[colon+1:], "%d", &p.Line)
	} else if origin != "" && origin != byDefault {
		p.File, p.Message = "", origin+": "+message
	}
	return p
}
