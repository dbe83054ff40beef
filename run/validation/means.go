package validation

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/statistics/robust"
)

// nearMean is how far from the measured mean a modelled one may be so that capacity can still
// be planned with it: what studies of performance models call usable.
const nearMean = 0.30

// means says first of all of how many services that are entered the modelled mean is near the
// measured one, and of which it is not; empty: it is one service, of which more is said anyway.
func means(v *run.Validation) string {
	var judged []*run.ServicePrediction
	entered := 0
	for i := range v.Services {
		s := &v.Services[i]
		if !s.Entry || s.Calls == 0 {
			continue
		}
		entered++
		if share, _ := elsewhere(s); s.Calls >= fewCalls && share < muchElsewhere && !s.Cold {
			judged = append(judged, s)
		}
	}
	if entered < 2 {
		return ""
	}
	if len(judged) == 0 {
		return fmt.Sprintf("%d services are entered, and the modelled mean of none can be judged: %s", entered, notJudged(entered))
	}
	slices.SortStableFunc(judged, func(a, b *run.ServicePrediction) int { return -cmp.Compare(away(a), away(b)) })
	var off []float64
	near, brief, open := 0, 0, 0
	held, measured, predicted, unsure := 0.0, 0.0, 0.0, 0.0 // seconds, and of the last the square
	var far []string
	for _, s := range judged {
		off = append(off, away(s))
		spent := s.Spent()
		measured, predicted = measured+spent.Measured, predicted+spent.Predicted
		unsure += math.Pow(spent.Measured*float64(s.Bias.HalfWidth), 2)
		if s.Brief {
			brief++
		}
		if away(s) <= nearMean {
			near++
			held += spent.Measured
		} else if away(s)-float64(s.Bias.HalfWidth) <= nearMean {
			open++
		} else {
			far = append(far, fmt.Sprintf("%s %s", s.Service, quantity.Signed(s.Bias.Value)))
		}
	}
	text := fmt.Sprintf("the modelled mean is within %s of the measured one for %d of %d services that are entered, %s off in the median", quantity.Percent(nearMean), near, len(judged), quantity.Percent(robust.Median(off)))
	if measured > 0 {
		text += fmt.Sprintf("; these %d hold %s of the time of the calls that were compared, all of which together are predicted %s off", near, quantity.Percent(held/measured), quantity.Signed(predicted/measured-1))
		if half := math.Sqrt(unsure) / measured; half > run.GoodError {
			text += fmt.Sprintf(" (known to ±%s, since few calls make most of it)", quantity.Percent(half))
		}
	}
	if len(far) > 0 {
		text += "; further off: " + strings.Join(quantity.Some(far, mostNamed), ", ")
	}
	if open > 0 {
		text += fmt.Sprintf("; of %d more it cannot be told, since few calls, which took much longer than others with their inputs, make their measured mean: measure more launches, on a quiet machine", open)
	}
	if brief > 0 {
		text += fmt.Sprintf("; %d of the %d take hardly longer than the probes inside them, so that their time on the clock says little: they are judged by what their actions took", brief, len(judged))
	}
	if others := entered - len(judged); others > 0 {
		text += fmt.Sprintf("; %d more cannot be judged: %s", others, notJudged(others))
	}
	return text
}

// away is how far the modelled mean of a service is from the measured one.
func away(s *run.ServicePrediction) float64 { return math.Abs(s.Bias.Value) }

func notJudged(n int) string {
	if n == 1 {
		return "it has too few calls, or so rare ones that what probes take in them is not known, or others did what it calls"
	}
	return "they have too few calls, or so rare ones that what probes take in them is not known, or others did what they call"
}

// muchElsewhere is the share of what is predicted for a service from which calls that were never
// executed inside it leave nothing to judge it by.
const muchElsewhere = 0.10

// elsewhere is which share of what is predicted for a service is of calls of other services
// that were executed inside it in no launch, and which these are: a stand-in of a test, another thread or
// code that is not in the model did what they do.
func elsewhere(s *run.ServicePrediction) (share float64, names []string) {
	seconds := 0.0
	for _, p := range s.Parts {
		if p.Call && p.Measured == 0 && p.Predicted > 0 {
			seconds += p.Predicted
			names = append(names, p.Name)
		}
	}
	if !(s.PredictedMean > 0) {
		return 0, nil
	}
	return min(1, seconds/s.PredictedMean), names
}
