package pcm

import (
	"cmp"
	"fmt"
	"slices"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/prediction"
	"beagle/pcm"
	"beagle/pcm/stoex"
)

// alone is the prediction of one service of a model that is not PCM: one execution, alone on the
// machines. Times are seconds.
type alone struct {
	Service string            `json:"service"` // Component.service
	SEFF    string            `json:"seff"`    // its id in the model
	Mean    *float64          `json:"mean"`    // null: it cannot be predicted
	Why     string            `json:"why,omitempty"`
	Parts   []prediction.Part `json:"parts,omitempty"` // of the mean
}

// services is the JSON of "beagle predict" for a model of an extension.
type services struct {
	Services []alone `json:"services"`
}

// isOther reports whether a file is a model that an extension reads, and Palladio does not.
func isOther(file string) bool {
	suffix := adapter.Suffix(file)
	return suffix != "" && !slices.Contains(pcm.Adapter{}.Suffixes(), suffix)
}

func answerOther(a *app.App, f *flags) error {
	q := &f.question
	switch {
	case len(q.Models) > 1:
		return app.Usage("name one model: others than Palladio's are one file")
	case f.curve != "" || f.flame != "" || f.profile != "" || q.Change.Users > 0 || q.Change.Rate > 0 || len(f.speed) > 0 || f.on != "" || len(f.cores) > 0 || q.Network:
		return app.Hinted(app.Usage("load and machines are predicted of Palladio models only"), "of this one a service alone is predicted: --service, --input")
	}
	file := q.Models[0]
	read, err := adapter.Read(file)
	if err != nil {
		return err
	}
	predictor, err := prediction.For(file)
	if err != nil {
		return err
	}
	opened, problems, err := predictor.Open(file, read.Bytes(), 1)
	if err != nil {
		return err
	}
	a.WarnAll(problems)
	inputs, err := f.inputValues()
	if err != nil {
		return err
	}
	all, missing := []alone{}, 0
	for _, s := range read.Services() {
		name := s.Component + "." + s.Name
		if q.Service != "" && q.Service != name && q.Service != s.SEFF {
			continue
		}
		one := alone{Service: name, SEFF: s.SEFF}
		if forecast, err := execution(opened, s.SEFF, inputs); err != nil {
			one.Why = err.Error()
			missing++
		} else {
			one.Mean, one.Parts = &forecast.Mean, forecast.Parts
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return app.Usage("the model has no service %q", safe.Line(q.Service))
	}
	if a.JSON() {
		err = a.PrintJSON(services{all})
	} else {
		printAlone(a, all)
	}
	if err == nil && missing == len(all) {
		err = app.Exit(app.Failed, nil)
	}
	return err
}

func execution(m prediction.Model, seff string, inputs []prediction.Input) (prediction.Forecast, error) {
	s, err := m.Service(seff)
	if err != nil {
		return prediction.Forecast{}, err
	}
	return s.Call(inputs)
}

func (f *flags) inputValues() (all []prediction.Input, err error) {
	for _, in := range f.question.Inputs {
		x, err := stoex.Parse(in.Text)
		if err != nil {
			return nil, app.Usage("the value of %s: %w", in.Variable, err)
		}
		v, err := stoex.Eval(x, nil, nil)
		if err != nil {
			return nil, app.Usage("the value of %s: %w", in.Variable, err)
		}
		_, whole := v.Int()
		given := prediction.Input{Variable: in.Variable, Whole: whole, Value: model.TextValue(v.String())}
		if truth, ok := v.Bool(); ok {
			given.Value = model.BoolValue(truth)
		} else if number, ok := v.Float(); ok {
			given.Value = model.NumberValue(number)
		}
		all = append(all, given)
	}
	return all, nil
}

func printAlone(a *app.App, all []alone) {
	s := &app.Sheet{Width: a.Width()}
	rows := [][]string{{"service, alone", "mean", "most of it in"}}
	for i := range all {
		one := &all[i]
		if one.Mean == nil {
			rows = append(rows, []string{safe.Line(one.Service), "-", safe.Line(one.Why)})
			continue
		}
		slices.SortStableFunc(one.Parts, func(x, y prediction.Part) int { return cmp.Compare(y.Seconds, x.Seconds) })
		most := ""
		if len(one.Parts) > 0 && *one.Mean > 0 {
			most = fmt.Sprintf("%s (%s)", safe.Line(one.Parts[0].Name), quantity.Percent(one.Parts[0].Seconds / *one.Mean))
		}
		rows = append(rows, []string{safe.Line(one.Service), quantity.Seconds(*one.Mean), most})
	}
	s.Table(rows)
	fmt.Fprint(a.Out, s.String())
}
