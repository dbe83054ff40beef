package run

import (
	"context"
	"time"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/measure"
	"beagle/model"
)

// Start begins an analysis in this process. It ends when the context does.
// Close lets go of it; that ends it, too, if it has not ended.
func Start(ctx context.Context, cfg Config) (Run, error) {
	p, err := Prepare(cfg)
	if err != nil {
		return nil, err
	}
	if err := p.Ready(); err != nil {
		return nil, err
	}
	t, err := toolsFor(p)
	if err != nil {
		return nil, err
	}
	board := blackboard.New(p.Chosen, cfg.Seed, nil)
	return begin(newID(cfg.Model, time.Now()), p, board, t, 0).start(ctx), nil
}

// toolsFor are the tools that the configuration asks for.
func toolsFor(p *Project) (tools, error) {
	timeout, err := measure.NewTimeout(p.Config.Timeout.Kind, time.Duration(p.Config.Timeout.Limit))
	if err != nil {
		return tools{}, model.Problem{Severity: model.Error, Rule: "timeout", Message: err.Error(), Hint: "correct timeout: in beagle.yaml"}
	}
	tool, err := measurementTool(p.Config)
	if err != nil {
		return tools{}, err
	}
	return tools{
		measure: tool, results: analysers.Results(), proposals: analysers.Proposals(),
		judge: judge.New(judge.Options{}), timeout: timeout,
	}, nil
}
