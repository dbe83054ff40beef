package csvtable

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"beagle/model"
)

func TestColumnsHaveTheKindOfTheirValues(t *testing.T) {
	text := "\ufeffn;file.BYTESIZE;flag;mode;time s\n1;10;true;zip;0.5\n2;;false;7;1e-3\n3;Inf;TRUE;zip;2\n"
	table, err := Read(strings.NewReader(text), "time s", nil)
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

func TestWhatIsWrongIsSaidWithItsLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "empty"},
		{"a,b\n", "no rows"},
		{"a,a\n1,2\n", "two columns"},
		{"a,c\n1,2\n", `no column "b"`},
		{"a,b\n1,2\n1\n", "has 1 values"},
		{"a,b\n1," + strings.Repeat("x", maxLine+1), "longer than"},
		{"a\x00,b\n", "no text"},
	} {
		_, err := Read(strings.NewReader(c.text), "b", nil)
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
	table, err := read(strings.NewReader(b.String()), "y", nil, 3000)
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
		table, err := Read(strings.NewReader(text), target, nil)
		if err != nil {
			return
		}
		for _, c := range table.Columns {
			if len(c.Num) != table.Rows() {
				t.Errorf("%s has %d of %d rows", c.Variable, len(c.Num), table.Rows())
			}
		}
	})
}

func TestDecimalCommasAreNumbersWhereSomethingElseSeparates(t *testing.T) {
	table, err := Read(strings.NewReader("n;y\n1,5;1.234,25\n2;-0,5\n"), "y", nil)
	if err != nil || table.Columns[0].Num[0] != 1.5 || table.Target.Num[0] != 1234.25 || table.Target.Num[1] != -0.5 {
		t.Errorf("%+v, %v", table, err)
	}
}

func TestWhatAnExportSaysOfItsRowsExplainsNothing(t *testing.T) {
	for header, want := range map[string]int{
		"n,value,weight,launch,seq": 1,
		"weight,launch,seq,value,n": 4, // somebody's own columns of these names
		"n,y,weight,launch,seq":     4,
	} {
		target := "value"
		if !strings.Contains(header, target) {
			target = "y"
		}
		table, err := Read(strings.NewReader(header+"\n1,2,3,4,5\n6,7,8,9,10\n"), target, nil)
		if err != nil || len(table.Columns) != want {
			t.Errorf("%s: %+v, %v; want %d columns that may explain", header, table, err, want)
		}
	}
}
