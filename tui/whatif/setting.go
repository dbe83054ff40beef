package whatif

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/predict"
)

// control is one thing that keys change.
type control struct {
	name string
	over model.Variable // an input of the service; zero: it is something else
	// at is its value in a question, and step the question with the value one step
	// down or up.
	at   func(*predict.Question) string
	step func(q *predict.Question, up bool)
	// give is the question with a value that a person typed; an error says what it may be.
	give func(q *predict.Question, typed string) error
	// as is the question with the value of another one.
	as func(q *predict.Question, of *predict.Question)
}

// scaled is the next larger or smaller step of a setting: ten steps are a factor of ten.
func scaled(x float64, up bool) float64 {
	exponent := math.Round(10 * math.Log10(x))
	if up {
		exponent++
	} else {
		exponent--
	}
	return rounded(math.Pow(10, math.Max(-90, math.Min(90, exponent))/10))
}

// rounded keeps three digits, so that values can be read.
func rounded(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return y
}

// whole is the next whole number: by one up to ten, then by about a tenth.
func whole(n int, up bool) int {
	step := max(1, n/10)
	if up {
		return min(n+step, mostUsers)
	}
	return max(1, n-max(1, (n-step)/10))
}

// Simulating more takes longer than anybody waits.
const (
	mostUsers = 1_000_000
	mostCores = 1 << 16
)

// typedWhole takes a whole number that a person typed.
func typedWhole(to *int, typed string, most int) error {
	n, err := strconv.Atoi(typed)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("type a whole number from 1 to %s", quantity.Count(int64(most)))
	}
	*to = n
	return nil
}

// typedPositive takes a number above zero.
func typedPositive(to *float64, typed string) error {
	x, ok := number(typed)
	if !ok || !(x > 0) || math.IsInf(x, 0) {
		return errors.New("type a number above 0")
	}
	*to = x
	return nil
}

// controls are what may be changed of a model.
func controls(t *predict.Terms, q *predict.Question) (list []control) {
	if t.Users > 0 && q.Change.Rate == 0 {
		list = append(list, control{
			name: "users",
			at:   func(q *predict.Question) string { return quantity.Count(int64(q.Change.Users)) },
			step: func(q *predict.Question, up bool) { q.Change.Users = whole(q.Change.Users, up) },
			give: func(q *predict.Question, typed string) error { return typedWhole(&q.Change.Users, typed, mostUsers) },
			as:   func(q, of *predict.Question) { q.Change.Users = of.Change.Users },
		})
	}
	if t.Rate > 0 || q.Change.Rate > 0 {
		list = append(list, control{
			name: "arrivals a second",
			at:   func(q *predict.Question) string { return quantity.Short(q.Change.Rate) },
			step: func(q *predict.Question, up bool) { q.Change.Rate = scaled(q.Change.Rate, up) },
			give: func(q *predict.Question, typed string) error { return typedPositive(&q.Change.Rate, typed) },
			as:   func(q, of *predict.Question) { q.Change.Rate = of.Change.Rate },
		})
	}
	for i := range q.Inputs {
		if _, ok := number(q.Inputs[i].Text); !ok {
			continue
		}
		list = append(list, control{
			name: q.Inputs[i].Variable.String(), over: q.Inputs[i].Variable,
			at:   func(q *predict.Question) string { return q.Inputs[i].Text },
			step: func(q *predict.Question, up bool) { stepped(&q.Inputs[i], up) },
			give: func(q *predict.Question, typed string) error {
				x, ok := number(typed)
				if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
					return errors.New("type a number")
				}
				q.Inputs[i].Give(x)
				return nil
			},
			as: func(q, of *predict.Question) { q.Inputs[i].Text = of.Inputs[i].Text },
		})
	}
	for _, r := range t.Resources {
		name := r.Container + "." + r.Resource
		list = append(list, control{
			name: name + " speed",
			at:   func(q *predict.Question) string { return fmt.Sprintf("x %s", quantity.Short(q.Change.Speed[name])) },
			step: func(q *predict.Question, up bool) { q.Change.Speed[name] = scaled(q.Change.Speed[name], up) },
			give: func(q *predict.Question, typed string) (err error) {
				speed := q.Change.Speed[name]
				err = typedPositive(&speed, typed)
				q.Change.Speed[name] = speed
				return err
			},
			as: func(q, of *predict.Question) { q.Change.Speed[name] = of.Change.Speed[name] },
		}, control{
			name: name + " cores",
			at:   func(q *predict.Question) string { return strconv.Itoa(q.Change.Replicas[name]) },
			step: func(q *predict.Question, up bool) {
				q.Change.Replicas[name] = min(mostCores, whole(q.Change.Replicas[name], up))
			},
			give: func(q *predict.Question, typed string) (err error) {
				cores := q.Change.Replicas[name]
				err = typedWhole(&cores, typed, mostCores)
				q.Change.Replicas[name] = cores
				return err
			},
			as: func(q, of *predict.Question) { q.Change.Replicas[name] = of.Change.Replicas[name] },
		})
	}
	return list
}

func number(s string) (x float64, ok bool) {
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil
}

// stepped gives an input the number one step down or up, whole where it was.
func stepped(in *predict.Input, up bool) {
	switch n, err := strconv.Atoi(in.Text); {
	case err != nil || n < 0:
		x, _ := number(in.Text)
		in.Give(scaled(x, up))
	case n == 0 && up:
		in.Text = "1"
	case n <= 1 && !up:
		in.Text = "0"
	default:
		in.Text = strconv.Itoa(whole(n, up))
	}
}

// filled is a question that says everything that the controls change.
func filled(q predict.Question, t *predict.Terms) predict.Question {
	if q.Change.Users == 0 {
		q.Change.Users = t.Users
	}
	if q.Change.Rate == 0 {
		q.Change.Rate = t.Rate
	}
	speed, replicas := map[string]float64{}, map[string]int{}
	for _, r := range t.Resources {
		name := r.Container + "." + r.Resource
		speed[name], replicas[name] = 1, r.Replicas
		for _, key := range []string{r.Container, r.Resource, name} {
			if x, ok := q.Change.Speed[key]; ok {
				speed[name] *= x
			}
			if n, ok := q.Change.Replicas[key]; ok {
				replicas[name] = n
			}
		}
	}
	q.Change.Speed, q.Change.Replicas = speed, replicas
	return copied(q)
}

// copied is a question that shares nothing with the first one.
func copied(q predict.Question) predict.Question {
	q.Inputs = append([]predict.Input(nil), q.Inputs...)
	q.Change.Speed, q.Change.Replicas = maps.Clone(q.Change.Speed), maps.Clone(q.Change.Replicas)
	return q
}
