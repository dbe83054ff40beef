package recorded

import (
	"slices"
	"strconv"
	"strings"

	"beagle/blackboard"
	"beagle/model"
	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// entered is an entry of an operation with what was passed to it.
type entered struct {
	signature, class string
	time             int64 // in the source's unit
	names, values    []string
	named            bool // names are those of parameters; their order means nothing
}

type traceKey struct {
	source string
	id     int64
}

func entryKind(s *kieker.Schema) func(c *collector, source string, r *kieker.Record) {
	names, values := s.Index("parameters"), s.Index("values")
	time, trace := s.Index("timestamp"), s.Index("traceId")
	signature, class := s.Index("operationSignature"), s.Index("classSignature")
	if min(names, values, time, trace, signature, class) < 0 ||
		s.Fields[names].Type != kieker.String|kieker.Array || s.Fields[values].Type != kieker.String|kieker.Array {
		return nil
	}
	named := s.ShortName() == "ExecutionInputs" // of a span, whose attributes have no order
	return func(c *collector, source string, r *kieker.Record) {
		c.enter(traceKey{source, r.Long(trace)}, entered{
			signature: r.String(signature), class: r.String(class), time: r.Long(time),
			names: r.Strings(names, nil), values: r.Strings(values, nil), named: named,
		})
	}
}

const maxEntries = 1000

func (c *collector) enter(trace traceKey, e entered) {
	size := 0
	for _, value := range e.values {
		size += len(value)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, known := c.entries.Get(trace)
	if size > maxParameters || len(kept) >= maxEntries {
		return
	}
	if !known && c.entries.Len() >= maxOpenCalls {
		c.entries.TakeOldest()
	}
	c.entries.Set(trace, append(kept, e))
}

func (c *collector) passed(all []entered, e *classes.Execution, o classes.Operation, element *model.Element) []blackboard.Assignment {
	at := slices.IndexFunc(all, func(one entered) bool {
		return one.signature == o.Signature && one.class == o.Component &&
			(one.time == e.In || one.time*1e3 == e.In || one.time*1e6 == e.In || one.time*1e9 == e.In)
	})
	if at < 0 {
		return nil
	}
	var inputs []blackboard.Assignment
	for i, text := range all[at].values {
		name, input := "", model.Input{}
		if i < len(all[at].names) {
			name = all[at].names[i]
		}
		// As with probes, parameters of the model are matched by position.
		known := slices.IndexFunc(element.Inputs, func(in model.Input) bool {
			if all[at].named {
				return in.Name == parameterOf(name)
			}
			return in.Index == i
		})
		if known >= 0 {
			input = element.Inputs[known]
		} else if all[at].named {
			continue
		}
		inputs = append(inputs, characterised(name, input, text)...)
	}
	return inputs
}

func parameterOf(name string) string {
	if v, ok := variable(name); ok {
		return v.Name
	}
	return name
}

// characterised is what the text of a parameter tells of it.
func characterised(name string, input model.Input, text string) []blackboard.Assignment {
	value, _ := one(strings.TrimSpace(text))
	if v, ok := variable(name); ok {
		if value.Kind == model.None {
			value = model.TextValue(text)
		}
		return []blackboard.Assignment{{Variable: v, Value: value}}
	}
	if input.Name != "" {
		name = input.Name
	}
	if name == "" {
		return nil
	}
	if input.Type == "STRING" || value.Kind == model.None || strconv.Quote(text) == text {
		assigned := []blackboard.Assignment{{Variable: model.Variable{Name: name, Char: model.ValueOf}, Value: model.TextValue(text)}}
		if input.Type == "STRING" {
			assigned = append(assigned, blackboard.Assignment{Variable: model.Variable{Name: name, Char: model.ByteSize}, Value: model.NumberValue(float64(len(text)))})
		}
		return assigned
	}
	return []blackboard.Assignment{{Variable: model.Variable{Name: name, Char: model.ValueOf}, Value: value}}
}
