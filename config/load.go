package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/yamltree"
	"beagle/model"
	"beagle/run"
)

// FileName is the project file's name.
const FileName = "beagle.yaml"

// Options says where settings are looked for.
type Options struct {
	Project  string
	UserFile string
	// Env is the environment as NAME=value.
	Env []string
	// Flags are the settings given on the command line, by key. The value is text as in the environment.
	Flags []Flag
}

// Flag is a setting from the command line.
type Flag struct {
	Key   string // name of the setting, such as judge.error
	Name  string // of the flag, for its origin and messages
	Value string // as it was typed
}

// Settings are the effective settings with their origins.
type Settings struct {
	File     string          // project file, absolute
	UserFile string          // user's file, if it was read
	Warnings []model.Problem // what was not understood and is passed over, such as an unknown variable
	layer
}

type layer struct {
	config  run.Config
	screens Screens           // of the user's own file
	origin  map[string]string // of each setting that is set, by name: file:line, a flag, a variable, or "default"
}

func defaults() layer {
	l := layer{origin: map[string]string{}}
	settings.begin(&l.config)
	for i := range settings {
		if settings[i].plain != nil {
			l.origin[settings[i].name] = byDefault
		}
	}
	return l
}

const byDefault = "default"

// Load reads all sources of settings. Its errors name file and line.
func Load(o Options) (*Settings, error) {
	file, err := projectFile(o.Project)
	if err != nil {
		return nil, err
	}
	s := &Settings{File: file, layer: defaults()}
	if o.UserFile != "" {
		user, err := readFile(o.UserFile)
		switch {
		case err == nil:
			s.UserFile = o.UserFile
			s.add(user)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	project, err := readFile(file)
	if err != nil {
		return nil, err
	}
	if err := notTheProjects(project); err != nil {
		return nil, err
	}
	if at := project.origin[screensSection]; at != "" {
		return nil, notAProjects(at)
	}
	s.add(project)
	if err := s.environment(o.Env); err != nil {
		return nil, err
	}
	if err := s.flags(o.Flags); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Settings) flags(all []Flag) error {
	for _, f := range all {
		if err := s.set(f.Key, f.Value, "--"+f.Name); err != nil {
			return &FlagError{err}
		}
	}
	return nil
}

// Given is what flags say, on top of what is in force where nobody says anything. Its errors name the flag.
func Given(flags []Flag) (run.Config, error) {
	s := &Settings{layer: defaults()}
	err := s.flags(flags)
	return s.config, err
}

// add puts a stronger layer on top.
func (l *layer) add(top layer) {
	says := func(name string) bool { return top.origin[name] != "" }
	if says("out") {
		l.reset("in_place")
	}
	if top.config.Output.InPlace {
		l.reset("out")
	}
	if says("timeout.kind") && top.config.Timeout.Kind != "constant" {
		l.reset("timeout.limit")
	}
	if says("timeout.limit") && !says("timeout.kind") && top.config.Timeout.Limit != 0 {
		l.config.Timeout.Kind, l.origin["timeout.kind"] = "constant", top.origin["timeout.limit"]
	}
	for key, kind := range map[string]string{"machine.host": run.MachineSSH, "machine.command": run.MachineCommand} {
		if says(key) && !says("machine.kind") {
			l.config.Machine, l.origin["machine.kind"] = kind, top.origin[key]
		}
	}
	for i := range settings {
		if name := settings[i].name; says(name) {
			settings[i].copy(&l.config, &top.config)
			l.origin[name] = top.origin[name]
		}
	}
}

func (l *layer) reset(name string) {
	s := settings.find(name)
	s.begin(&l.config)
	delete(l.origin, name)
	if s.plain != nil {
		l.origin[name] = byDefault
	}
}

// environment reads the variables of the settings.
func (s *Settings) environment(env []string) error {
	known := map[string]string{} // the setting of each variable
	for i := range settings {
		known[settings[i].variable()] = settings[i].name
	}
	for _, pair := range env {
		name, text, _ := strings.Cut(pair, "=")
		if setting := known[name]; setting != "" {
			if err := s.set(setting, text, name); err != nil {
				return err
			}
		} else if strings.HasPrefix(name, variables) && !slices.Contains(otherVariables, name) {
			s.Warnings = append(s.Warnings, unknownVariable(name, slices.Sorted(maps.Keys(known))))
		}
	}
	return nil
}

// otherVariables are those that are no settings: what screens and tests look at, and what Beagle tells the programs
// that it starts.
var otherVariables = []string{
	"BEAGLE_AMQP_PASSWORD", "BEAGLE_ASCII", "BEAGLE_PLOT", "BEAGLE_SYNC", "BEAGLE_THEME",
	"BEAGLE_BINARY", "BEAGLE_FULL", "BEAGLE_LONG", "BEAGLE_JAVA_CORPUS", "BEAGLE_JAVA_OUT", "BEAGLE_JAVA_TREE",
	"BEAGLE_AGENT", "BEAGLE_LAUNCH", "BEAGLE_OUT", "BEAGLE_PYTHON_ORDER", "BEAGLE_PYTHON_RECORDS", "BEAGLE_REASON", "BEAGLE_RUN", "BEAGLE_STATE", "BEAGLE_TABLE", "BEAGLE_LIMIT",
}

func unknownVariable(name string, known []string) model.Problem {
	p := model.Problem{
		Severity: model.Warning, Rule: "unknown-variable", Message: fmt.Sprintf("the environment variable %s is no setting, so it changes nothing", safe.Line(name)),
		Hint: "\"beagle config\" lists the settings; measure.probe, for one, is BEAGLE_MEASURE_PROBE.",
	}
	meant := nearest(name, known)
	for _, k := range known {
		if strings.HasSuffix(k, strings.TrimPrefix(name, strings.TrimSuffix(variables, "_"))) {
			meant = k
		}
	}
	if meant != "" {
		p.Hint = fmt.Sprintf("Did you mean %s?", meant)
	}
	return p
}

func (s *Settings) set(name, text, origin string) error {
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("cannot tell the present folder: %w", err)
	}
	return s.setIn(dir, name, text, origin)
}

func (s *Settings) setIn(dir, name, text, origin string) error {
	row := settings.find(name)
	if row == nil {
		problem := model.Problem{Severity: model.Error, Rule: "unknown-key", Message: fmt.Sprintf("%s: there is no setting %s", origin, safe.Line(name))}
		if near := nearest(name, settings.names()); near != "" {
			problem.Hint = fmt.Sprintf("Did you mean %s?", near)
		}
		return problem
	}
	l, err := parse(origin, dir, []byte(nest(name, row.given.yaml(text))))
	if err != nil {
		return flatten(err)
	}
	for name := range l.origin {
		l.origin[name] = origin
	}
	s.add(l)
	return nil
}

func (g given) yaml(text string) string {
	switch {
	case g == asYAML, g == asList && strings.HasPrefix(strings.TrimSpace(text), "["):
		return text
	case g == asWord:
		return quote(text)
	}
	var words []string
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, quote(word))
		}
	}
	return "[" + strings.Join(words, ", ") + "]"
}

func nest(name, text string) string {
	words := strings.Split(name, ".")
	line := text
	for i := len(words) - 1; i > 0; i-- {
		line = "{" + words[i] + ": " + line + "}"
	}
	return words[0] + ": " + line + "\n"
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// flatten moves the name of a flag or variable from where a file's name stands into the message.
func flatten(err error) error {
	var all SettingErrors
	if errors.As(err, &all) {
		for i := range all {
			all[i] = unplaced(all[i])
		}
		return all
	}
	var one model.Problem
	if errors.As(err, &one) {
		return unplaced(one)
	}
	return err
}

func unplaced(p model.Problem) model.Problem {
	p.Message = p.File + ": " + p.Message
	p.File, p.Line, p.Column = "", 0, 0
	return p
}

func projectFile(name string) (string, error) {
	if name == "" {
		name = "."
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", model.Problem{Severity: model.Error, File: name, Message: "no such file or folder", Hint: "Give the project's folder or its " + FileName + "."}
	case err != nil:
		return "", err
	case info.IsDir():
		full = filepath.Join(full, FileName)
		if _, err := os.Stat(full); errors.Is(err, fs.ErrNotExist) {
			return "", &MissingError{Dir: filepath.Dir(full), Problem: model.Problem{
				Severity: model.Error, File: name, Message: "no " + FileName + " in this folder",
				Hint: "\"beagle " + name + "\" on a terminal makes one; \"beagle model\" makes one, and a model, of a plain Java project; \"beagle demo\" shows a complete example.",
			}}
		}
	}
	return full, nil
}

func readFile(name string) (layer, error) {
	data, err := safe.ReadFile(name, yamltree.MaxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return layer{}, fmt.Errorf("%s: %w", safe.Shown(name), err)
	}
	if err != nil {
		return layer{}, model.Problem{Severity: model.Error, File: safe.Shown(name), Message: "the configuration cannot be read: " + err.Error()}
	}
	return parse(safe.Shown(name), filepath.Dir(name), data)
}
