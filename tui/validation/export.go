package validation

import (
	"strconv"

	"beagle/run"
)

// columns are those of the exported table; times are in seconds, shares of one.
var columns = []string{"service", "calls", "measured mean", "predicted mean", "error", "p90 of the error", "mean off", "verdict", "why not predicted"}

// rows are the services as they are exported.
func rows(v *run.Validation) (all [][]string) {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	for i := range v.Services {
		f := &v.Services[i]
		if f.Calls == 0 {
			all = append(all, []string{f.Service, "0", "", "", "", "", "", "", f.Why})
			continue
		}
		verdict := "off"
		if f.Good() {
			verdict = "good"
		}
		all = append(all, []string{
			f.Service, strconv.FormatInt(f.Calls, 10), number(f.MeasuredMean), number(f.PredictedMean),
			number(f.Error.Median), number(f.Error.P90), number(f.Bias.Value), verdict, "",
		})
	}
	return all
}
