package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// reportRecorded prints how the measured suite went.
func reportRecorded(w io.Writer, outcomes []outcome) {
	type key struct{ condition, half, learner string }
	groups := map[key][]outcome{}
	var order []key
	for _, o := range outcomes {
		if o.Suite != "R" {
			continue
		}
		for _, half := range []string{"all", halfOf(o.Problem)} {
			k := key{o.Design, half, o.Learner}
			if groups[k] == nil {
				order = append(order, k)
			}
			groups[k] = append(groups[k], o)
		}
	}
	if len(order) == 0 {
		return
	}
	rows := [][]string{{
		"condition", "sections", "learner", "fits", "form right %", "undecided %", "not written %", "for a range %", "wrong, not said %", "catastrophic %", "catastrophic, not said %", "catastrophic, written %", "catastrophic, written, nothing said %", "beyond: median %",
		"worst", "totals: median %", "worst", "intervals hold %", "beyond: hold %", "differ by a quarter %", "nodes", "CPU ms",
	}}
	for _, k := range order {
		rows = append(rows, append([]string{k.condition, k.half, k.learner}, recordedLine(groups[k])...))
	}
	fmt.Fprintln(w)
	show(w, rows)
	for _, condition := range conditionsOf(outcomes) {
		earned(w, condition)
	}
}

func recordedLine(outcomes []outcome) []string {
	var right, undecided, unwritten, bounded, unsaid, lost, lostUnsaid, lostWritten, lostTrusted int
	var held, known, beyondHeld, beyondKnown int
	var beyond, totals, size, seconds []float64
	for _, o := range outcomes {
		seconds = append(seconds, o.Seconds)
		said := o.Undecided || o.Failed != ""
		if o.Recovered {
			right++
		}
		if said {
			undecided++
		}
		if o.Unwritten || o.Failed != "" {
			unwritten++
		}
		if o.Within > 0 {
			bounded++
		}
		if !o.Recovered && !said {
			unsaid++
		}
		if o.Catastrophic || o.Failed != "" {
			lost++
			if !said {
				lostUnsaid++
			}
			if o.Failed == "" && !o.Unwritten && o.Within == 0 { // it is far off where it says that it is not to be used
				lostWritten++
				if !said && !o.Unsure {
					lostTrusted++
				}
			}
		}
		if o.Failed != "" {
			continue
		}
		held, known = held+o.Covered, known+o.Known
		beyondHeld, beyondKnown = beyondHeld+o.BeyondCovered, beyondKnown+o.BeyondKnown
		beyond, totals = append(beyond, distance(o.Mean)), append(totals, distance(o.Totals))
		size = append(size, float64(o.Size))
	}
	n := float64(len(outcomes))
	percent := func(count int) string { return fmt.Sprintf("%.1f", 100*float64(count)/n) }
	worst := func(values []float64) string {
		if len(values) == 0 {
			return ""
		}
		return fmt.Sprintf("%.3g", slices.Max(values))
	}
	intervals := func(held, known int) string {
		if known == 0 {
			return ""
		}
		return fmt.Sprintf("%.1f", 100*float64(held)/float64(known))
	}
	return []string{
		fmt.Sprint(len(outcomes)), percent(right), percent(undecided), percent(unwritten), percent(bounded), percent(unsaid), percent(lost), percent(lostUnsaid), percent(lostWritten), percent(lostTrusted),
		fmt.Sprintf("%.3g", middle(beyond)), worst(beyond), fmt.Sprintf("%.3g", middle(totals)), worst(totals), intervals(held, known), intervals(beyondHeld, beyondKnown), sameness(outcomes),
		fmt.Sprintf("%.0f", middle(size)), fmt.Sprintf("%.0f", 1000*middle(seconds)),
	}
}

func distance(x *float64) float64 {
	if x == nil {
		return math.Inf(1)
	}
	return 100 * math.Abs(*x)
}

// sameness is the share of predictions that differ by more than a quarter from what most campaigns say of the same
// inputs.
func sameness(outcomes []outcome) string {
	bySection := map[string][]outcome{}
	for _, o := range outcomes {
		if o.Failed == "" {
			bySection[o.Problem] = append(bySection[o.Problem], o)
		}
	}
	differ, all := 0, 0
	for _, campaigns := range bySection {
		if len(campaigns) < 2 {
			continue
		}
		for i := range campaigns[0].Points {
			said := make([]float64, len(campaigns))
			for j, o := range campaigns {
				if said[j] = math.NaN(); o.Points[i] != nil {
					said[j] = *o.Points[i]
				}
			}
			slices.SortFunc(said, cmp.Compare[float64])
			center := middle(said)
			for _, x := range said {
				if all++; !(math.Abs(x-center) <= 0.25*math.Abs(center)) {
					differ++
				}
			}
		}
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", 100*float64(differ)/float64(all))
}

// farOff is the error beyond the data from which on something was left to learn after all.
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
