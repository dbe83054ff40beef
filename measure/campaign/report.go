package campaign

import (
	"errors"
	"fmt"
	"slices"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/model"
)

func failure(name string, err error) model.Problem {
	var p model.Problem
	if !errors.As(err, &p) {
		p = model.Problem{Message: name + ": " + err.Error()}
	}
	p.Severity = model.Error
	return p
}

// judged is what is wrong with a launch that was made: what the tool says of it, and what its report shows.
func judged(name string, report measure.LaunchReport) []model.Problem {
	problems := slices.Clone(report.Problems)
	add := func(rule, message, hint string) {
		if !slices.ContainsFunc(problems, func(p model.Problem) bool { return p.Rule == rule }) {
			problems = append(problems, model.Problem{Severity: model.Warning, Rule: rule, Message: name + ": " + message, Hint: hint})
		}
	}
	if report.ExitCode != 0 || report.Signal != "" {
		why := ended(report)
		if cause := safe.CauseIn(report.Output); cause != "" {
			why += ": " + cause
		}
		add("launch", why, "its output is in "+report.Output)
	}
	switch {
	case report.Lost > 0:
		add("lost", quantity.Plural(report.Lost, "record was", "records were")+" lost", "counts are then too low; let the program end by itself")
	case report.Events > 0 && !report.Complete && report.ExitCode == 0 && report.Signal == "":
		add("incomplete", "the end of its records is missing, so some may be lost", "let the program end by itself")
	case slices.ContainsFunc(problems, func(p model.Problem) bool { return p.Rule == "records" }): // says so, and why
	case report.Events == 0 && report.ExitCode == 0 && report.Signal == "":
		add("silent", "it ended well but executed nothing of what is measured", "check that the command runs the linked classes")
	}
	return problems
}

func ended(report measure.LaunchReport) string {
	if report.Signal != "" {
		return "the program was ended by signal " + report.Signal
	}
	return fmt.Sprintf("the program ended with exit code %d", report.ExitCode)
}

func reason(name string, report measure.LaunchReport, err error) model.Problem {
	if err != nil {
		return failure(name, err)
	}
	for _, p := range judged(name, report) {
		if p.Severity == model.Error || p.Rule == "launch" {
			p.Severity = model.Error
			return p
		}
	}
	return model.Problem{Severity: model.Error, Message: name + ": " + ended(report)}
}
