package engine

import (
	"context"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/control"
	"beagle/judge"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
	"beagle/run/ended"
	"beagle/run/findings"
	"beagle/run/folder"
	"beagle/run/project"
	"beagle/run/validation"
)

func learn(cfg *run.Config) validation.Learner {
	return func(ctx context.Context, board *blackboard.Board, f *findings.Findings) error {
		formula, err := project.Fitness(cfg.Fitness)
		if err != nil {
			return err
		}
		analysis := control.Analysis{
			Board: board, Machine: control.NewMachine(nil), Seed: cfg.Seed, Prepared: f.Data, Analysers: analysers.All(),
			Judge: judge.New(limits(cfg, judge.Options{Fitness: formula})),
		}
		if err := analysis.Run(ctx); err != nil {
			return err
		}
		return ctx.Err()
	}
}

// limits adds to the options of a judge the quality that is asked for.
func limits(cfg *run.Config, options judge.Options) judge.Options {
	options.Error, options.Total = cfg.Quality.Error, cfg.Quality.Total
	if kind, err := adapter.For(cfg.Model); err == nil {
		if means, ok := kind.(adapter.Means); ok && means.MeansOnly() {
			options.Error = 0
		}
	}
	return options
}

// Validation is how the model of an ended run predicts launches that did not teach it: what the run keeps of that or,
// where it keeps nothing or that is asked for, judged anew and kept.
func Validation(ctx context.Context, id string, again bool) (v *run.Validation, err error) {
	e, err := ended.Find(id)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	if v := e.Judged(); v != nil && !again {
		return v, nil
	}
	if e.Folder.Live() {
		return nil, model.Problem{
			Severity: model.Error, Rule: "validate", Message: "the run " + e.ID() + " goes on: its model is judged at its end",
			Hint: "beagle attach " + e.ID(),
		}
	}
	changed := e.Begun.ChangedExtensions()
	v, err = judged(ctx, e.Folder, e.Findings, e.Begun.Model, e.Begun.Entries)
	switch {
	case err != nil:
		return nil, err
	case v == nil:
		return nil, model.Problem{
			Severity: model.Error, Rule: "validate", Message: "the run " + e.ID() + " keeps no executions of services to judge by",
			Hint: "measure.keep says how much of what is recorded is kept; recorded logs tell of executions by records of service calls (ServiceCallRecord)",
		}
	case ctx.Err() != nil:
		return v, nil // what is there, and not to be kept
	}
	v.Problems = append(v.Problems, changed...)
	return v, e.Judge(v)
}

func judged(ctx context.Context, f folder.Folder, learnt *findings.Findings, digest string, entries model.Entries) (*run.Validation, error) {
	return validation.Validate(ctx, validation.Subject{
		Findings: learnt, Digest: digest, Entries: entries, Raw: f.Path("raw"), Learn: learn(&learnt.Config),
	})
}

func (s *Session) validate(ctx context.Context, l *Local) {
	l.raw.close() // the latest launch judges, too
	v, err := judged(ctx, s.folder, l.Findings, s.project.Model, s.project.Entries)
	if ctx.Err() != nil || v == nil && err == nil {
		return
	}
	if err == nil {
		err = s.store.Put(folder.ValidationKey, v)
	}
	if err != nil {
		l.note(model.Problem{Severity: model.Warning, Rule: "validate", Message: "whether the model predicts the program was not judged: " + err.Error(), Hint: "beagle validate " + l.id + " tries again"})
	}
	l.minutes.validated(v)
	l.signals.set()
}
