package parser

import (
	"maps"
	"slices"

	"beagle/model"
)

// Memory is what a parser knows from earlier launches, so that another one can go on where it stood: an analysis that
// is taken up again must read the next launch as it would have been read.
type Memory struct {
	Ran   []int   `json:"ran,omitempty"`   // services that were entered in any launch, by the first entry of their SEFF
	Rules []Ruled `json:"rules,omitempty"` // parameters of which something is decided
}

// Ruled is what is decided of the values of one parameter of a service.
type Ruled struct {
	Service   int                     `json:"service"`
	Parameter int                     `json:"parameter"`
	Levels    []string                `json:"levels,omitempty"` // its texts so far
	Muted     bool                    `json:"muted,omitempty"`  // it has too many texts
	Drop      *model.Characterisation `json:"drop,omitempty"`   // which of size and length is not kept; nil: it is not decided
}

// Memory is what the parser knows by now.
func (p *Parser) Memory() (m Memory) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for service, ran := range p.ran {
		if ran {
			m.Ran = append(m.Ran, service)
		}
	}
	for service := range p.parameters {
		for i, r := range p.parameters[service].rules {
			known := Ruled{Service: service, Parameter: i, Levels: slices.Sorted(maps.Keys(r.levels)), Muted: r.muted}
			if r.decided {
				known.Drop = &r.drop
			}
			if r.decided || r.muted || len(r.levels) > 0 {
				m.Rules = append(m.Rules, known)
			}
		}
	}
	return m
}

// Recall has the parser know what another one of the same order knew, and nothing else.
func (p *Parser) Recall(m Memory) {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.ran)
	for _, service := range m.Ran {
		if service >= 0 && service < len(p.ran) {
			p.ran[service] = true
		}
	}
	for i := range p.parameters {
		p.parameters[i] = newParameters(p.parameters[i].inputs)
	}
	for _, known := range m.Rules {
		if known.Service < 0 || known.Service >= len(p.parameters) || known.Parameter < 0 || known.Parameter >= len(p.parameters[known.Service].rules) {
			continue
		}
		r := &p.parameters[known.Service].rules[known.Parameter]
		r.muted = known.Muted
		for _, text := range known.Levels {
			r.few(text)
		}
		if known.Drop != nil {
			r.decided, r.drop = true, *known.Drop
		}
	}
}
