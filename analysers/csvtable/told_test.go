package csvtable

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"beagle/model"
)

func TestARowOfAnExportThatSaysNoNumberOfRecordsIsRefusedWithItsLine(t *testing.T) {
	const table = "n.VALUE,value,weight,launch,seq,records\n1,3,10,1,1,5\n2,5,%s,1,2,%s\n"
	for _, c := range []struct{ weight, records, says string }{
		{"10", "5", ""},
		{"10", "10", ""},
		{"2.5", "2.5", ""}, // all of what a sample stands for
		{"10", "0", "records is \"0\""},
		{"10", "-3", "records is \"-3\""},
		{"10", "2.5", "a whole number from 1 to 10"},
		{"10", "many", "records is \"many\""},
		{"10", "", "records is \"\""},
		{"10", "NaN", "records is \"NaN\""},
		{"10", "11", "how many of the 10 observations"},
		{"10", "1000000000000000000000000000000", "records is \"1000"},
		{"10", "1e400", "records is \"1e400\""},
		{"0", "1", "weight is \"0\""},
		{"often", "1", "weight is \"often\""},
		{"Inf", "1", "weight is \"Inf\""},
	} {
		_, err := Read(strings.NewReader(fmt.Sprintf(table, c.weight, c.records)), Columns{Target: "value"})
		if c.says == "" {
			if err != nil {
				t.Errorf("%s of %s: %v", c.records, c.weight, err)
			}
			continue
		}
		var p model.Problem
		if !errors.As(err, &p) || p.Line != 3 || p.Hint == "" || !strings.Contains(p.Message, c.says) {
			t.Errorf("%s of %s: %v", c.records, c.weight, err)
		}
	}
}
