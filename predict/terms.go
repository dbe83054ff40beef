package predict

import (
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

// Terms are what of a model may be changed to ask what would be.
type Terms struct {
	Scenarios int        // usage scenarios
	Users     int        // population of its first closed workload; 0: there is none
	Rate      float64    // arrivals a second of its first open one; 0: there is none
	Resources []Resource // with the number of their servers and their rates
}

// TermsOf reads the terms of a question's model.
func TermsOf(q Question) (*Terms, error) {
	in, _, err := instance.ReadWith(q.Content, q.Models...)
	if err != nil {
		return nil, err
	}
	if q.Service != "" {
		if err := q.asked(in); err != nil {
			return nil, err
		}
	}
	t := &Terms{Scenarios: len(in.Scenarios)}
	for _, s := range in.Scenarios {
		switch {
		case s.InterArrival == nil && t.Users == 0:
			t.Users = s.Population
		case s.InterArrival != nil && t.Rate == 0 && s.InterArrival.X != nil:
			if between, err := stoex.Mean(s.InterArrival.X, nil); err == nil && between > 0 {
				t.Rate = 1 / between
			}
		}
	}
	for _, c := range in.Containers {
		for _, r := range c.Resources {
			t.Resources = append(t.Resources, Resource{Container: c.Name, Resource: r.Name, Policy: r.Policy.String(), Replicas: r.Replicas})
		}
	}
	return t, nil
}

// Bottleneck is the resource that is used most, as far as that is known; nil: none is.
func (a *Answer) Bottleneck() *Resource {
	var most *Resource
	for i := range a.Resources {
		r := &a.Resources[i]
		if r.Policy == instance.Delay.String() || r.Busy() == 0 {
			continue
		}
		if most == nil || r.Busy() > most.Busy() {
			most = r
		}
	}
	return most
}

// Busy is the resource's utilisation, or what open workloads ask of it.
func (r *Resource) Busy() float64 {
	switch {
	case r.Utilisation != nil:
		return *r.Utilisation
	case r.Offered != nil:
		return *r.Offered
	}
	return 0
}
