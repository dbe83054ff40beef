package run

import (
	"fmt"
	"reflect"
	"slices"

	"beagle/model"
)

// mergedLaunches sets the launches of merged runs apart from the run's own and
// from one another's: what changes from launch to launch must not be mixed.
const mergedLaunches = 1 << 20

// merge has a new run start with the results of earlier ones on the same
// inputs.
func (f folder) merge(ids []string) error {
	s, err := open(f)
	if err != nil {
		return err
	}
	defer s.close()
	for i, id := range ids {
		earlier, err := findFolder(id)
		if err != nil {
			return err
		}
		if err := s.merge(earlier, int32(i+1)*mergedLaunches); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) merge(from folder, launches int32) error {
	e, err := openEnded(from)
	if err != nil {
		return err
	}
	defer e.Close()
	now, err := beginningOf(s.store)
	if err != nil {
		return err
	}
	if different := e.begun.different(&now); different != "" {
		return model.Problem{
			Severity: model.Error, Rule: "merge",
			Message: fmt.Sprintf("the results of %s cannot be merged: %s is not what that run began with", from.id(), different),
			Hint:    "results say something about the program and model that they were measured with only",
		}
	}
	c := s.board.Contribute("merged from " + from.id())
	for _, r := range e.board.Whole().Results {
		merged := 0.0
		for i := range r.Groups {
			observations := r.Groups[i].Observations(launches)
			c.AddResults(r.Element, observations)
			for _, o := range observations {
				merged += o.Weight
			}
		}
		c.Observed(r.Element, int64(r.Observations-merged+0.5))
	}
	return c.Commit()
}

// different names what two runs do not have in common; empty: results of one
// are results of the other.
func (b *beginning) different(other *beginning) string {
	for _, in := range b.Inputs {
		if !slices.Contains(other.Inputs, in) {
			return in.What + " " + in.File
		}
	}
	switch {
	case len(b.Inputs) != len(other.Inputs):
		return "the set of sources"
	case !reflect.DeepEqual(b.Config.Measure, other.Config.Measure):
		return "the way of measuring"
	case !slices.Equal(b.Config.Build, other.Config.Build):
		return "the build"
	}
	return ""
}
