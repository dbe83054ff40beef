package predict

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/pcm/instance"
)

const mostNamed = 4

// unknown says which work the answer leaves out: an internal action whose demands are 0, as extraction writes them
// and learning leaves them that finds nothing good enough, does something, but nobody knows what it takes.
func (a *Answer) unknown(in *instance.Instance) {
	none, all := 0, 0
	var services []string
	for _, s := range in.Reached {
		before := none
		for _, action := range internals(s.Body) {
			if len(action.Demands) == 0 {
				continue
			}
			all++
			if !slices.ContainsFunc(action.Demands, func(d instance.Demand) bool { return !isZero(d.Amount.Text) }) {
				none++
			}
		}
		if name := s.Assembly.Component + "." + s.Signature; none > before && !slices.Contains(services, name) {
			services = append(services, name)
		}
	}
	if none == 0 && all > 0 {
		return
	}
	for i := range a.Scenarios {
		s := &a.Scenarios[i]
		s.Unknown = s.Mean != nil && *s.Mean == 0
		for k := range s.Calls {
			s.Calls[k].Unknown = s.Calls[k].Mean != nil && *s.Calls[k].Mean == 0
		}
	}
	if none == all {
		return
	}
	a.Problems = append(a.Problems, model.Problem{
		Severity: model.Warning, Rule: "unknown-demand", File: in.Files[0],
		Message: fmt.Sprintf("%d of %s have a demand of 0, so all times here leave out what they take: %s", none, quantity.Plural(all, "internal action", "internal actions"), strings.Join(quantity.Some(services, mostNamed), ", ")),
		Hint:    "extraction writes 0, and learning leaves it where it finds nothing good enough: measure them longer or with other launches, or accept what was learnt of them in beagle review",
	})
}

func isZero(text string) bool { return strings.Trim(strings.TrimSpace(text), "0.") == "" }

func internals(b *instance.Behaviour) (all []*instance.Internal) {
	if b == nil {
		return nil
	}
	for _, action := range b.Actions {
		switch action := action.(type) {
		case *instance.Internal:
			all = append(all, action)
		case *instance.Loop:
			all = append(all, internals(action.Body)...)
		case *instance.Iterator:
			all = append(all, internals(action.Body)...)
		case *instance.Branch:
			for _, t := range action.Transitions {
				all = append(all, internals(t.Body)...)
			}
		case *instance.Fork:
			for _, body := range slices.Concat(action.Synchronous, action.Asynchronous) {
				all = append(all, internals(body)...)
			}
		}
	}
	return all
}
