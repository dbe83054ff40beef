package folder

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"beagle/internal/safe"
	"beagle/measure"
	"beagle/model"
)

const maxOrder = 64 << 20

func orderFile(dir string, launch int) string {
	return filepath.Join(dir, fmt.Sprintf("launch-%04d.order.json", launch))
}

// KeepOrder keeps what a launch was to measure: the sections that its events name
// by number. Launches differ in that, since some are passes of their own.
func KeepOrder(dir string, launch int, order measure.Order) error {
	data, err := json.Marshal(order)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(orderFile(dir, launch), data, 0o600)
}

// OrderOf is what a launch was to measure; false: nobody knows.
func OrderOf(dir string, launch int32) (order measure.Order, known bool) {
	data, err := safe.ReadFile(orderFile(dir, int(launch)), maxOrder)
	if err != nil {
		return order, false
	}
	return order, json.Unmarshal(data, &order) == nil
}

// Renumber is a function that has events name sections and services as an order numbers them, whatever their launch
// was to measure. It is false for what the order has not.
func Renumber(dir string, whole measure.Order) func(*measure.Event) bool {
	type section struct {
		kind   measure.SectionKind
		id     string
		code   model.Section
		branch int
	}
	key := func(s *measure.Section) section { return section{s.Kind, s.PCMID, s.Code, s.Branch} }
	// A SEFF with several implementations has an entry for each.
	type entry struct{ seff, of string }
	named := func(s *measure.Service) entry { return entry{s.SEFF, s.Code.Of} }
	sections, services := map[section]int32{}, map[entry]int32{}
	for i := range whole.Sections {
		sections[key(&whole.Sections[i])] = int32(i)
	}
	for i := range whole.Services {
		services[named(&whole.Services[i])] = int32(i)
	}
	orders := map[int32]*measure.Order{} // nil: that of the whole
	return func(e *measure.Event) bool {
		order, looked := orders[e.Launch]
		if !looked {
			if kept, known := OrderOf(dir, e.Launch); known {
				order = &kept
			}
			orders[e.Launch] = order
		}
		if order == nil {
			return true
		}
		to, known := int32(0), false
		switch e.Kind {
		case measure.ServiceEntered, measure.ServiceLeft:
			if e.Section >= 0 && int(e.Section) < len(order.Services) {
				to, known = services[named(&order.Services[e.Section])]
			}
		case measure.ParameterCaptured:
			return true // it belongs to what was named before
		default:
			if e.Section >= 0 && int(e.Section) < len(order.Sections) {
				to, known = sections[key(&order.Sections[e.Section])]
			}
		}
		e.Section = to
		return known
	}
}
