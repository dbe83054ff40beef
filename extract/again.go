package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/pcm"
)

// Changes are what an extraction found otherwise than the one before.
type Changes struct {
	Same    int      `json:"same"`         // actions whose code is as it was
	Kept    int      `json:"kept"`         // values of theirs that the model had, and has again
	Changed []Change `json:"changed"`      // actions whose code, or code before them in the service, is another one
	Added   []Change `json:"added"`        // actions that the last extraction did not find
	Removed []Change `json:"removed"`      // actions that are not there any more
	Moved   []Change `json:"moved"`        // the same code in another place
	Backup  string   `json:"backup"`       // the model as it was; empty: it is the same
	Foreign []string `json:"by_hand_gone"` // ids of elements that the last extraction did not make, and that the new model lacks
	Unfit   []Change `json:"values_unfit"` // moved, but their values mean nothing in the new place
}

// Any reports whether anything is otherwise.
func (c *Changes) Any() bool { return len(c.Changed)+len(c.Added)+len(c.Removed)+len(c.Moved) > 0 }

// Change is an action that is otherwise than before.
type Change struct {
	Step
	Was *Step `json:"was,omitempty"` // of a moved one
}

// changes pairs the actions of the last extraction with those of this one: by id and code, then by code alone, then
// by id alone. same leads from ids to the old ids of actions that have kept their code.
func (was *record) changes(now []Step) (c *Changes, same map[string]string) {
	c, same = &Changes{}, map[string]string{}
	old := map[string]*Step{}
	for i := range was.Steps {
		old[was.Steps[i].ID] = &was.Steps[i]
	}
	var others []Step
	for _, s := range now {
		if o := old[s.ID]; o != nil && o.Code == s.Code && o.Kind == s.Kind {
			same[s.ID] = s.ID
			delete(old, s.ID)
		} else {
			others = append(others, s)
		}
	}
	byCode := map[string][]*Step{}
	for i := range was.Steps {
		if s := &was.Steps[i]; old[s.ID] != nil {
			byCode[s.Kind+s.Code] = append(byCode[s.Kind+s.Code], s)
		}
	}
	c.Same = len(same)
	var rest []Step
	for _, s := range others {
		if from := byCode[s.Kind+s.Code]; len(from) > 0 {
			same[s.ID], byCode[s.Kind+s.Code] = from[0].ID, from[1:]
			delete(old, from[0].ID)
			c.Moved = append(c.Moved, Change{s, from[0]})
		} else {
			rest = append(rest, s)
		}
	}
	for _, s := range rest {
		if old[s.ID] != nil {
			c.Changed = append(c.Changed, Change{Step: s})
			delete(old, s.ID)
		} else {
			c.Added = append(c.Added, Change{Step: s})
		}
	}
	for _, s := range was.Steps {
		if old[s.ID] != nil {
			c.Removed = append(c.Removed, Change{Step: s})
		}
	}
	return c, same
}

// keep puts the values of an old model into a new one, for actions whose code is as it was.
func (c *Changes) keep(old, fresh *pcm.Repository, was *record, same map[string]string) ([]byte, error) {
	given := map[string]string{}
	for _, s := range was.Steps {
		given[s.ID] = s.Given
	}
	values := map[valueKey]model.Element{}
	for _, e := range old.Elements() {
		if g := given[e.PCMID]; g == "" || g != valueText(e) {
			values[keyOf(e, e.PCMID)] = e
		}
	}
	var changes []adapter.Change
	for _, e := range fresh.Elements() {
		was, known := values[keyOf(e, same[e.PCMID])]
		change, differs := valueOf(e, was)
		if !known || !differs {
			continue
		}
		if same[e.PCMID] != e.PCMID && len(fresh.CheckChange(change)) > 0 {
			if i := slices.IndexFunc(c.Moved, func(m Change) bool { return m.ID == e.PCMID }); i >= 0 {
				c.Unfit = append(c.Unfit, c.Moved[i])
			}
			continue
		}
		changes = append(changes, change)
	}
	c.Kept = len(changes)
	data, _, err := fresh.Calibrate(changes)
	return data, err
}

// valueText is the value of a loop or a branch in the words of Step.Given.
func valueText(e model.Element) string {
	if e.Kind != model.Branch {
		return e.Old
	}
	shares := make([]string, len(e.Branches))
	for i, b := range e.Branches {
		if b.Guarded {
			return "" // an extraction gives no guards
		}
		shares[i] = strconv.FormatFloat(b.Probability, 'g', -1, 64)
	}
	return strings.Join(shares, " ")
}

type valueKey struct {
	kind             model.Kind
	action, resource string
	argument         model.Variable
}

func keyOf(e model.Element, action string) valueKey {
	return valueKey{e.Kind, action, e.Resource.Name, e.Argument}
}

func valueOf(e, was model.Element) (c adapter.Change, differs bool) {
	c.Element = e
	if e.Kind != model.Branch {
		c.Expression = was.Old
		return c, was.Old != "" && was.Old != e.Old
	}
	if len(e.Branches) != len(was.Branches) {
		return c, false
	}
	for i, o := range was.Branches {
		t := adapter.Transition{ID: e.Branches[i].ID, Condition: o.Condition}
		if !o.Guarded {
			t.Probability, t.Condition = &o.Probability, ""
		}
		differs = differs || o.Guarded || o.Probability != e.Branches[i].Probability
		c.Transitions = append(c.Transitions, t)
	}
	return c, differs
}

// foreign are the ids of measurable elements of a model that neither the last extraction nor this one made.
func foreign(old *pcm.Repository, was *record, now []Step) (ids []string) {
	known := map[string]bool{}
	for _, s := range slices.Concat(was.Steps, now) {
		known[s.ID] = true
	}
	for _, e := range old.Elements() {
		if !known[e.PCMID] {
			ids = append(ids, e.PCMID)
		}
	}
	slices.SortFunc(ids, cmp.Compare)
	return slices.Compact(ids)
}
