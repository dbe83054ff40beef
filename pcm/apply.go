package pcm

import (
	"fmt"
	"strings"

	"beagle/internal/safe"
	"beagle/model/adapter"

	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/stoex"
)

// Apply is the file with the changes in it.
func (r *Repository) Apply(changes []adapter.Change) ([]byte, error) {
	w := &writer{r: r, edit: r.doc.Edit(), calls: map[*xmi.Node]*newUsages{}}
	seen := map[model.ElementID]bool{}
	for _, c := range changes {
		t := r.targets[c.Element.ID]
		if t == nil {
			return nil, r.refuse(c.Element, "the model has no such element", "read the model anew; it may have changed")
		}
		if seen[c.Element.ID] {
			return nil, r.refuse(*r.element(t), "the element is given two values", "give one value to each element")
		}
		seen[c.Element.ID] = true
		if err := w.apply(t, c); err != nil {
			return nil, err
		}
	}
	w.finishCalls()
	data, err := w.edit.Bytes()
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "write", File: r.path, Message: "the model was not changed: " + err.Error()}
	}
	return data, nil
}

// Calibrate is Apply, with what Check says of the changed file only.
func (r *Repository) Calibrate(changes []adapter.Change) (data []byte, introduced []model.Problem, err error) {
	data, err = r.Apply(changes)
	if err != nil {
		return nil, nil, err
	}
	return data, Introduced(r.Check(), Check(r.path, data)), nil
}

func (r *Repository) refuse(e model.Element, message, hint string) error {
	return model.Problem{
		Severity: model.Error, Rule: "write", File: r.path, Line: e.Line,
		Element: e.ID, Name: e.Name, Message: message, Hint: hint,
	}
}

// writer is one change of a repository: what is written is an edit of its text, so that all else stays as it is.
type writer struct {
	r     *Repository
	edit  *xmi.Editor
	calls map[*xmi.Node]*newUsages
	stoex string // prefix for StoEx types, once it is settled
	bound map[string]bool
}

func (w *writer) apply(t *target, c adapter.Change) error {
	if w.r.element(t).Kind == model.Branch {
		return w.branch(t, c.Transitions)
	}
	if strings.TrimSpace(c.Expression) == "" {
		return w.r.refuse(*w.r.element(t), "an empty expression cannot be written: PCM forbids it", "leave the element as it is instead")
	}
	if t.holder != nil {
		w.edit.Set(t.holder, "specification", c.Expression)
		return nil
	}
	switch w.r.element(t).Kind {
	case model.InternalAction:
		w.demand(t, c.Expression)
	case model.Loop:
		w.edit.Insert(t.owner, nil, specified("iterationCount_LoopAction", c.Expression))
	default:
		w.argument(t, c.Expression)
	}
	return nil
}

func specified(name, expression string) xmi.Fragment {
	return xmi.Fragment{Name: name, Attrs: [][2]string{{"specification", expression}}}
}

func (w *writer) demand(t *target, expression string) {
	value := specified(featureDemandedSpec, expression)
	if t.owner.Local() == featureDemand {
		w.edit.Insert(t.owner, t.owner.First, value)
		return
	}
	w.edit.Insert(t.owner, t.owner.First, xmi.Fragment{Name: featureDemand, Children: []xmi.Fragment{
		value,
		{Name: featureResource, Attrs: [][2]string{{"href", w.r.element(t).Resource.Href}}},
	}})
}

func (w *writer) branch(t *target, changes []adapter.Transition) error {
	byID := map[string]adapter.Transition{}
	guarded := 0
	for _, c := range changes {
		byID[c.ID] = c
		if (c.Condition != "") == (c.Probability != nil) {
			return w.r.refuse(*w.r.element(t), "transition "+safe.Clip(c.ID)+" needs either a condition or a probability", "give it one of the two")
		}
		if c.Condition != "" {
			guarded++
		}
	}
	if guarded != 0 && guarded != len(changes) {
		return w.r.refuse(*w.r.element(t), "conditions and probabilities are mixed in one branch, which PCM forbids", "give all transitions the same kind")
	}
	if len(byID) != len(w.r.element(t).Branches) {
		return w.r.refuse(*w.r.element(t), fmt.Sprintf("the branch has %d transitions, and %d are given", len(w.r.element(t).Branches), len(byID)), "give all transitions of the branch together")
	}
	for transition := range t.owner.All("branches_Branch") {
		c, ok := byID[xmi.Key(transition)]
		if !ok {
			return w.r.refuse(*w.r.element(t), "the branch has a transition "+safe.Clip(xmi.Key(transition))+" that is given no value", "give all transitions of the branch together")
		}
		if err := w.transition(t, transition, c); err != nil {
			return err
		}
	}
	return nil
}

// transition writes a guard or a probability.
func (w *writer) transition(t *target, n *xmi.Node, c adapter.Transition) error {
	const feature = "branchCondition_GuardedBranchTransition"
	condition := n.Child(feature)
	was := class(n)
	if was != classGuarded && was != classProbabilistic {
		return w.r.refuse(*w.r.element(t), "transition "+safe.Clip(xmi.Key(n))+" is of a kind that Beagle does not know", "it can be changed only in the tool that made it")
	}
	if c.Condition != "" {
		if was != classGuarded {
			w.retype(n, "GuardedBranchTransition")
			w.edit.Unset(n, "branchProbability")
		}
		if condition != nil {
			w.edit.Set(condition, "specification", c.Condition)
		} else {
			w.edit.Insert(n, nil, specified(feature, c.Condition))
		}
		return nil
	}
	if p := *c.Probability; p < 0 || p > 1 || p != p {
		return w.r.refuse(*w.r.element(t), fmt.Sprintf("%v is no probability", p), "write a number between 0 and 1")
	}
	if was == classGuarded {
		w.retype(n, "ProbabilisticBranchTransition")
		if condition != nil {
			w.edit.Remove(condition)
		}
	} else if n.Find("branchProbability") != nil && parseProbability(n.Attr("branchProbability")) == *c.Probability {
		return nil // the same number, perhaps spelt another way
	}
	w.edit.Set(n, "branchProbability", stoex.FormatDouble(*c.Probability))
	return nil
}

func (w *writer) retype(n *xmi.Node, local string) {
	name := n.TypeAttr()
	value := n.Attr(name)
	if colon := strings.IndexByte(value, ':'); colon >= 0 {
		local = value[:colon+1] + local
	}
	w.edit.Set(n, name, local)
}
