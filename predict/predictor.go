package predict

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"beagle/model"
	"beagle/model/prediction"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
	"beagle/predict/simulation"
)

// Predictor predicts single executions of the services of a PCM instance.
type Predictor struct{}

// Open implements prediction.Predictor.
func (Predictor) Open(file string, content []byte, rate float64) (prediction.Model, []model.Problem, error) {
	whole, problems, err := instance.ReadWith(content, Beside(file)...)
	if err != nil {
		return nil, nil, err
	}
	alone, _, err := instance.ReadWith(content, file)
	if err != nil {
		return nil, nil, err
	}
	for _, in := range []*instance.Instance{whole, alone} {
		for _, c := range in.Containers {
			for _, r := range c.Resources {
				if c.File == "" && rate > 0 { // a machine that no file describes
					r.Rate = scaled(r.Rate, rate)
				}
			}
		}
	}
	return &predictor{[]*instance.Instance{whole, alone}, problems}, problems, nil
}

type predictor struct {
	instances []*instance.Instance // that are looked through for a service, in this order
	problems  []model.Problem
}

func (f *predictor) Service(seff string) (prediction.Service, error) {
	for _, in := range f.instances {
		for _, s := range in.Reached {
			if s.ID == seff {
				return &calls{service: s, callers: map[string]*caller{}}, nil
			}
		}
	}
	for _, p := range f.problems {
		if p.Severity == model.Error {
			return nil, fmt.Errorf("no service of the model has the id %s: %w", seff, p)
		}
	}
	return nil, fmt.Errorf("no service of the model has the id %s", seff)
}

// calls runs one service.
type calls struct {
	service *instance.Service
	callers map[string]*caller
	key     []byte
	values  map[model.Variable]stoex.Val
}

type caller struct {
	*simulation.Caller
	program *simulation.Program
}

func (c *calls) Call(inputs []prediction.Input) (prediction.Forecast, error) {
	if c.values == nil {
		c.values = map[model.Variable]stoex.Val{}
	}
	clear(c.values)
	c.key = c.key[:0]
	for _, in := range inputs {
		if v, ok := stoex.ValueOf(in.Value, in.Whole); ok {
			c.values[in.Variable] = v
			c.key = append(append(c.key, in.Variable.String()...), 0)
		}
	}
	k := c.callers[string(c.key)]
	if k == nil {
		k = c.compile()
		c.callers[string(c.key)] = k
	}
	mean, draw, profile, err := k.Call(c.values)
	if err != nil {
		return prediction.Forecast{}, err
	}
	return prediction.Forecast{Mean: mean, Draw: draw, Parts: k.parts(profile)}, nil
}

func (c *calls) compile() *caller {
	call := &instance.Call{Element: c.service.Element, Service: c.service, Entry: true}
	for v := range c.values {
		call.Inputs = append(call.Inputs, instance.Characterisation{Variable: v, Value: instance.Expression{Text: v.String(), X: stoex.Reference(v)}})
	}
	slices.SortFunc(call.Inputs, func(a, b instance.Characterisation) int {
		return slices.Compare([]byte(a.Variable.String()), []byte(b.Variable.String()))
	})
	scenario := &instance.Scenario{Element: c.service.Element, Population: 1, Body: &instance.Behaviour{Actions: []instance.Action{call}}}
	p := simulation.Compile(&instance.Instance{Scenarios: []*instance.Scenario{scenario}}, simulation.CompileOptions{})
	return &caller{simulation.NewCaller(p, 1), p}
}

func (c *caller) parts(profile []simulation.Share) (list []prediction.Part) {
	for i := range profile {
		if up := profile[i].Parent; i == 0 || up == 0 || profile[up].Parent != 0 || profile[i].N == 0 && profile[i].Time == 0 {
			continue
		}
		op := &c.program.Code[profile[i].Op]
		part := prediction.Part{ID: op.Action.At().ID, Name: op.Action.At().Name, Seconds: profile[i].Time}
		if called, ok := op.Action.(*instance.Call); ok {
			part.ID, part.Name, part.Call = called.Service.ID, called.Service.Name, true
		}
		at := slices.IndexFunc(list, func(p prediction.Part) bool { return p.ID == part.ID && p.Call == part.Call })
		if at < 0 {
			list = append(list, part)
			continue
		}
		list[at].Seconds += part.Seconds
	}
	return list
}

// Check says what a simulator would trip over in a model: a folder or files.
func Check(models ...string) ([]model.Problem, error) {
	in, problems, err := instance.Read(models...)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(in.Files, func(f string) bool { return filepath.Ext(f) == ".system" }) {
		problems = slices.DeleteFunc(problems, func(p model.Problem) bool { return p.Rule == "unconnected" })
	}
	problems = append(problems, unrecorded(in.Files)...)
	if slices.ContainsFunc(problems, func(p model.Problem) bool { return p.Severity == model.Error }) {
		return problems, nil // what is not there cannot be run
	}
	_, _, found := simulation.Check(simulation.Compile(in, simulation.CompileOptions{}), 1)
	for _, p := range found {
		if !slices.Contains(problems, p) {
			problems = append(problems, p)
		}
	}
	return problems, nil
}

// Beside are the files of the model that a file belongs to: with it, the only ones of the other kinds in its folder;
// the file alone where another one of its own kind lies there, too.
func Beside(file string) []string {
	files := []string{file}
	entries, _ := os.ReadDir(filepath.Dir(file)) // what cannot be listed is not beside
	for _, kind := range instance.Kinds {
		var found []string
		for _, e := range entries {
			path := filepath.Join(filepath.Dir(file), e.Name())
			if !e.IsDir() && filepath.Ext(path) == kind && instance.Calibrated(path) != filepath.Clean(file) && instance.Calibrated(filepath.Clean(file)) != path {
				found = append(found, path)
			}
		}
		switch own := filepath.Ext(file) == kind; {
		case own && len(found) > 1:
			return []string{file}
		case !own && len(found) == 1:
			files = append(files, found[0])
		}
	}
	return files
}
