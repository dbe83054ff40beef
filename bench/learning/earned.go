package main

import (
	"fmt"
	"io"
	"slices"
)

// farOff is the error beyond the data from which on something was left to learn after
// all, whoever said that nothing is.
const farOff = 0.1

// earned says how often it was said that nothing is left to learn, and how many of those were off by more than a
// tenth beyond the data; also of how many it was not said although they were not.
func earned(w io.Writer, outcomes []outcome) {
	var fits, said, wrong, silent int
	for _, o := range outcomes {
		if o.Learner != "beagle" || o.Failed != "" || o.Off == nil {
			continue
		}
		fits++
		off := *o.Off > farOff
		switch {
		case o.Nothing && off:
			said, wrong = said+1, wrong+1
		case o.Nothing:
			said++
		case !off:
			silent++
		}
	}
	if fits > 0 {
		fmt.Fprintf(w, "\n\"nothing left to learn\": said in %d of %d fits, %d of these more than %.0f %% off beyond the data; not said in %d that are not\n", said, fits, wrong, 100*farOff, silent)
	}
}

// conditionsOf are the outcomes of real code, those of each condition together.
func conditionsOf(outcomes []outcome) (all [][]outcome) {
	var order []string
	byCondition := map[string][]outcome{}
	for _, o := range outcomes {
		if o.Suite != "R" {
			continue
		}
		if !slices.Contains(order, o.Design) {
			order = append(order, o.Design)
		}
		byCondition[o.Design] = append(byCondition[o.Design], o)
	}
	for _, condition := range order {
		all = append(all, byCondition[condition])
	}
	return all
}
