package recorded

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
	"beagle/traces/kieker"
)

type kind func(*collector, *kieker.Record)

// kindOf goes by the simple name and the fields.
func kindOf(s *kieker.Schema) kind {
	at := func(names ...string) (found []int) {
		for _, name := range names {
			i := s.Index(name)
			if i < 0 {
				return nil
			}
			found = append(found, i)
		}
		return found
	}
	switch s.ShortName() {
	case "LoopRecord":
		if f := at("serviceExecutionId", "loopId", "loopIterationCount"); f != nil {
			return func(c *collector, r *kieker.Record) {
				c.each(r.String(f[1]), model.Loop, r.String(f[0]), model.NumberValue(r.Number(f[2])))
			}
		}
	case "BranchRecord":
		if f := at("serviceExecutionId", "executedBranchId"); f != nil {
			branch := s.Index("branchId")
			return func(c *collector, r *kieker.Record) {
				own := ""
				if branch >= 0 {
					own = r.String(branch)
				}
				c.branch(r.String(f[0]), own, r.String(f[1]))
			}
		}
	case "ResponseTimeRecord":
		if f := at("serviceExecutionId", "internalActionId", "resourceId", "startTime", "stopTime"); f != nil {
			return func(c *collector, r *kieker.Record) {
				seconds := float64(max(0, r.Long(f[4])-r.Long(f[3]))) / 1e9
				c.elapsed(r.String(f[1]), r.String(f[2]), r.String(f[0]), model.NumberValue(seconds))
			}
		}
	case "ServiceCallRecord":
		if f := at("serviceExecutionId", "parameters", "callerServiceExecutionId"); f != nil {
			external := s.Index("externalCallId")
			if external < 0 {
				external = s.Index("callerId")
			}
			service := s.Index("serviceId")
			return func(c *collector, r *kieker.Record) {
				inputs, seff := parameters(r.String(f[1])), ""
				if service >= 0 {
					seff = r.String(service)
				}
				c.mu.Lock()
				defer c.mu.Unlock()
				if external >= 0 {
					c.arguments(r.String(f[2]), r.String(external), inputs)
				}
				c.called(r.String(f[0]), seff, inputs)
			}
		}
	}
	return nil
}

// each gives a value to the elements of a kind that have the PCM id, once the service's parameters are known.
func (c *collector) each(pcmID string, of model.Kind, execution string, value model.Value) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, i := range c.byPCM[pcmID] {
		if c.elements[i].Kind == of {
			c.wait(execution, i, value)
		}
	}
}

func (c *collector) elapsed(pcmID, resource, execution string, seconds model.Value) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, i := range c.byPCM[pcmID] {
		e := &c.elements[i]
		if e.Kind == model.InternalAction && (resource == "" || len(c.byPCM[pcmID]) == 1 || resource == e.Resource.Name || strings.HasSuffix(e.Resource.Href, "#"+resource)) {
			c.wait(execution, i, seconds)
			c.wallTime(i)
		}
	}
}

func (c *collector) arguments(caller, external string, values []blackboard.Assignment) {
	for _, i := range c.external(external) {
		for _, v := range values {
			if v.Variable == c.elements[i].Argument {
				c.wait(caller, i, v.Value)
			}
		}
	}
}

// maxCallIDs bounds the texts that external calls are remembered by.
const maxCallIDs = 1 << 16

// external are the arguments of the external call that a text names.
func (c *collector) external(text string) []int {
	if known, ok := c.callIDs[text]; ok {
		return known
	}
	best := ""
	for id, elements := range c.byPCM {
		if len(id) > len(best) && (strings.HasPrefix(text, id) || strings.HasSuffix(text, id)) && c.elements[elements[0]].Kind == model.CallParameter {
			best = id
		}
	}
	var found []int
	for _, i := range c.byPCM[best] {
		if c.elements[i].Kind == model.CallParameter {
			found = append(found, i)
		}
	}
	if len(c.callIDs) < maxCallIDs {
		c.callIDs[text] = found
	}
	return found
}

const maxParameters = 1 << 16

// parameters reads what looks like a JSON object but has a comma too many:
// {"n_VALUE":3.0,"files_NUMBER_OF_ELEMENTS":7,}.
func parameters(text string) []blackboard.Assignment {
	if len(text) > maxParameters {
		return nil
	}
	var all []blackboard.Assignment
	rest := strings.TrimSpace(text)
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, "{"), "}")
	for rest != "" {
		key, after, ok := quoted(rest)
		if !ok {
			return all
		}
		after, ok = strings.CutPrefix(strings.TrimLeft(after, " "), ":")
		if !ok {
			return all
		}
		var value model.Value
		value, rest = one(strings.TrimLeft(after, " "))
		rest = strings.TrimLeft(rest, ", ")
		if v, ok := variable(key); ok && value.Kind != model.None {
			all = append(all, blackboard.Assignment{Variable: v, Value: value})
		}
	}
	return all
}

func quoted(text string) (inside, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", "", false
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			inside, err := strconv.Unquote(text[:i+1])
			return inside, text[i+1:], err == nil
		}
	}
	return "", "", false
}

func one(text string) (model.Value, string) {
	if inside, rest, ok := quoted(text); ok {
		return model.TextValue(inside), rest
	}
	end := strings.IndexByte(text, ',')
	if end < 0 {
		end = len(text)
	}
	word, rest := strings.TrimSpace(text[:end]), text[end:]
	if b, err := strconv.ParseBool(word); err == nil && len(word) > 1 {
		return model.BoolValue(b), rest
	}
	if x, err := strconv.ParseFloat(word, 64); err == nil {
		return model.NumberValue(x), rest
	}
	return model.Value{}, rest
}

func variable(key string) (model.Variable, bool) {
	for _, char := range []model.Characterisation{model.NumberOfElements, model.ByteSize, model.ValueOf, model.TypeOf, model.Structure} {
		for _, mark := range []string{"_", "."} {
			if name, ok := strings.CutSuffix(key, mark+char.String()); ok && name != "" {
				return model.Variable{Name: name, Char: char}, true
			}
		}
	}
	return model.Variable{}, false
}

// Kieker's records and those of CIPM have one clock, the wall's.

func (c *collector) wallTime(element int) {
	if measure.TimeOf(c.elements[element].Resource) == measure.Processing {
		c.wall[element] = true
	}
}

// endWall warns of demands that are wall times, which logs without CPU times leave no choice about.
func (c *collector) endWall() {
	if len(c.wall) == 0 {
		return
	}
	c.warn("recorded-wall", fmt.Sprintf("the CPU demands of %s are wall times, because the logs have no CPU time: waiting counts as work", quantity.Plural(len(c.wall), "element", "elements")),
		"where threads wait, measure: beagle run without logs tells CPU time and DELAY apart")
	for _, i := range slices.Sorted(maps.Keys(c.wall)) {
		e := &c.elements[i]
		delay := slices.IndexFunc(c.elements, func(o model.Element) bool {
			return o.PCMID == e.PCMID && o.Kind == e.Kind && measure.TimeOf(o.Resource) == measure.Waiting
		})
		if delay >= 0 && c.learnt.Seen[c.elements[delay].ID] == 0 {
			c.learnt.Problems = append(c.learnt.Problems, model.Problem{
				Severity: model.Warning, Rule: "recorded-delay", Element: c.elements[delay].ID, Name: e.Name,
				Message: "the action's CPU demand takes its whole wall time, with the DELAY, of which nothing is learnt on its own: write one of them, not both",
				Hint:    "measure it: beagle run without logs tells CPU time and DELAY apart",
			})
		}
	}
}
