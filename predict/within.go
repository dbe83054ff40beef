package predict

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
	"beagle/predict/simulation"
)

// Beyond is an input that a prediction asks an element's expression for, beyond what the expression was written for:
// forms that the measurements hardly tell from it say something else there, so what the program takes there is not
// known.
type Beyond struct {
	ID      string  `json:"id"`      // of the element in the model
	Element string  `json:"element"` // its entityName; empty: it has none
	Service string  `json:"service"` // Component.service
	Input   string  `json:"input"`   // the variable, as in StoEx
	Asked   float64 `json:"asked"`   // the largest value that the prediction came across
	Most    float64 `json:"most"`    // the largest value that the expression was written for
	Factor  float64 `json:"factor"`  // how many times the measured range that is; 1: what was measured
}

type limits struct {
	of    map[expressionOf][]Beyond // by input; an expression that is another now than what was written has none
	upTo  map[expressionOf][]Beyond // where it was measured, of those of which no more is known
	asked map[simulation.Watched]float64
}

// expressionOf tells the expressions of a model apart.
type expressionOf struct{ id, text string }

const (
	mostSide   = 64 << 20
	mostInputs = 100_000
)

const ruleRange = "range"

type side struct {
	Elements []struct {
		ID        string             `json:"id"`
		Name      string             `json:"name"`
		Component string             `json:"component"`
		Service   string             `json:"service"`
		StoEx     string             `json:"stoex"`
		Measured  map[string]float64 `json:"measured"`
		Within    *struct {
			Factor float64 `json:"factor"`
			Most   []struct {
				Variable model.Variable `json:"Variable"`
				Value    float64        `json:"Value"`
			} `json:"most"`
		} `json:"within"`
	} `json:"elements"`
}

// limits reads the ranges beside the repositories of an instance.
func (a *Answer) limits(in *instance.Instance, q Question) *limits {
	var files []string
	for _, s := range in.Reached {
		if file := s.File; file != "" && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	if q.Content != nil {
		files = []string{q.From}
	}
	l := &limits{of: map[expressionOf][]Beyond{}, upTo: map[expressionOf][]Beyond{}, asked: map[simulation.Watched]float64{}}
	for _, file := range files {
		path := file + ".beagle.json"
		content, err := safe.ReadFile(path, mostSide)
		if file == "" || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var s side
		if err == nil {
			err = json.Unmarshal(content, &s)
		}
		if err != nil {
			a.Problems = append(a.Problems, model.Problem{
				Severity: model.Warning, Rule: ruleRange, File: path,
				Message: "up to which inputs the values may be used cannot be read: " + err.Error(),
				Hint:    "write the model again with beagle apply; without ranges nothing warns of inputs beyond them",
			})
			continue
		}
		l.add(&s)
	}
	return l
}

func (l *limits) add(s *side) {
	n := 0
	for _, e := range s.Elements {
		key := expressionOf{e.ID, e.StoEx}
		for _, input := range slices.Sorted(maps.Keys(e.Measured)) {
			if n++; n > mostInputs {
				return
			}
			l.upTo[key] = append(l.upTo[key], Beyond{ID: e.ID, Element: e.Name, Service: strings.Trim(e.Component+"."+e.Service, "."), Input: input, Most: e.Measured[input], Factor: 1})
		}
		if e.Within == nil {
			continue
		}
		for _, most := range e.Within.Most {
			if n++; n > mostInputs {
				return
			}
			l.of[key] = append(l.of[key], Beyond{
				ID: e.ID, Element: e.Name, Service: strings.Trim(e.Component+"."+e.Service, "."),
				Input: most.Variable.String(), Most: most.Value, Factor: e.Within.Factor,
			})
		}
	}
}

func (l *limits) watch() func(id, text string) []model.Variable {
	if len(l.of) == 0 && len(l.upTo) == 0 {
		return nil
	}
	return func(id, text string) (list []model.Variable) {
		for _, b := range slices.Concat(l.of[expressionOf{id, text}], l.upTo[expressionOf{id, text}]) {
			if v, err := model.ParseVariable(b.Input); err == nil {
				list = append(list, v)
			}
		}
		return list
	}
}

func (l *limits) note(p *simulation.Program, most []float64) {
	for i, x := range most {
		l.largest(p.Watched[i], x)
	}
}

func (l *limits) largest(w simulation.Watched, x float64) {
	if before, known := l.asked[w]; !math.IsNaN(x) && (!known || x > before) {
		l.asked[w] = x
	}
}

// seen notes what the closed form comes across, which also reaches what hardly ever happens; nil: nothing has a
// range.
func (l *limits) seen() func(instance.Action, map[model.Variable]stoex.Val) {
	watched := l.watch()
	if watched == nil {
		return nil
	}
	return func(action instance.Action, values map[model.Variable]stoex.Val) {
		for _, text := range texts(action) {
			for _, v := range watched(action.At().ID, text) {
				if x, ok := values[v].Float(); ok {
					l.largest(simulation.Watched{ID: action.At().ID, Text: text, Variable: v}, x)
				}
			}
		}
	}
}

func texts(action instance.Action) (list []string) {
	switch action := action.(type) {
	case *instance.Internal:
		for _, d := range action.Demands {
			list = append(list, d.Amount.Text)
		}
	case *instance.Loop:
		list = append(list, action.Count.Text)
	case *instance.Call:
		for _, given := range action.Inputs {
			list = append(list, given.Value.Text)
		}
	}
	return list
}

// aBit is by how much more than its range an input may be asked for without a word: how many digits the range was
// written with.
const aBit = 1e-9

func (a *Answer) beyond(l *limits) {
	for w, asked := range l.asked {
		over := func(list []Beyond) (all []Beyond) {
			for _, b := range list {
				if b.Input == w.Variable.String() && asked > b.Most*(1+aBit) {
					b.Asked = asked
					all = append(all, b)
				}
			}
			return all
		}
		key := expressionOf{w.ID, w.Text}
		if known := over(l.of[key]); len(known) > 0 {
			a.Beyond = append(a.Beyond, known...)
		} else {
			a.Unmeasured = append(a.Unmeasured, over(l.upTo[key])...)
		}
	}
	for _, list := range [][]Beyond{a.Beyond, a.Unmeasured} {
		slices.SortFunc(list, func(a, b Beyond) int {
			return cmp.Or(-cmp.Compare(a.Asked/a.Most, b.Asked/b.Most), strings.Compare(a.ID, b.ID), strings.Compare(a.Input, b.Input))
		})
	}
	a.Problems = append(a.Problems, a.Outside()...)
}

// Outside says to a person what Beyond lists.
func (a *Answer) Outside() (problems []model.Problem) {
	for i := range a.Beyond {
		b := &a.Beyond[i]
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: ruleRange, Element: model.ElementID(b.ID), Name: b.Element,
			Message: b.String(),
			Hint:    "measure launches with such inputs and learn again (beagle run), or ask for smaller ones",
		})
	}
	return problems
}

func (b *Beyond) String() string {
	measured := "what was measured"
	if b.Factor > 1 {
		measured = fmt.Sprintf("%g times what was measured", b.Factor)
	}
	return fmt.Sprintf("%s is asked for up to %s = %s, and was learnt to be used up to %s only (%s): forms that fit as well say otherwise beyond it, so this prediction may be far off",
		b.Service, b.Input, quantity.Short(b.Asked), quantity.Short(b.Most), measured)
}
