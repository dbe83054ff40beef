package logs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

// Records end where blocks end only by chance, and some are larger than one.
func TestRecordsLieAcrossTheBlocksOfAFile(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	want := 0
	for _, size := range []int{10, blockFront - 1, blockSize + blockFront, 3 * blockSize, 10} {
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
	for name, decode := range map[string]func(*logReader, context.Context, func() *dataFile){"ahead": (*logReader).readAhead, "in turn": (*logReader).inTurn} {
		log, _ := folderLog(dir)
		k, rep := &kiekertest.Keeper{}, kieker.NewReading(dir, "", time.Time{})
		l := &logReader{contents: newContents(log, Options{Schemas: kieker.NewSchemas()}, rep, k), log: log}
		if err := l.loadMap(t.Context()); err != nil {
			t.Fatal(err)
		}
		decode(l, t.Context(), opened(t.Context(), log.files))
		if r := rep.Report(); r.Records != int64(want) || len(k.Lines) != want || r.Broken != 0 || r.Bytes != int64(text.Len()) {
			t.Errorf("%s: %d records of %d: %+v", name, len(k.Lines), want, r)
		}
	}
}
