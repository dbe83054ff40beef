package run

import "beagle/model"

// Outdated is the rule of the problem that an older Beagle measured something wrong.
const Outdated = "outdated"

// Outdated is that problem; nil: nothing is known to be wrong with what was measured.
func (s *Snapshot) Outdated() *model.Problem {
	for i := range s.Problems {
		if s.Problems[i].Rule == Outdated {
			return &s.Problems[i]
		}
	}
	return nil
}
