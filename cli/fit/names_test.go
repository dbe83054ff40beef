package fit

import (
	"strings"
	"testing"

	"beagle/analysers/csvtable"
)

func TestNamesAreSaidAsTheTableHasThem(t *testing.T) {
	table, err := csvtable.Read(strings.NewReader("größe_😀,n,bytes.BYTESIZE,größe.BYTESIZE,y\n1,2,3,4,5\n2,3,4,5,6\n"), csvtable.Columns{Target: "y"})
	if err != nil {
		t.Fatal(err)
	}
	for stoex, want := range map[string]string{
		"2 * gr__e__.VALUE + n.VALUE":                  "2 * größe_😀 + n",
		"bytes.BYTESIZE * gr__e.BYTESIZE + 2":          "bytes.BYTESIZE * größe.BYTESIZE + 2",
		"undecided between xgr__e__.VALUE and n.VALUE": "undecided between xgr__e__ and n",
	} {
		if got := namesOf(table).plain(stoex); got != want {
			t.Errorf("%s is said as %s, want %s", stoex, got, want)
		}
	}
}
