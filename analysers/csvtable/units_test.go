package csvtable

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"beagle/model"
)

// A number with a unit is a number, whatever the unit, and never a decision.
func TestNumbersWithUnitsAreNumbers(t *testing.T) {
	for cells, want := range map[string][]float64{
		"2.5 ms|10ms|1 s":              {0.0025, 0.01, 1},
		"0:00.02|0:05.14|1:02:03":      {0.02, 5.14, 3723},
		"1KiB|2 MiB|3B":                {1024, 2 << 20, 3},
		"514 ± 3|2.5 ± 0.1|7 +/- 1":    {514, 2.5, 7},
		"2.5 ± 0.1 ms|4 ± 1 ms|5 ms":   {0.0025, 0.004, 0.005},
		"100 ops/s|2e3 ops/s|30 ops/s": {100, 2000, 30},
		"5%|7%|80 %":                   {5, 7, 80},
	} {
		table, err := Read(strings.NewReader("n,y\n1,"+strings.ReplaceAll(cells, "|", "\n2,")+"\n"), Columns{Target: "y"})
		if err != nil || table.Target.Kind != model.Number {
			t.Errorf("%s: %v", cells, err)
			continue
		}
		for i, x := range table.Target.Num {
			if diff := x - want[i]; diff > 1e-12 || diff < -1e-12 {
				t.Errorf("%s: read as %v", cells, table.Target.Num)
				break
			}
		}
		if len(table.Notes) == 0 {
			t.Errorf("%s: nobody is told in what they were read", cells)
		}
	}
}

func TestWhatIsNoNumberInOneUnitIsAnErrorOrAText(t *testing.T) {
	for cells, wrong := range map[string]bool{
		"1 ms|2|3 ms": true, "1 ms|2 KiB|3 ms": true, "<1 ms|~2 ms|>3 ms": true, "2024-01-02|2024-01-03|2024-01-04": true,
		"200 OK|404 Not Found|200 OK|200 OK": false, "3x3|5x5|3x3|5x5": false, "v1|v2|v1": false, "hit|miss|hit": false,
	} {
		table, err := Read(strings.NewReader("n,y\n1,"+strings.ReplaceAll(cells, "|", "\n2,")+"\n"), Columns{Target: "y"})
		if wrong != (err != nil) || err == nil && table.Target.Kind != model.Text {
			t.Errorf("%s: %+v, %v", cells, table, err)
		}
	}
}

func TestZeroAndOneAmongTruthValuesAreTruthValues(t *testing.T) {
	table, err := Read(strings.NewReader("on,y\ntrue,1\n0,2\n1,3\nfalse,4\n"), Columns{Target: "y"})
	if err != nil || table.Columns[0].Kind != model.Bool || !slices.Equal(table.Columns[0].Num, []float64{1, 0, 1, 0}) {
		t.Errorf("%+v, %v", table, err)
	}
}

func TestStatisticsOfTheSameMeasurementsExplainNothing(t *testing.T) {
	table, err := Read(strings.NewReader("command,mean,stddev,median,parameter_n\na,1,0.1,1,10\nb,2,0.1,2,20\n"), Columns{Target: "mean"})
	if err != nil || !slices.Equal(table.Names, []string{"command", "parameter_n"}) || !strings.Contains(strings.Join(table.Notes, "\n"), "stddev, median were left out") {
		t.Errorf("%+v, %v", table, err)
	}
	// "max" alone may be an input.
	if table, err = Read(strings.NewReader("n,max,mean\n1,2,3\n4,5,6\n"), Columns{Target: "mean"}); err != nil || len(table.Names) != 2 {
		t.Errorf("%+v, %v", table, err)
	}
}

func TestLinesAboveTheNamesAndSummariesAreLeftOut(t *testing.T) {
	const text = "2026-11-28T07:00:00+00:00\nRunning ./bench\nRun on (8 X 3000 MHz CPU s)\nname,iterations,real_time,cpu_time,time_unit\n\"BM/8\",100,5,5,ns\n\"BM/16\",100,9,9,ns\n\"BM_BigO\",,0.5,0.5,N\n\"BM_RMS\",,1,1,%\n"
	table, err := Read(strings.NewReader(text), Columns{Target: "real_time"})
	if err != nil || !slices.Equal(table.Target.Num, []float64{5, 9}) {
		t.Fatalf("%+v, %v", table, err)
	}
	if !strings.Contains(strings.Join(table.Notes, "\n"), "3 lines were above the names") {
		t.Errorf("notes: %q", table.Notes)
	}
	// A wrong line keeps its number.
	var wrong model.Problem
	if _, err := Read(strings.NewReader("about\nmore\nn,y\n1,2\n3\n"), Columns{Target: "y"}); !errors.As(err, &wrong) || wrong.Line != 5 {
		t.Errorf("%v", err)
	}
}
