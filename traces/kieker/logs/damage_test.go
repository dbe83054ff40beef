package logs

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/traces/kieker"
)

// counter counts records and touches every field of some, as a handler would.
type counter struct {
	records int
	line    []byte
}

func (c *counter) Records(batch []kieker.Record) {
	c.records += len(batch)
	for i := range batch[:min(len(batch), 20)] {
		c.line = batch[i].AppendJSON(c.line[:0])
	}
}
func (*counter) Closed(kieker.Report) {}

// damaged reads the bytes of one data file of a log, again and again.
type damaged struct {
	log     logSource
	schemas *kieker.Schemas
	strings *stringMap
	blocks  [][]byte
}

func (d *damaged) read(t testing.TB, data []byte) (kieker.Report, int) {
	t.Helper()
	got := &counter{}
	rep := kieker.NewReading(d.log.path, "", time.Time{})
	l := &logReader{contents: newContents(d.log, Options{Schemas: d.schemas}, rep, got), log: d.log, blocks: d.blocks}
	if d.strings != nil {
		l.strings = d.strings
	} else if err := l.loadMap(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.content(t.Context(), d.log.files[0], bytes.NewReader(data))
	d.strings, d.blocks = l.strings, l.blocks
	rep.End(rep.Broken.Load() == 0 && rep.Skipped.Load() == 0, "")
	return rep.Report(), got.records
}

// Damage to a recorded log costs the records around it, and is said.
func TestDamageCostsOnlyWhatItTouches(t *testing.T) {
	names := []string{
		"recorded/bookstore-executions", "recorded/trace-events", "recorded/repair-events", "recorded/moobench-binary-1.10", "recorded/eprints-perl",
		"written-2.x/text", "written-2.x/binary", "written-2.x/binary-gzip", "written-2.x/binary-zip", "written-2.x/binary-deflate", "written-2.x/text-gzip", "written-2.x/single-socket-stream.bin",
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			logs, err := findLogs(need.Shared(t, "kieker/"+name))
			if err != nil {
				t.Fatal(err)
			}
			whole, err := os.ReadFile(logs[0].files[0])
			if err != nil {
				t.Fatal(err)
			}
			log := damaged{log: logs[0], schemas: kieker.NewSchemas()}
			_, all := log.read(t, whole)
			packed := filepath.Ext(logs[0].files[0]) != ".dat" && filepath.Ext(logs[0].files[0]) != ".bin"
			rounds := 1000
			if len(whole) > 10_000 && !need.Long() {
				rounds = min(30, 1+2_000_000/len(whole))
			}
			rng := rand.New(rand.NewPCG(7, uint64(len(whole))))
			for range rounds {
				cut := rng.IntN(len(whole))
				report, records := log.read(t, whole[:cut])
				if records > all || int64(records) != report.Records {
					t.Fatalf("cut at %d: %d records of %d: %s", cut, records, all, report)
				}
				if expected := all * cut / len(whole); !packed && all > 1000 && (records < expected*95/100-20) {
					t.Fatalf("cut at %d: %d records, about %d expected: %s %v", cut, records, expected, report, report.Problems)
				}
				bad := bytes.Clone(whole)
				at, bit := rng.IntN(len(bad)), rng.IntN(8)
				bad[at] ^= 1 << bit
				report, records = log.read(t, bad)
				if !packed && records > all+2 || !report.Ended {
					t.Fatalf("bit %d of byte %d: %d records of %d: %s", bit, at, records, all, report)
				}
				if lost := all - records; !packed && all > 1000 && lost > 8 {
					t.Errorf("bit %d of byte %d: %d records lost: %s %v", bit, at, lost, report, report.Problems)
				}
			}
		})
	}
}
