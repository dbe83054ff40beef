package predict

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
	said := s.String()
	if !strings.Contains(said, "sort (cpu) overtakes write (hdd) between 10 and 100") || strings.Count(said, "overtakes") != 1 || strings.Count(said, "beyond the measured range") != 1 {
		t.Error(said)
	}
}
