package logs

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/measure/kieker"
	"beagle/measure/kieker/wire"
)

// contents decodes what is in the files of one log: each by its first bytes, all
// with the strings of the log's map.
type contents struct {
	options Options
	report  *kieker.Reading
	handler kieker.Handler
	mapFile string           // empty: none
	names   map[int32]string // of the map
	mapSize int64            // of the map when it was read

	text   *wire.TextReader // kept over the files of a log, for its strings
	binary *wire.Decoder
	kinds  []string
}

// newContents reads the content of one log, whatever form its files have.
func newContents(log logSource, options Options, r *kieker.Reading, handler kieker.Handler) *contents {
	return &contents{options: options, report: r, handler: handler, mapFile: log.mapFile}
}

// reading is what reads one file: text lines, binary records, a recorded
// socket stream, or chunks.
type reading func(data []byte, offset int64, last bool) (used int)

// note keeps which forms a log has, for people.
func (c *contents) note(kind string) {
	if !slices.Contains(c.kinds, kind) {
		c.kinds = append(c.kinds, kind)
		c.report.SetKind(strings.Join(c.kinds, " and "))
	}
}

// registryMark is what a socket stream begins with.
var registryMark = []byte{0xff, 0xff, 0xff, 0xff}

// reading is how a file is read, which its report says.
func (c *contents) reading(path string, first []byte, packed string) reading {
	read, kind := c.format(path, first)
	c.report.Begin(path, kind == "text")
	if packed != "" {
		kind += ", " + packed
	}
	c.note(kind)
	return read
}

// format chooses by the first bytes: ids of binary records are small, so that
// their first byte is 0.
func (c *contents) format(path string, first []byte) (reading, string) {
	damagedBinary := first[0] != '$' && strings.HasSuffix(path, ".bin")
	switch {
	case first[0] != 0 && first[0] != 0xff && !bytes.Equal(first, wire.ChunkMagic[:4]) && !damagedBinary:
		if c.text == nil {
			c.text = wire.NewTextReader(c.options.Schemas, c.names, c.report, c.handler.Records)
		}
		c.text.Begin(c.names)
		if c.options.Follow {
			// The map is written before the first record that needs an entry.
			c.text.Reload = func() map[int32]string {
				if c.mapGrew() && c.loadMap() == nil {
					return c.names
				}
				return nil
			}
		}
		return func(data []byte, _ int64, last bool) int { return c.text.Decode(data, last) }, "text"
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

// binaryReading decodes binary records with the strings of the map.
func (c *contents) binaryReading() reading {
	if c.binary == nil {
		c.binary = wire.NewDecoder(c.options.Schemas, false, c.report, wire.NewBudget(3*maxMap), c.handler)
		c.useStrings()
	}
	return func(data []byte, offset int64, last bool) int {
		if c.options.Follow && !c.binary.KnowsStrings(data) {
			// The map is written before the records that need it.
			if c.loadMap() == nil {
				c.useStrings()
			}
		}
		return c.binary.Decode(data, offset, last)
	}
}

// useStrings makes the texts of a map file known to the decoder of binary records.
func (c *contents) useStrings() {
	for id, text := range c.names {
		c.binary.Define(id, text)
	}
	c.report.Strings.Store(int64(c.binary.Strings()))
}

// loadMap reads the map, if there is one.
func (c *contents) loadMap() error {
	if c.mapFile == "" {
		return nil
	}
	in, err := os.Open(c.mapFile)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", c.mapFile, safe.Cause(err))
	}
	defer in.Close()
	if info, err := in.Stat(); err == nil {
		c.mapSize = info.Size()
	}
	return c.useMap(in)
}

// useMap takes the log's table of strings.
func (c *contents) useMap(in io.Reader) error {
	texts, problems, err := readMap(in)
	if err != nil {
		return fmt.Errorf("cannot read the log's map: %w", err)
	}
	if problems > 0 {
		c.report.Fault(0, fmt.Sprintf("%d lines of the map are no entries or give an id a second meaning", problems))
	}
	c.names = texts
	return nil
}

// plain reports whether everything was understood, so that reading a file did
// not depend on the ones before it.
func (c *contents) plain() bool {
	for _, kind := range c.kinds {
		if !strings.HasPrefix(kind, "text") && !strings.HasPrefix(kind, "binary") {
			return false
		}
	}
	r := c.report
	return r.Broken.Load()+r.Unknown.Load()+r.Skipped.Load()+r.Recovered.Load()+r.Redefined.Load() == 0
}

// mapGrew reports whether the map is another one than when it was read last.
func (c *contents) mapGrew() bool {
	info, err := os.Stat(c.mapFile)
	return err == nil && info.Size() != c.mapSize
}
