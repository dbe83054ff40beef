package csvtable

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"beagle/model"
)

func TestColumnsHaveTheKindOfTheirValues(t *testing.T) {
	text := "\ufeffn;file.BYTESIZE;flag;mode;time s\n1;10;true;zip;0.5\n2;;false;7;1e-3\n3;Inf;TRUE;zip;2\n"
	table, err := Read(strings.NewReader(text), Columns{Target: "time s"})
	if err != nil {
		t.Fatal(err)
	}
	if table.Target.Variable.String() != "time_s.VALUE" || table.Target.Num[1] != 1e-3 {
		t.Errorf("target is %+v", table.Target)
	}
	kinds := map[string]model.ValueKind{"n.VALUE": model.Number, "file.BYTESIZE": model.Number, "flag.VALUE": model.Bool, "mode.VALUE": model.Text}
	for _, c := range table.Columns {
		if c.Kind != kinds[c.Variable.String()] {
			t.Errorf("%s has kind %d", c.Variable, c.Kind)
		}
	}
	bytes := table.Columns[1].Num
	if !math.IsNaN(bytes[1]) || !math.IsNaN(bytes[2]) {
		t.Errorf("missing and infinite values are %v", bytes)
	}
	if mode := table.Columns[3]; mode.Levels[int(mode.Num[1])] != "7" || mode.Num[0] != mode.Num[2] {
		t.Errorf("texts are %v of %v", mode.Num, mode.Levels)
	}
}

func TestAMarkOfTheEncodingIsNoPartOfAName(t *testing.T) {
	for _, text := range []string{"\ufeff\"n\",\"s\"\n1,2\n", "\ufeffn,s\n1,2\n", "\ufeff# sizes\nn,s\n1,2\n"} {
		table, err := Read(strings.NewReader(text), Columns{Target: "s"})
		if err != nil || len(table.Names) != 1 || table.Names[0] != "n" {
			t.Errorf("%q: %v, %v", text, table, err)
		}
	}
}

func TestColumnsWhoseNamesAreAlikeStayApart(t *testing.T) {
	for _, text := range []string{"a_b,a b,a.b,s\n1,2,3,4\n", "a.b,a b,s,a_b\n3,2,4,1\n"} {
		table, err := Read(strings.NewReader(text), Columns{Target: "s"})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for _, c := range table.Columns {
			got[c.Variable.String()] = c.Num[0]
		}
		if want := map[string]float64{"a_b.VALUE": 1, "a_b_2.VALUE": 2, "a.b.VALUE": 3}; !maps.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		if len(table.Notes) != 1 || !strings.Contains(table.Notes[0], "a b is written a_b_2.VALUE") {
			t.Errorf("notes are %q", table.Notes)
		}
	}
}

func TestFewTextsAmongManyNumbersAreMissingValues(t *testing.T) {
	var b strings.Builder
	b.WriteString("n,mode,s\n")
	for i := range 40 {
		n, s := fmt.Sprint(i), fmt.Sprint(2*i)
		if i == 7 {
			n = "-"
		}
		if i == 9 {
			s = "timeout"
		}
		fmt.Fprintf(&b, "%s,%d,%s\n", n, i%3, s)
	}
	text := strings.ReplaceAll(b.String(), ",2,", ",x,")
	table, err := Read(strings.NewReader(text), Columns{Target: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if n := table.Columns[0]; n.Kind != model.Number || !math.IsNaN(n.Num[7]) || n.Num[8] != 8 {
		t.Errorf("n is %+v", n)
	}
	if mode := table.Columns[1]; mode.Kind != model.Text || len(mode.Levels) != 3 {
		t.Errorf("mode is %+v", mode)
	}
	if !math.IsNaN(table.Target.Num[9]) || len(table.Notes) != 2 || !strings.Contains(table.Notes[1], `1 of 40 values are no numbers, such as "timeout"`) {
		t.Errorf("target is %v, notes %q", table.Target.Num, table.Notes)
	}
}

func TestWhatIsWrongIsSaidWithItsLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "empty"},
		{"a,b\n", "no rows"},
		{"a,a\n1,2\n", "two columns"},
		{"a,c\n1,2\n", `no column "b"`},
		{"a,b\n1,2\n1\n", "has 1 values"},
		{"a,b\n1," + strings.Repeat("x", maxLine+1), "longer than"},
		{"a\x00,b\n", "no text"},
		{"1,2\n3,4\n", "numbers where the names"},
		{"1;2,5;3\n3;4;5\n", "numbers where the names"},
	} {
		_, err := Read(strings.NewReader(c.text), Columns{Target: "b"})
		var p model.Problem
		if !errors.As(err, &p) || !strings.Contains(p.Message, c.want) || p.Line == 0 {
			t.Errorf("%.20q: %v", c.text, err)
		}
	}
}

func TestLongTablesAreSampledInOrder(t *testing.T) {
	const rows = 8000
	var b strings.Builder
	b.WriteString("y,x\n")
	for i := range rows {
		fmt.Fprintf(&b, "%d,0\n", i)
	}
	table, err := read(strings.NewReader(b.String()), Columns{Target: "y"}, 3000)
	if err != nil {
		t.Fatal(err)
	}
	if table.Total != rows || len(table.Target.Num) >= rows || len(table.Notes) == 0 {
		t.Fatalf("%d of %d rows kept, notes %v", len(table.Target.Num), table.Total, table.Notes)
	}
	sum := 0.0
	for i, y := range table.Target.Num {
		if y != float64(table.Seq[i]) || i > 0 && y <= table.Target.Num[i-1] {
			t.Fatalf("row %d has value %v and number %d", i, y, table.Seq[i])
		}
		sum += y / float64(len(table.Target.Num))
	}
	if math.Abs(sum-rows/2) > rows/20 {
		t.Errorf("the sample's mean is %v of %d", sum, rows)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a,b\n1,2\n", "b")
	f.Add("a;b\ntrue;x\n\"q\"\"\";3", "b")
	f.Fuzz(func(t *testing.T, text, target string) {
		table, err := Read(strings.NewReader(text), Columns{Target: target})
		if err != nil {
			return
		}
		rows := table.Rows()
		if target == "" && len(table.Columns) > 0 { // nothing to be explained, only inputs
			rows = len(table.Columns[0].Num)
		}
		for _, c := range table.Columns {
			if len(c.Num) != rows {
				t.Errorf("%s has %d of %d rows", c.Variable, len(c.Num), rows)
			}
		}
	})
}

func TestDecimalCommasAreNumbersWhereSomethingElseSeparates(t *testing.T) {
	table, err := Read(strings.NewReader("n;y\n1,5;1.234,25\n2;-0,5\n"), Columns{Target: "y"})
	if err != nil || table.Columns[0].Num[0] != 1.5 || table.Target.Num[0] != 1234.25 || table.Target.Num[1] != -0.5 {
		t.Errorf("%+v, %v", table, err)
	}
}

func TestWhatAnExportSaysOfItsRowsExplainsNothing(t *testing.T) {
	for header, want := range map[string]int{
		"n,value,weight,launch,seq": 1,
		"weight,launch,seq,value,n": 3, // somebody's own columns of these names, but launches never explain
		"n,y,weight,launch,seq":     3,
	} {
		target := "value"
		if !strings.Contains(header, target) {
			target = "y"
		}
		table, err := Read(strings.NewReader(header+"\n1,2,3,4,5\n6,7,8,9,10\n"), Columns{Target: target})
		if err != nil || len(table.Columns) != want {
			t.Errorf("%s: %+v, %v; want %d columns that may explain", header, table, err, want)
		}
	}
}

func TestAnExportSaysWhetherTimesAreAProcessors(t *testing.T) {
	for words, want := range map[string]bool{"true true": true, "false false": false, "true false": false, "5 5": false} {
		first, second, _ := strings.Cut(words, " ")
		text := "n,value,weight,launch,seq,processor_time\n1,2,1,1,1," + first + "\n2,4,1,1,2," + second + "\n"
		table, err := Read(strings.NewReader(text), Columns{Target: "value"})
		if err != nil || table.ProcessorTimes != want || len(table.Columns) != 1 {
			t.Errorf("%s: %+v, %v", words, table, err)
		}
	}
}

func TestAColumnTellsLaunchesApart(t *testing.T) {
	text := "n,launch,vm,y\n1,7,a,2\n2,7,b,4\n3,9,b,6\n4,,a,6\n"
	for named, want := range map[string][]int32{"": {0, 0, 1, -1}, "vm": {0, 1, 1, 0}, "none": nil} {
		table, err := Read(strings.NewReader(text), Columns{Target: "y", Launch: named})
		if err != nil || !slices.Equal(table.Launch, want) || (want == nil) != (len(table.Columns) == 3) {
			t.Errorf("--launch %q: %+v, %v", named, table, err)
		}
	}
	if _, err := Read(strings.NewReader(text), Columns{Target: "y", Launch: "process"}); err == nil || !strings.Contains(err.Error(), "could tell launches apart") {
		t.Error(err)
	}
}

func TestARunThatIsOverBeforeTheNextIsALaunch(t *testing.T) {
	for values, launches := range map[string]bool{"1 1 1 2 2 2": true, "a a a b b b": true, "1 2 1 2 1 2": false, "1 2 3 4 5 6": false, "5 5 5 5 5 5": false} {
		text := "run,n,y\n"
		for i, x := range strings.Fields(values) {
			text += fmt.Sprintf("%s,%d,%d\n", x, i, i)
		}
		table, err := Read(strings.NewReader(text), Columns{Target: "y"})
		if err != nil || (table.Launch != nil) != launches {
			t.Errorf("%s: %+v, %v", values, table, err)
		}
	}
}

func TestWhatIsNeitherANumberNorADecisionIsSaid(t *testing.T) {
	for _, form := range []string{"2024-01-%02d", "<%d ms"} {
		text := "n,y\n"
		for i := range 20 {
			text += fmt.Sprintf("%d,"+form+"\n", i, i+1)
		}
		if _, err := Read(strings.NewReader(text), Columns{Target: "y"}); err == nil || !strings.Contains(err.Error(), "neither a number nor a decision") {
			t.Errorf("%s: %v", form, err)
		}
	}
	table, err := Read(strings.NewReader("n,y\n1,5e308\n2,7\n"), Columns{Target: "y"})
	if err != nil || !math.IsNaN(table.Target.Num[0]) || table.Target.Num[1] != 7 {
		t.Errorf("a number beyond all numbers: %+v, %v", table, err)
	}
	if _, err := Read(strings.NewReader("\xff\xfen\x00"), Columns{}); err == nil || !strings.Contains(err.Error(), "UTF-16") {
		t.Error(err)
	}
}

func TestNoneAmongTextsIsOneOfThem(t *testing.T) {
	table, err := Read(strings.NewReader("filter,n,on,y\nblur,1,true,1\nnone,none,null,2\nedge,3,false,3\n"), Columns{Target: "y"})
	if err != nil || len(table.Columns) != 3 {
		t.Fatal(table, err)
	}
	filter, n, on := table.Columns[0], table.Columns[1], table.Columns[2]
	if !slices.Equal(filter.Levels, []string{"blur", "none", "edge"}) || filter.Num[1] != 1 {
		t.Errorf("a level: %+v", filter)
	}
	if n.Kind != model.Number || n.Num[0] != 1 || !math.IsNaN(n.Num[1]) {
		t.Errorf("a missing number: %+v", n)
	}
	if on.Kind != model.Bool || on.Num[0] != 1 || !math.IsNaN(on.Num[1]) || on.Num[2] != 0 {
		t.Errorf("a missing truth value: %+v", on)
	}
}
