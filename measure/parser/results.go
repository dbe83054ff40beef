package parser

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
)

// Result is what was observed of one element since the last results.
type Result struct {
	Element      model.ElementID          // that was measured
	Observations []blackboard.Observation // their weights say for how many each stands
	Missed       int64                    // observations for which none stands, because there were too many
}

// Samples is how often each element was observed since the last results; parallel to the elements of New.
func (p *Parser) Samples() []int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	samples := make([]int64, len(p.collectors))
	for i := range p.collectors {
		if !p.anothersCode(i) {
			samples[i] = p.collectors[i].seen
		}
	}
	return samples
}

// anothersCode reports whether what was observed of an element is none of its.
func (p *Parser) anothersCode(element int) bool {
	s := p.services[element]
	return s >= 0 && int(s) < len(p.ran) && !p.ran[s] && slices.Contains(p.ran, true)
}

// Results takes out what was observed since it was last called, in the order of observation.
func (p *Parser) Results() []Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	var results []Result
	for i := range p.collectors {
		c := &p.collectors[i]
		if c.seen == 0 {
			continue
		}
		if p.anothersCode(i) {
			p.misfits.unentered += c.seen
			c.take(p.launch)
			continue
		}
		observations, missed := c.take(p.launch)
		results = append(results, Result{p.elements[i], admitted(observations, p.parameters), int64(math.Round(missed))})
	}
	return results
}

// Discard forgets what was observed since the last results.
func (p *Parser) Discard() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.collectors {
		p.collectors[i] = newCollector(p.collectors[i].noisy)
	}
	for i := range p.sections {
		p.sections[i].tally = tally{}
	}
	clear(p.threads)
	p.misfits.reset()
}

// Problems says what events did not fit since it was last called.
func (p *Parser) Problems() []model.Problem {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.misfits.take(p.order.Services)
}

type misfits struct {
	outside   map[int32]int64 // observations outside of their service, by it
	unentered int64           // observations of services that never ran, while others did
	dropped   int64           // events of threads or depths beyond the bounds
}

func (m *misfits) reset() {
	clear(m.outside)
	m.dropped, m.unentered = 0, 0
}

func (m *misfits) take(services []measure.Service) (problems []model.Problem) {
	for _, service := range slices.Sorted(maps.Keys(m.outside)) {
		name := "a service"
		if service >= 0 && int(service) < len(services) {
			name = services[service].Name
		}
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "outside-service",
			Message: fmt.Sprintf("%s: %d executions ran outside of its calls (other threads or a stored lambda), so its inputs do not explain them", name, m.outside[service]),
			Hint:    fmt.Sprintf("model the part of %s that others execute as a service of its own", name),
		})
	}
	if m.dropped > 0 {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "bounds",
			Message: fmt.Sprintf("%d events were left out: more than %d threads, or more than %d services deep", m.dropped, maxThreads, maxDepth),
		})
	}
	if m.unentered > 0 {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "service-never-ran",
			Message: fmt.Sprintf("%d observations were left out: their elements ran, but never inside the service that the model has them in", m.unentered),
			Hint:    "launch a program that enters the service, or divide the program into smaller components",
		})
	}
	m.reset()
	return problems
}
