package whatif

import (
	"path/filepath"
	"strconv"

	"beagle/internal/shell"
	"beagle/tui/keys"
)

// Command is what is predicted now as a command: by the keys that change a setting in words, by the others their answer.
func (s *Screen) Command(action keys.Action) string {
	switch action {
	case keys.Right:
		return s.command("predict", "--input", "--print")
	case keys.View:
		if s.now.question.Service != "" {
			return s.command("top", "--at", "--print")
		}
	case keys.Export:
		return s.command("predict", "--input", "--output", "json")
	default: // only on the screen
	}
	return ""
}

// command asks for the present setting; inputs is the flag that gives them, and more stands at the end.
func (s *Screen) command(name, inputs string, more ...string) string {
	q := &s.now.question
	words := []string{"beagle", name}
	for _, file := range q.Models {
		if q.From == "" || filepath.Ext(file) != filepath.Ext(q.From) {
			words = append(words, file)
		}
	}
	if q.From != "" {
		words = append(words, q.From)
	}
	if q.Service != "" {
		words = append(words, "--service", q.Service)
	}
	for _, in := range q.Inputs {
		words = append(words, inputs, in.Variable.String()+"="+in.Text)
	}
	if name == "predict" {
		if q.Change.Users != s.terms.Users {
			words = append(words, "--users", strconv.Itoa(q.Change.Users))
		}
		if q.Change.Rate != s.terms.Rate {
			words = append(words, "--rate", strconv.FormatFloat(q.Change.Rate, 'g', -1, 64))
		}
		for _, r := range s.terms.Resources {
			of := r.Container + "." + r.Resource
			if speed := q.Change.Speed[of]; speed != 1 {
				words = append(words, "--speed", of+"="+strconv.FormatFloat(speed, 'g', -1, 64))
			}
			if cores := q.Change.Replicas[of]; cores != r.Replicas {
				words = append(words, "--cores", of+"="+strconv.Itoa(cores))
			}
		}
	}
	return shell.Join(append(words, more...))
}
