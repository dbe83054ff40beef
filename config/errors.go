package config

import (
	"strings"

	"beagle/model"
)

// SettingErrors are everything that is wrong with the settings, one line each.
type SettingErrors []model.Problem

// Error is one line per problem, each with its hint.
func (p SettingErrors) Error() string {
	var b strings.Builder
	for i, problem := range p {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(problem.Error())
		if problem.Hint != "" && len(p) > 1 {
			b.WriteString("\n  " + problem.Hint)
		}
	}
	return b.String()
}

// Unwrap lets errors.As find the first problem.
func (p SettingErrors) Unwrap() []error {
	all := make([]error, len(p))
	for i := range p {
		all[i] = p[i]
	}
	return all
}

// FlagError is a wrong setting on the command line: wrong use, where the others are wrong files.
type FlagError struct{ err error }

// Error is what the flag's parser said.
func (f *FlagError) Error() string { return f.err.Error() }

// Unwrap is the problem itself.
func (f *FlagError) Unwrap() error { return f.err }

// MissingError is a folder without a project file.
type MissingError struct {
	Dir     string        // absolute
	Problem model.Problem // what is missing, and what to do
}

// Error is the problem in one line.
func (m *MissingError) Error() string { return m.Problem.Error() }

// Unwrap is the problem itself.
func (m *MissingError) Unwrap() error { return m.Problem }
