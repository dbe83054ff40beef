package remote

import (
	"context"

	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
)

// Resume takes up a run that did not finish, in the background, and attaches
// to it in control. cfg is the project's present configuration; nil: that of
// the run. The run keeps its own seed, selection and output. One that has finished is
// taken up only to measure elements there, where it would decide.
func Resume(ctx context.Context, id string, cfg *run.Config, changed folder.Changed, there ...model.ElementID) (run.Run, error) {
	f, err := folder.Find(id)
	if err != nil {
		return nil, err
	}
	if f.Live() {
		return nil, model.Problem{Severity: model.Error, Rule: "run-lives", Message: "the run " + f.ID() + " goes on already", Hint: "beagle attach " + f.ID()}
	}
	if err := f.Renew(cfg, changed, there...); err != nil {
		return nil, err
	}
	if background {
		return launchIn(ctx, f)
	}
	return conductHere(ctx, f)
}
