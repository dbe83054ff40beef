package logs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

type contents struct {
	options Options
	report  *kieker.Reading
	handler kieker.Handler
	mapFile string     // empty: none
	strings *stringMap // what it says

	impatient bool             // of a log that is followed: records do not wait for strings
	text      *wire.TextReader // kept over the files of a log, for its strings
	binary    *wire.Decoder
	kinds     []string
}

func newContents(log logSource, options Options, r *kieker.Reading, handler kieker.Handler) *contents {
	return &contents{options: options, report: r, handler: handler, mapFile: log.mapFile, strings: newStringMap()}
}

// reading is what reads one file: text lines, binary records, a recorded socket stream, or chunks.
type reading func(data []byte, offset int64, last bool) (used int)

func (c *contents) note(kind string) {
	if !slices.Contains(c.kinds, kind) {
		c.kinds = append(c.kinds, kind)
		c.report.SetKind(strings.Join(c.kinds, " and "))
	}
}

// registryMark is what a socket stream begins with.
var registryMark = []byte{0xff, 0xff, 0xff, 0xff}

func (c *contents) reading(path string, first []byte, packed string) reading {
	read, kind := c.format(path, first)
	c.report.Begin(path, kind == "text")
	if packed != "" {
		kind += ", " + packed
	}
	c.note(kind)
	return read
}

// format chooses by the first bytes: ids of binary records are small, so that their first byte is 0.
func (c *contents) format(path string, first []byte) (reading, string) {
	damagedBinary := first[0] != '$' && strings.HasSuffix(path, ".bin")
	switch {
	case first[0] != 0 && first[0] != 0xff && !bytes.Equal(first, wire.ChunkMagic[:4]) && !damagedBinary:
		if c.text == nil {
			c.text = wire.NewTextReader(c.options.Schemas, c.strings.texts, c.report, c.handler.Records)
			c.text.Wait = c.options.Follow && !c.impatient
		}
		c.text.Begin()
		return c.textLines, "text"
	case bytes.Equal(first, wire.ChunkMagic[:4]):
		chunks := wire.NewChunks(c.options.Schemas, c.report, c.handler.Records)
		return chunks.Decode, "chunks"
	case bytes.Equal(first, registryMark):
		dec := wire.NewDecoder(c.options.Schemas, true, c.report, nil, c.handler)
		dec.Declared(c.options.ByteLengths)
		return dec.Decode, "recorded socket stream"
	default:
		return c.binaryReading(), "binary"
	}
}

func (c *contents) textLines(data []byte, offset int64, last bool) int {
	if marked, found := bytes.CutPrefix(data, byteOrderMark); found && offset == 0 {
		return len(byteOrderMark) + c.text.Decode(marked, last)
	}
	return c.text.Decode(data, last)
}

// lacksString ends the message on a record whose string is not in the map.
const lacksString = "which kieker.map does not have: copy the kieker.map of this log anew"

func (c *contents) binaryReading() reading {
	if c.binary == nil {
		c.binary = wire.NewDecoder(c.options.Schemas, false, c.report, wire.NewBudget(3*maxMap), c.handler)
		c.binary.WaitForStrings(c.options.Follow && !c.impatient, lacksString)
		c.define(maps.Keys(c.strings.texts))
	}
	return c.binary.Decode
}

func (c *contents) define(ids iter.Seq[int32]) {
	beyond := 0
	for id := range ids {
		if !c.binary.Define(id, c.strings.texts[id]) {
			beyond++
		}
	}
	c.report.Strings.Store(int64(c.binary.Strings()))
	c.tellBeyond(beyond)
}

func (c *contents) loadMap(ctx context.Context) error {
	if c.mapFile == "" {
		return nil
	}
	in, err := safe.Open(ctx, c.mapFile)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", c.mapFile, safe.Cause(err))
	}
	defer in.Close()
	if info, err := in.Stat(); err == nil && info.Size() > maxMap {
		return fmt.Errorf("cannot read %s: %w", c.mapFile, errMapSize)
	}
	return c.useMap(in)
}

func (c *contents) useMap(in io.Reader) error {
	if err := c.strings.readWhole(in); err != nil {
		return fmt.Errorf("cannot read the log's map: %w", err)
	}
	c.tellMap()
	return nil
}

func (c *contents) tellMap() {
	if n := c.strings.problems; n > 0 {
		c.report.Fault(0, fmt.Sprintf("kieker.map: %s an id a second meaning", quantity.Plural(n, "line is no entry, or gives", "lines are no entries, or give")))
	}
	c.tellBeyond(c.strings.beyond)
	c.strings.problems, c.strings.beyond = 0, 0
}

func (c *contents) tellBeyond(n int) {
	if n > 0 {
		c.report.Fault(0, fmt.Sprintf("kieker.map: %s left out, since Beagle keeps %s strings of a log, of 1 MiB at most: record fewer or shorter values",
			quantity.Plural(n, "string is", "strings are"), quantity.Count(kieker.MaxStrings)))
	}
}

func (c *contents) plain() bool {
	for _, kind := range c.kinds {
		if !strings.HasPrefix(kind, "text") && !strings.HasPrefix(kind, "binary") {
			return false
		}
	}
	r := c.report
	return r.Broken.Load()+r.Unknown.Load()+r.Skipped.Load()+r.Recovered.Load()+r.Redefined.Load() == 0
}
