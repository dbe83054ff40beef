package cost

import (
	"math"
	"slices"
	"strings"

	"beagle/measure/java/driver"
	"beagle/model"
)

// table is the observations as a table, without variables that never vary, and those that had the value of another one
// in all calls, by their names.
func table(all []driver.Observation) (t model.Table, alike map[string]string) {
	alike = map[string]string{}
	t.Target.Kind = model.Number
	var vars []model.Variable
	for _, o := range all {
		for v := range o.Inputs {
			if !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
		t.Target.Num = append(t.Target.Num, o.Seconds)
		t.Launch = append(t.Launch, int32(o.Launch))
	}
	slices.SortFunc(vars, func(a, b model.Variable) int { return strings.Compare(a.String(), b.String()) })
	for _, v := range vars {
		c := column(v, all)
		if !varies(c) {
			continue
		}
		same := slices.IndexFunc(t.Columns, func(other model.Column) bool {
			return other.Kind == model.Number && c.Kind == model.Number && slices.Equal(other.Num, c.Num)
		})
		if same >= 0 {
			alike[v.String()] = t.Columns[same].Variable.String()
			continue
		}
		t.Columns = append(t.Columns, c)
	}
	return t, alike
}

// column is what was observed of one variable. Where a parameter of a general type got values of several kinds, those of the
// first kind count.
func column(v model.Variable, all []driver.Observation) model.Column {
	c := model.Column{Variable: v, Kind: model.None}
	for _, o := range all {
		x := math.NaN()
		value, ok := o.Inputs[v]
		if ok && c.Kind == model.None {
			c.Kind = value.Kind
		}
		if ok && value.Kind == c.Kind {
			switch value.Kind {
			case model.Text:
				at := slices.Index(c.Levels, value.Str)
				if at < 0 {
					at, c.Levels = len(c.Levels), append(c.Levels, value.Str)
				}
				x = float64(at)
			default:
				x = value.Num
			}
		}
		c.Num = append(c.Num, x)
	}
	return c
}

func varies(c model.Column) bool {
	for _, x := range c.Num {
		if x != c.Num[0] && !math.IsNaN(x) {
			return true
		}
	}
	return false
}

func element(m *driver.Method, t *model.Table) model.Element {
	e := model.Element{ID: model.ElementID(m.String()), PCMID: m.String(), Name: m.Name, Kind: model.InternalAction}
	for i, c := range t.Columns {
		kind := "DOUBLE"
		switch c.Kind {
		case model.Bool:
			kind = "BOOL"
		case model.Text:
			kind = "STRING"
		default:
			if !slices.ContainsFunc(c.Num, func(x float64) bool { return x != math.Trunc(x) }) {
				kind = "INT"
			}
		}
		e.Inputs = append(e.Inputs, model.Input{Name: c.Variable.Name, Index: i, Type: kind})
	}
	return e
}
