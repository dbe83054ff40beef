package predict

import (
	"strings"

	"beagle/pcm/instance"
	"beagle/predict/simulation"
)

func where(p *simulation.Program, r simulation.Result) []Where {
	runs := 0.0
	for _, s := range r.Scenarios {
		runs += float64(s.N)
	}
	if runs == 0 || len(r.Profile) == 0 {
		return nil
	}
	list := make([]Where, len(r.Profile))
	for i, s := range r.Profile {
		list[i] = Where{Name: "all", Kind: "call", Parent: int(s.Parent), PerRun: float64(s.N) / runs, Seconds: s.Time / runs}
		if s.Op >= 0 {
			list[i].Name, list[i].ID, list[i].Kind = name(p, &p.Code[s.Op])
		}
	}
	for i := len(list) - 1; i > 0; i-- { // children stand behind their parents
		list[list[i].Parent].Seconds += list[i].Seconds
	}
	for i := range list {
		if list[0].Seconds > 0 {
			list[i].Share = list[i].Seconds / list[0].Seconds
		}
	}
	return list
}

func name(p *simulation.Program, op *simulation.Op) (name, id, kind string) {
	at := op.Action.At()
	switch op.Kind {
	case simulation.Call:
		return op.Action.(*instance.Call).Service.Name, at.ID, "call"
	case simulation.Demand:
		return at.Name, at.ID, strings.ToLower(p.Resources[op.To].Name)
	case simulation.Acquire:
		return at.Name, at.ID, "wait"
	default:
		return at.Name, at.ID, "fork"
	}
}
