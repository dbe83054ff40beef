package simulation

import (
	"slices"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

func variables(of *instance.Behaviour) (list []model.Variable) {
	visit(of, func(e instance.Expression) {
		if e.X == nil {
			return
		}
		for _, v := range stoex.Variables(e.X) {
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}, func(a instance.Action) {
		if i, ok := a.(*instance.Iterator); ok {
			list = append(list, model.Variable{Name: i.Parameter, Char: model.NumberOfElements})
		}
	})
	return list
}

func stored(of *instance.Behaviour) (list []model.Variable) {
	visit(of, func(instance.Expression) {}, func(a instance.Action) {
		if call, ok := a.(*instance.Call); ok {
			for _, r := range call.Returns {
				if !slices.Contains(list, r.Variable) {
					list = append(list, r.Variable)
				}
			}
		}
	})
	return list
}

func visit(of *instance.Behaviour, expression func(instance.Expression), action func(instance.Action)) {
	if of == nil {
		return
	}
	for _, a := range of.Actions {
		action(a)
		switch a := a.(type) {
		case *instance.Internal:
			for _, d := range a.Demands {
				expression(d.Amount)
			}
		case *instance.Wait:
			expression(a.Time)
		case *instance.Call:
			for _, c := range a.Inputs {
				expression(c.Value)
			}
		case *instance.Set:
			for _, c := range a.Values {
				expression(c.Value)
			}
		case *instance.Loop:
			expression(a.Count)
			visit(a.Body, expression, action)
		case *instance.Iterator:
			visit(a.Body, expression, action)
		case *instance.Branch:
			for _, t := range a.Transitions {
				if t.Guard != nil {
					expression(*t.Guard)
				}
				visit(t.Body, expression, action)
			}
		case *instance.Fork:
			for _, b := range a.Synchronous {
				visit(b, expression, action)
			}
			for _, b := range a.Asynchronous {
				visit(b, expression, action)
			}
		}
	}
}
