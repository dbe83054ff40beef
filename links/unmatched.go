package links

import (
	"beagle/model"
	"beagle/model/adapter"
)

// Unmatched is what was not found in the source, and why.
type Unmatched struct {
	Element    string   `json:"element"`              // key of the link that it lacks
	Kind       string   `json:"kind"`                 // as Entry's
	Name       string   `json:"name"`                 // entityName of the element
	Service    string   `json:"service"`              // component and signature
	Reason     string   `json:"reason"`               // why nothing was found for it
	Candidates []string `json:"candidates,omitempty"` // methods that it may be

	// Whole: the service was not found, and with it none of its elements.
	Whole bool `json:"whole_service,omitempty"`
}

// Folded reports whether it need not be told to a person: of a service that was not found, only the service is.
func (u *Unmatched) Folded() bool { return u.Whole && u.Kind != "service" }

// unmatched lists, in the order of the model, the services and elements that are not known.
func unmatched(r adapter.Model, known map[string]bool, why map[string]Unmatched) (list []Unmatched) {
	describe := describer(r)
	elements := map[string][]model.Element{}
	for _, e := range r.Elements() {
		elements[e.SEFF] = append(elements[e.SEFF], e)
	}
	seen := map[string]bool{}
	for _, s := range r.Services() {
		service := s.Component + "." + s.Name
		whole := !known[s.SEFF]
		add := func(key, otherwise string) {
			if key == "" || known[key] || seen[key] {
				return
			}
			seen[key] = true
			u := why[key]
			u.Element, u.Service, u.Whole = key, service, whole
			if u.Kind, u.Name = describe(key); u.Reason == "" {
				u.Reason = otherwise
			}
			list = append(list, u)
		}
		anyFound := false
		for _, e := range elements[s.SEFF] {
			for _, key := range keys(&e) {
				anyFound = anyFound || known[key]
			}
		}
		if !anyFound {
			add(s.SEFF, "no method was found for it")
		} else {
			whole = false
		}
		for _, e := range elements[s.SEFF] {
			missing := keys(&e)
			kept := missing[:0]
			for _, key := range missing {
				if !known[key] {
					kept = append(kept, key)
				}
			}
			if e.Kind == model.Branch && len(kept) == 1 && len(e.Branches) > 1 {
				continue
			}
			for _, key := range kept {
				add(key, "its service was not found")
			}
		}
	}
	return list
}

func keys(e *model.Element) (list []string) {
	switch e.Kind {
	case model.Branch:
		for _, o := range e.Branches {
			list = append(list, o.Behaviour)
		}
	case model.Loop:
		list = append(list, e.Body)
	default:
		list = append(list, e.PCMID)
	}
	return list
}
