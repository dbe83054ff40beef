package extension

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"beagle/analysers/analyser"
	"beagle/extension"
	"beagle/extension/wire"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/statistics/dataset"
)

// tables are small measurements, one of each kind of elements.
var tables = map[string]func() (model.Element, *model.Table){
	"internal-action": func() (model.Element, *model.Table) {
		n, flag := column("n", model.ValueOf, model.Number), column("zip", model.ValueOf, model.Bool)
		t := &model.Table{Target: model.Column{Kind: model.Number}}
		for i := range 60 {
			x := float64(10 + 37*i%1000)
			n.Num, flag.Num = append(n.Num, x), append(flag.Num, float64(i%2))
			t.Target.Num = append(t.Target.Num, (1e-4+2e-6*x)*(1+0.02*math.Sin(float64(i*i))))
		}
		t.Columns = []model.Column{n, flag}
		return element(model.InternalAction), t
	},
	"loop": func() (model.Element, *model.Table) {
		files := column("files", model.NumberOfElements, model.Number)
		t := &model.Table{Target: model.Column{Kind: model.Number}}
		for i := range 40 {
			files.Num = append(files.Num, float64(i))
			t.Target.Num = append(t.Target.Num, float64(2*i+1))
		}
		t.Columns = []model.Column{files}
		return element(model.Loop), t
	},
	"branch": func() (model.Element, *model.Table) {
		n := column("n", model.ValueOf, model.Number)
		t := &model.Table{Target: model.Column{Kind: model.Number}}
		for i := range 40 {
			n.Num = append(n.Num, float64(i))
			t.Target.Num = append(t.Target.Num, float64(i/20))
		}
		t.Columns = []model.Column{n}
		e := element(model.Branch)
		e.Branches = []model.Option{{ID: "small", Name: "small"}, {ID: "large", Name: "large"}}
		return e, t
	},
	"call-parameter": func() (model.Element, *model.Table) {
		n := column("text", model.ByteSize, model.Number)
		t := &model.Table{Target: model.Column{Kind: model.Number}}
		for i := range 40 {
			n.Num = append(n.Num, float64(7*i))
			t.Target.Num = append(t.Target.Num, math.Ceil(float64(7*i)/3))
		}
		t.Columns = []model.Column{n}
		e := element(model.CallParameter)
		e.Argument = model.Variable{Name: "data", Char: model.ByteSize}
		return e, t
	},
}

func column(name string, char model.Characterisation, kind model.ValueKind) model.Column {
	return model.Column{Variable: model.Variable{Name: name, Char: char}, Kind: kind}
}

func element(kind model.Kind) model.Element {
	return model.Element{ID: "_check", Kind: kind, Name: "conformance", Component: "Kit", Service: "check"}
}

func (s *session) kinds() (kinds []string) {
	for _, k := range model.Kinds {
		if a := s.said.Analyser; a == nil || len(a.Kinds) == 0 || slices.Contains(a.Kinds, k.String()) {
			kinds = append(kinds, k.String())
		}
	}
	return kinds
}

func (s *session) order() wire.ProposeParams {
	e, t := tables[s.kinds()[0]]()
	return request(e, t)
}

func request(e model.Element, t *model.Table) wire.ProposeParams {
	return extension.Request(&analyser.Pass{Element: e, Data: dataset.PrepareKind(t, e.Kind), Seed: 1})
}

func proposals(n int) string { return quantity.Plural(n, "proposal", "proposals") }

func (s *session) try(ctx context.Context, e model.Element, t *model.Table) (int, error) {
	a, err := s.x.Analyser(s.said)
	if err != nil {
		return 0, err
	}
	pass := &analyser.Pass{Element: e, Data: dataset.PrepareKind(t, e.Kind), Seed: 1}
	err = a.Run(ctx, pass)
	return len(pass.Proposed), err
}

func proposes(ctx context.Context, s *session) (string, error) {
	said, sum := "", 0
	for _, kind := range s.kinds() {
		e, t := tables[kind]()
		n, err := s.try(ctx, e, t)
		if err != nil {
			return "", wrong("%s: %w", kind, err)
		}
		said += proposals(n) + " for " + kind + "; "
		sum += n
	}
	if sum == 0 && (s.said.Analyser == nil || len(s.said.Analyser.Improves) == 0) {
		return "", wrong("it proposes nothing for any kind of elements")
	}
	return said[:len(said)-2], nil
}

func deterministic(ctx context.Context, s *session) (string, error) {
	for _, kind := range s.kinds() {
		e, t := tables[kind]()
		var answers [2]json.RawMessage
		for i := range answers {
			if err := s.ready(ctx); err != nil {
				return "", err
			}
			if err := s.call(ctx, wire.Propose, request(e, t), &answers[i]); err != nil {
				return "", err
			}
			s.process.Close()
		}
		if string(answers[0]) != string(answers[1]) {
			return "", wrong("%s: two answers to one request with one seed differ", kind)
		}
	}
	return "", nil
}

func withoutColumns(ctx context.Context, s *session) (string, error) {
	e, t := tables[s.kinds()[0]]()
	t.Columns = nil
	n, err := s.try(ctx, e, t)
	return proposals(n), err
}

func withHoles(ctx context.Context, s *session) (string, error) {
	asked := s.order()
	for i := range asked.Data.Columns[0].Values {
		if i%3 == 0 {
			asked.Data.Columns[0].Values[i] = math.NaN()
		}
	}
	var answer wire.ProposeResult
	err := s.call(ctx, wire.Propose, asked, &answer)
	return proposals(len(answer.Proposals)), err
}

func oneRow(ctx context.Context, s *session) (string, error) {
	e, t := tables[s.kinds()[0]]()
	for i := range t.Columns {
		t.Columns[i].Num = t.Columns[i].Num[:1]
	}
	t.Target.Num = t.Target.Num[:1]
	n, err := s.try(ctx, e, t)
	return proposals(n), err
}
