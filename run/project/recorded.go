package project

import (
	"fmt"
	"os"

	"beagle/measure/recorded"
	"beagle/model"
	"beagle/run"
	"beagle/traces/kieker"
)

// Logs says what is learnt from which logs.
func (p *Project) Logs() (recorded.Source, error) {
	from := recorded.Source{Paths: p.Config.Measure.Logs, Elements: p.Chosen, Entries: p.Entries, Model: p.Elements, Schemas: kieker.NewSchemas(), ByName: p.Config.Links == run.LinksByName}
	if err := kieker.AddIRL(from.Schemas, p.Config.Measure.RecordTypes...); err != nil {
		return from, fmt.Errorf("the record types (measure.irl, --irl): %w", err)
	}
	return from, nil
}

// recorded completes a project that learns from logs: nothing is instrumented, built or launched. Records name
// elements by their ids, so that elements without a link can be learnt, too.
func (p *Project) recorded() error {
	for _, path := range p.Config.Measure.Logs {
		if _, err := os.Stat(path); err != nil {
			return model.Problem{
				Severity: model.Error, Rule: "logs", File: path, Message: "the recorded log does not exist or cannot be read",
				Hint: "correct measure.logs in beagle.yaml, or --logs",
			}
		}
	}
	kept := p.Problems[:0]
	for _, problem := range p.Problems {
		if problem.Rule != "links-missing" { // says that an element is not measured
			kept = append(kept, problem)
		}
	}
	p.Problems = kept
	_, err := p.Logs() // what is wrong with the record types is said before anything is read
	return err
}
