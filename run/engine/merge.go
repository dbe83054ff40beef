package engine

import (
	"fmt"

	"beagle/model"
	"beagle/run/ended"
	"beagle/run/folder"
)

// mergedLaunches sets the launches of merged runs apart from the run's own and from one another's.
const mergedLaunches = 1 << 20

func mergeInto(f folder.Folder, ids []string) error {
	s, err := Open(f)
	if err != nil {
		return err
	}
	defer s.close()
	for i, id := range ids {
		earlier, err := folder.Find(id)
		if err != nil {
			return err
		}
		if err := s.merge(earlier, int32(i+1)*mergedLaunches); err != nil {
			return err
		}
	}
	return nil
}

func (s *Session) merge(from folder.Folder, launches int32) error {
	e, err := ended.Open(from)
	if err != nil {
		return err
	}
	defer e.Close()
	now, err := folder.BeginningOf(s.store)
	if err != nil {
		return err
	}
	if different := e.Begun.Different(&now); different != "" {
		return model.Problem{
			Severity: model.Error, Rule: "merge",
			Message: fmt.Sprintf("the results of %s cannot be merged: %s is not what that run began with", from.ID(), different),
			Hint:    "results say something about the program and model that they were measured with only",
		}
	}
	c := s.board.Contribute("merged from " + from.ID())
	for _, r := range e.Board.Whole().Results {
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
