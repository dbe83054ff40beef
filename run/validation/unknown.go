package validation

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/statistics/robust"
)

// muchUnknown is the share of a service's time in demands that are not known from which how the service is predicted
// says nothing of what was learnt.
const muchUnknown = 0.05

const mostNamed = 4

// unknown is which share of a service's time is in actions of which no demand is known, its own and those of services
// that it calls.
func unknown(s *run.ServicePrediction) (share float64, most string) {
	if !(s.MeasuredMean > 0) {
		return 0, ""
	}
	largest := 0.0
	for _, p := range s.Parts {
		if p.Predicted == 0 && p.Measured > 0 {
			share += p.Measured / s.MeasuredMean
			if p.Measured > largest {
				largest, most = p.Measured, p.Name
			}
		}
	}
	return min(share, 1), most
}

func withoutDemands(v *run.Validation) string {
	var lacking []string
	var others []float64 // medians of their errors
	for i := range v.Services {
		s := &v.Services[i]
		if !s.Entry || s.Calls == 0 {
			continue
		}
		if share, _ := unknown(s); share < muchUnknown {
			others = append(others, s.Error.Median)
		} else if !slices.Contains(lacking, s.Service) {
			lacking = append(lacking, s.Service)
		}
	}
	if len(lacking) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s demands that are not known, or not well enough to be written, and that count as 0: they are predicted too low, whatever was learnt of the rest (%s", quantity.Plural(len(lacking), "service that is entered holds", "services that are entered hold"), strings.Join(lacking[:min(len(lacking), mostNamed)], ", "))
	if more := len(lacking) - mostNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	text += ")"
	if len(others) > 0 {
		text += fmt.Sprintf("; of %s half are predicted within %s or better", quantity.Plural(len(others), "other one", "others"), quantity.Percent(robust.Median(others)))
	}
	return text
}
