package cost

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
)

type promise struct {
	method string
	words  string
	asked  assignment // inputs at which the cost is needed; nil: it is not
	of     string     // method whose cost is needed at the same inputs; empty: none
	check  func(m *method, here, of *at) checked
	file   string // with the promise; empty: an earlier result makes it
	line   int    // 0: not known
}

// promisesOf are the contracts of the settings, and those that an earlier result makes.
func promisesOf(contracts []run.Contract, against string) (all []promise, err error) {
	for i := range contracts {
		c := &contracts[i]
		one := promise{method: c.Cost, file: c.File, line: c.Line}
		asked := assignment{}
		for _, name := range slices.Sorted(maps.Keys(c.At)) {
			variable, err := model.ParseVariable(name)
			if err != nil {
				return nil, app.Usage("expect: the input %q of %s is not understood: write NAME.CHAR, e.g. values.NUMBER_OF_ELEMENTS", safe.Line(name), safe.Line(c.Cost))
			}
			asked = append(asked, given{variable, c.At[name]})
		}
		if c.Below > 0 {
			one.words, one.asked, one.check = "below "+time.Duration(c.Below).String()+asked.words(), asked, below(time.Duration(c.Below).Seconds())
			all = append(all, one)
		}
		if c.Share > 0 {
			part := one
			part.words, part.asked, part.of, part.check = "at most "+quantity.Percent(c.Share)+" of "+c.Of+asked.words(), asked, c.Of, shareOf(c.Share)
			all = append(all, part)
		}
		if c.Grows != "" {
			limit, err := expression.ParseGrowth(c.Grows)
			if err != nil {
				return nil, err
			}
			one.words, one.asked, one.check = "grows "+c.Grows, nil, grows(limit)
			all = append(all, one)
		}
	}
	if against == "" {
		return all, nil
	}
	base, err := readBase(against)
	if err != nil {
		return nil, err
	}
	for i := range base.Methods {
		m := &base.Methods[i]
		if m.Final == nil {
			continue
		}
		for j := range m.At {
			asked, err := assignmentOf(m.At[j].Inputs)
			if err != nil {
				return nil, model.Problem{Severity: model.Error, File: against, Message: err.Error()}
			}
			all = append(all, promise{method: m.Method, words: "not slower than before" + asked.words(), asked: asked, check: notSlower(m, &m.At[j])})
		}
	}
	return all, nil
}

// assignmentOf reads inputs as a result has them.
func assignmentOf(inputs map[string]any) (assignment, error) {
	asked := assignment{}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		variable, err := model.ParseVariable(name)
		if err != nil {
			return nil, fmt.Errorf("%q is no input", name)
		}
		asked = append(asked, given{variable, fmt.Sprint(inputs[name])})
	}
	return asked, nil
}

// words are inputs for people; empty: there are none.
func (a assignment) words() string {
	var parts []string
	for _, g := range a {
		parts = append(parts, g.variable.String()+" = "+g.value)
	}
	if len(parts) == 0 {
		return ""
	}
	return " at " + strings.Join(parts, ", ")
}

func readBase(file string) (*result, error) {
	const most = 64 << 20
	f, err := safe.Open(context.Background(), file)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: file, Message: "the base cannot be opened: " + safe.Cause(err).Error(), Hint: "write it with beagle cost METHOD --output json"}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most))
	var base result
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(data)).Decode(&base)
	}
	if err != nil || base.Version != 1 || len(base.Methods) == 0 {
		return nil, model.Problem{Severity: model.Error, File: file, Message: "this is no result of beagle cost or beagle verify", Hint: "write it with beagle cost METHOD --output json"}
	}
	return &base, nil
}
