package kieker

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Records end where blocks end only by chance, and some are larger than one.
func TestRecordsLieAcrossTheBlocksOfAFile(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	want := 0
	for _, size := range []int{10, aheadFront - 1, aheadBlock + aheadFront, 3 * aheadBlock, 10} {
		for i := range 3000 {
			fmt.Fprintf(&text, "$0;-1;%d;%d;0;void p.C.a();p.C\n", i, i)
			want++
		}
		fmt.Fprintf(&text, "$0;-1;1;1;0;void p.C.%s();p.C\n", strings.Repeat("a", size))
		want++
	}
	for name, content := range map[string]string{
		"kieker.map": "$0=kieker.common.record.flow.trace.operation.BeforeOperationEvent\n",
		"kieker.dat": text.String(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	k := &keeper{}
	reports, err := ReadLogs(t.Context(), []string{dir}, LogOptions{Open: func(string) Handler { return k }})
	if err != nil || len(reports) != 1 {
		t.Fatal(reports, err)
	}
	if r := reports[0]; r.Records != int64(want) || len(k.lines) != want || r.Broken != 0 || r.Bytes != int64(text.Len()) {
		t.Errorf("%d records of %d: %+v", len(k.lines), want, r)
	}
}
