package validation

import (
	"path"
	"strings"

	"beagle/model"
)

// namesOf are the names of actions and services by their ids. A service is Component.service; where a component has
// several of one name, as of overloaded methods, its parameters and its class tell them apart.
func namesOf(elements []model.Element) map[string]string {
	names, seffs := map[string]string{}, map[string]map[string]bool{}
	for i := range elements {
		e := &elements[i]
		name := e.Component + "." + e.Service
		if seffs[name] == nil {
			seffs[name] = map[string]bool{}
		}
		seffs[name][e.SEFF] = true
	}
	for i := range elements {
		e := &elements[i]
		name := e.Component + "." + e.Service
		if len(seffs[name]) > 1 {
			name += apart(e)
		}
		names[e.PCMID], names[e.SEFF] = e.Name, name
	}
	return names
}

func apart(e *model.Element) (said string) {
	var parameters []string
	for _, in := range e.Inputs {
		parameters = append(parameters, in.Name)
	}
	said = "(" + strings.Join(parameters, ", ") + ")"
	if len(e.Sections) > 0 {
		said += " of " + strings.TrimPrefix(path.Ext(e.Sections[0].Unit), ".")
	}
	return said
}
