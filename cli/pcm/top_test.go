package pcm

import (
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/predict"
)

func TestWhereOneActionOvertakesAnotherIsSaid(t *testing.T) {
	at := func(x, sort, write float64) spot {
		s := spot{At: &x, Seconds: sort + write, Top: []predict.Where{{Name: "sort", Kind: "cpu", Seconds: sort}, {Name: "write", Kind: "hdd", Seconds: write}}}
		if write > sort {
			s.Top[0], s.Top[1] = s.Top[1], s.Top[0]
		}
		return s
	}
	spots := []spot{at(10, 1, 2), at(100, 3, 2), at(1000, 9, 2)}
	spots[2].Beyond = []predict.Beyond{{}}
	s := &app.Sheet{}
	writeSpots(s, "n.VALUE", spots)
	if said := s.String(); strings.Count(said, "measured up to") != 1 {
		t.Error(said)
	}
	var points []predict.Point
	for i := range spots {
		points = append(points, predict.Point{Load: *spots[i].At, Answer: &predict.Answer{Where: spots[i].Top}})
	}
	if o := predict.Overtakes(points); len(o) != 1 || o[0].Now.Name != "sort" || o[0].Was.Name != "write" || o[0].From != 10 || o[0].To != 100 {
		t.Errorf("%+v", o)
	}
}
