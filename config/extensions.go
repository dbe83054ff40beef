package config

import (
	"encoding/json"
	"strings"

	"beagle/model"
)

// ExtensionsVariable names extensions in the environment.
const ExtensionsVariable = variables + "EXTENSIONS"

// Extensions are the extensions that the user's own settings and the environment
// name. They are asked for before anything else, since other settings may name what
// extensions bring; what else is wrong with the user's file is said by Load.
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

// notTheProjects is why a project's file cannot choose extensions.
func notTheProjects(at string) error {
	file, line := at, 0
	if i := strings.LastIndexByte(at, ':'); i >= 0 {
		file = at[:i]
		for _, c := range at[i+1:] {
			line = 10*line + int(c-'0')
		}
	}
	return model.Problem{
		Severity: model.Error, Rule: "extensions", File: file, Line: line, Message: "a project cannot choose extensions: they are programs that run with your rights",
		Hint: "name them in your own settings (beagle paths says where these are), or with --extension NAME",
	}
}
