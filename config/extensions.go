package config

import (
	"encoding/json"
	"strings"

	"beagle/model"
)

// ExtensionsVariable names extensions in the environment.
const ExtensionsVariable = variables + "EXTENSIONS"

// Extensions are the extensions that the user's own settings and the environment name.
func Extensions(userFile string, env []string) ([]string, error) {
	s := &Settings{layer: defaults()}
	if user, _ := readFile(userFile); user.origin["extensions"] != "" {
		s.config.Extensions = user.config.Extensions
	}
	for _, pair := range env {
		if text, ok := strings.CutPrefix(pair, ExtensionsVariable+"="); ok {
			if err := s.set("extensions", text, ExtensionsVariable); err != nil {
				return nil, err
			}
		}
	}
	return s.config.Extensions, nil
}

// List is a list as a variable or flag writes it.
func List(words []string) string {
	data, err := json.Marshal(words)
	if err != nil {
		return ""
	}
	return string(data)
}

var own = []restricted{
	{"extensions", "extensions belong", "extensions: they are programs that run with your rights", "name them in your own settings (beagle paths says where these are), or with --extension NAME"},
	{"nats.", "the server belongs", "who learns for you: measurements would go there", "name the server in your own settings (beagle paths says where these are), or with --nats"},
}

type restricted struct{ begins, belong, why, hint string }

func notTheProjects(project layer) error {
	for _, one := range own {
		for i := range settings {
			if at := project.origin[settings[i].name]; at != "" && strings.HasPrefix(settings[i].name, one.begins) {
				return notAllowed(at, one.why, one.hint)
			}
		}
	}
	return nil
}

func notAllowed(at, why, hint string) error {
	file, line := at, 0
	if i := strings.LastIndexByte(at, ':'); i >= 0 {
		file = at[:i]
		for _, c := range at[i+1:] {
			line = 10*line + int(c-'0')
		}
	}
	return model.Problem{
		Severity: model.Error, Rule: "not-a-projects", File: file, Line: line, Message: "a project cannot choose " + why, Hint: hint,
	}
}
