package extension

import (
	"fmt"

	"beagle/measure"
)

// sequence follows the executions of services on each thread of a file.
type sequence struct {
	open map[int64][]int32 // services by thread, the innermost last

	misplaced int64
	first     string // why, of the first one
}

const (
	maxThreads = 1 << 16
	maxOpen    = 1 << 16 // of a thread
)

func (s *sequence) allows(e *measure.Event, order *measure.Order) bool {
	why := s.follow(e, order)
	if why == "" {
		return true
	}
	if s.misplaced++; s.first == "" {
		s.first = why
	}
	return false
}

// follow checks that an event fits what is open in its thread, and says in words what does not; empty: it does.
func (s *sequence) follow(e *measure.Event, order *measure.Order) string {
	open := s.open[e.Thread]
	service := e.Section
	switch e.Kind {
	case measure.ServiceEntered:
		if len(open) >= maxOpen || len(s.open) >= maxThreads {
			return "too many services are open at a time"
		}
		if s.open == nil {
			s.open = map[int64][]int32{}
		}
		s.open[e.Thread] = append(open, service)
		return ""
	case measure.ParameterCaptured:
		if len(open) == 0 {
			return "a value is captured outside of every service"
		}
		return ""
	case measure.ServiceLeft:
	default:
		service = int32(order.Sections[e.Section].Service)
	}
	for at := len(open) - 1; at >= 0; at-- {
		if open[at] != service {
			continue
		}
		switch {
		case e.Kind != measure.ServiceLeft:
		case at == 0:
			delete(s.open, e.Thread)
		default:
			s.open[e.Thread] = open[:at]
		}
		return ""
	}
	name := ""
	if int(service) >= 0 && int(service) < len(order.Services) {
		name = order.Services[service].Name
	}
	if e.Kind == measure.ServiceLeft {
		return fmt.Sprintf("service %d (%s) is left, which was not entered", service, name)
	}
	return fmt.Sprintf("section %d happens outside of its service %d (%s)", e.Section, service, name)
}
