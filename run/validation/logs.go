package validation

import (
	"context"

	"beagle/measure/kieker"
	"beagle/measure/kieker/irl"
	"beagle/measure/kieker/recorded"
	"beagle/model"
	"beagle/model/prediction"
)

// logged reads the executions of an analysis of recorded logs, which keeps none of
// its own, from the logs once more. Each log counts as a launch.
func (v *validator) logged(ctx context.Context, to func(*execution)) error {
	schemas := kieker.NewSchemas()
	if err := irl.Add(schemas, v.Config.Measure.RecordTypes...); err != nil {
		return err
	}
	fractional := map[string]map[string]bool{} // parameters by SEFF
	for _, e := range v.Board.Elements() {
		for _, in := range e.Inputs {
			if fractional[e.SEFF] == nil {
				fractional[e.SEFF] = map[string]bool{}
			}
			fractional[e.SEFF][in.Name] = in.Type == "DOUBLE"
		}
	}
	seen := map[seffLaunch]int64{}
	return recorded.Executions(ctx, v.Config.Measure.Logs, schemas, func(r recorded.Execution) {
		parameters, known := fractional[r.SEFF]
		if !known || r.Seconds <= 0 {
			return
		}
		e := &execution{seff: r.SEFF, launch: int32(r.Log), weight: 1, entry: r.Entry, clock: r.Seconds, took: r.Seconds}
		for _, in := range r.Inputs {
			e.inputs = append(e.inputs, prediction.Input{Variable: in.Variable, Value: in.Value, Whole: in.Value.Kind == model.Number && !parameters[in.Variable.Name]})
		}
		add := func(parts map[string]float64, call bool) {
			for id, seconds := range parts {
				e.parts = append(e.parts, measuredPart{id, call, seconds})
				e.covered += seconds
			}
		}
		add(r.Actions, false)
		add(r.Calls, true)
		k := seffLaunch{e.seff, e.launch}
		e.seq = seen[k]
		seen[k]++
		to(e)
	})
}
