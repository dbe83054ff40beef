package run

import "beagle/model"

// ServiceTotal is what the demands of one service on one resource took in launches
// that did not teach, modelled and measured, in seconds.
type ServiceTotal struct {
	Component string       `json:"component"`          // entityName of the component
	Service   string       `json:"service"`            // name of the described signature
	Resource  string       `json:"resource,omitempty"` // what is demanded, e.g. CPU
	Elements  int          `json:"elements"`           // demands that were predicted
	Modelled  float64      `json:"modelled"`           // seconds that the expressions say in all
	Measured  float64      `json:"measured"`           // seconds that were measured in all
	Total     model.Figure `json:"total"`              // by how much the modelled one is beside the measured one, relative
}

// ServiceTotals are those of all services whose demands were predicted.
func ServiceTotals(elements []ElementState) (all []ServiceTotal) {
	type key struct{ seff, resource string }
	at := map[key]int{}
	for i := range elements {
		e := &elements[i]
		if e.Kind != model.InternalAction || e.HeldOut == nil {
			continue
		}
		k := key{e.SEFF, e.Resource.Name}
		place, known := at[k]
		if !known {
			place = len(all)
			at[k] = place
			all = append(all, ServiceTotal{Component: e.Component, Service: e.Service, Resource: e.Resource.Name})
		}
		s := &all[place]
		s.Elements++
		s.Modelled, s.Measured = s.Modelled+e.HeldOut.Modelled, s.Measured+e.HeldOut.Measured
		s.Total = model.Figure(s.Modelled/s.Measured - 1)
	}
	return all
}
