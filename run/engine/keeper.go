package engine

import (
	"errors"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
)

type keeper struct {
	dir      string                // empty: nothing is kept
	size     int64                 // at most kept of all; 0: the usual, run.KeepNone: nothing
	tell     func(p model.Problem) // what could not be kept
	launch   *folder.EventWriter   // the launch in flight; nil: none
	orderErr error                 // why its order could not be kept
}

func (k *keeper) open(number int, order measure.Order, to measure.Sink) measure.Sink {
	k.close()
	size := k.size
	if size == 0 {
		size = run.DefaultKeep
	}
	if k.dir == "" || size == run.KeepNone {
		return to
	}
	k.launch = folder.NewEventWriter(k.dir, number, size, to)
	k.orderErr = folder.KeepOrder(k.dir, number, order)
	return k.launch
}

// close ends what was kept of the latest launch, with all of it on the disk.
func (k *keeper) close() {
	if k.launch == nil {
		return
	}
	if err := errors.Join(k.launch.Close(), k.orderErr); err != nil {
		k.tell(model.Problem{
			Severity: model.Warning, Rule: "raw", File: k.dir, Message: "the events of a launch could not be kept: " + err.Error(),
			Hint: "results do not depend on them",
		})
	}
	k.launch = nil
}
