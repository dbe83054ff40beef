package project

import (
	"os"

	"beagle/model"
)

// recorded completes a project that learns from logs: nothing is instrumented,
// built or launched. Records name elements by their ids, so that elements
// without a link can be learnt, too.
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
	return nil
}
