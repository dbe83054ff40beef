package predict

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"beagle/model"
)

// Sweep is a range of loads: population of closed workloads, or arrivals a second of open ones.
type Sweep struct {
	Users    bool    // loads are populations of closed workloads; else arrivals a second of open ones
	From, To float64 // both ends belong to it
	Points   int     // how many loads, 1 to 1000; they are spaced evenly in their logarithm
}

// Point is the prediction at one load.
type Point struct {
	Load   float64 `json:"load"`   // users, or arrivals a second
	Answer *Answer `json:"answer"` // the prediction at that load
}

// ParseSweep reads users=1..64 or rate=0.5..20, with a number of points behind a colon where that is not 12:
// users=1..64:20.
func ParseSweep(text string) (Sweep, error) {
	wrong := fmt.Errorf("%q is no range of loads: write users=1..64 or rate=0.5..20, and :20 behind it for 20 points", text)
	what, rest, ok := strings.Cut(text, "=")
	span, points, counted := strings.Cut(rest, ":")
	low, high, ranged := strings.Cut(span, "..")
	if !ok || !ranged || what != "users" && what != "rate" {
		return Sweep{}, wrong
	}
	s := Sweep{Users: what == "users", Points: 12}
	var err error
	if s.From, err = strconv.ParseFloat(low, 64); err != nil {
		return Sweep{}, wrong
	}
	if s.To, err = strconv.ParseFloat(high, 64); err != nil {
		return Sweep{}, wrong
	}
	if counted {
		if s.Points, err = strconv.Atoi(points); err != nil {
			return Sweep{}, wrong
		}
	}
	if !(s.From > 0) || !(s.To >= s.From) || math.IsInf(s.To, 0) || s.Users && (s.From < 1 || s.To > 1e6) || s.Points < 1 || s.Points > 1000 {
		return Sweep{}, fmt.Errorf("the range %q is empty or too large: loads are above 0, users at most a million, points at most 1000", text)
	}
	return s, nil
}

func (s Sweep) loads() []float64 {
	var list []float64
	for i := range s.Points {
		at := s.From
		if s.Points > 1 {
			at = s.From * math.Pow(s.To/s.From, float64(i)/float64(s.Points-1))
		}
		if s.Users {
			at = math.Round(at)
		}
		if len(list) == 0 || at > list[len(list)-1] {
			list = append(list, at)
		}
	}
	return list
}

// Curve answers a question at every load of a range.
func Curve(ctx context.Context, q Question, s Sweep) ([]Point, error) {
	of := Goal{What: "rate"}
	if s.Users {
		of.What = "users"
	}
	var points []Point
	for _, load := range s.loads() {
		select {
		case <-ctx.Done():
			return points, nil // what was predicted so far stands
		default:
		}
		a, err := of.ask(ctx, q, load)
		if err != nil {
			return nil, err
		}
		points = append(points, Point{load, a})
	}
	return points, nil
}

// settled tells why there is no point of a curve; an overload is a point.
func settled(a *Answer, err error) (*Answer, error) {
	switch {
	case !errors.Is(err, ErrRefused):
		return a, err
	case a.Overloaded():
		return a, nil
	default:
		return nil, a.Problems[slices.IndexFunc(a.Problems, func(p model.Problem) bool { return p.Severity == model.Error })]
	}
}

// Overloaded reports whether an answer refuses because a resource is asked for more than it can do.
func (a *Answer) Overloaded() bool {
	if a == nil {
		return false
	}
	for _, p := range a.Problems {
		if p.Rule == ruleOverload {
			return true
		}
	}
	return false
}
