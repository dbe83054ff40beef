package run

import (
	"fmt"
	"math"
	"strings"

	"beagle/internal/quantity"
)

// Mean is how measured totals relate to an expression that was found by typical
// observations. What is proposed for the model has the measured totals.
type Mean struct {
	Ratio        float64      `json:"ratio"`             // measured total by what the typical observation says
	Low          float64      `json:"low"`               // its interval of 90 %
	High         float64      `json:"high"`              //
	Calibrated   bool         `json:"calibrated"`        // what is proposed was set to the measured totals
	Varies       bool         `json:"varies,omitempty"`  // the ratio depends on the size: the mean has another form than the median
	Settled      bool         `json:"settled,omitempty"` // only the second half of each launch counts: the first was slower, and ...
	Early        float64      `json:"early,omitempty"`   // ... how many times as long it took
	Observations int          `json:"observations"`      // that count
	Largest      float64      `json:"largest"`           // share of the measured total that one observation holds
	Regions      []MeanRegion `json:"regions,omitempty"` // the same by size of what is said
}

// MeanRegion is the ratio where the expression says so much.
type MeanRegion struct {
	From  float64 `json:"from"`  // lower end of the modelled values in it, in the element's unit
	To    float64 `json:"to"`    // upper end of the modelled values in it
	Ratio float64 `json:"ratio"` // measured by modelled total; 1: they agree
	Low   float64 `json:"low"`   // lower end of the ratio's 90 % interval
	High  float64 `json:"high"`  // upper end of the ratio's 90 % interval
}

// Words says for people what the totals have to do with the expression; empty: nothing that matters.
func (m *Mean) Words() string {
	if m == nil {
		return ""
	}
	times := fmt.Sprintf("%.2f times (%.2f to %.2f)", m.Ratio, m.Low, m.High)
	said := ""
	switch {
	case m.Calibrated && math.Abs(m.Ratio-1) < 0.05: // a level that nobody has to look at
	case m.Calibrated && m.Varies:
		said = "the mean is " + times + " what is typical, more at some sizes than at others; the numbers are of the mean"
	case m.Calibrated:
		said = "the mean is " + times + " what is typical; the numbers are of the mean"
	case m.Largest > 0.1 && m.High > 1.25:
		said = fmt.Sprintf("one observation holds %s of the total: whether that happens again, more measurements must tell; the mean is %s what is typical", quantity.Percent(m.Largest), times)
	case m.High > 1.5:
		said = "the mean is badly known: " + times + " what is typical; measure more"
	}
	if m.Settled {
		late := fmt.Sprintf("the first half of each launch took %.2f times as long as the second and does not count", m.Early)
		said = strings.TrimPrefix(said+"; "+late, "; ")
	}
	return said
}
