package traces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"beagle/traces/classes"
)

// Workers are chained by what they have reduced: a worker writes its classes, another one reads them and goes on.
// Sums are integers and bins are counts, so that nothing is lost on the way.

const reducedFormat = "beagle reduced traces 3"

const maxReduced = 256 << 20

type reducedFile struct {
	Format  string            `json:"format"`
	Counts  Counts            `json:"counts"`
	Classes []classes.Reduced `json:"classes"`
}

// Write writes reduced traces for another worker to Read.
func Write(out io.Writer, r Result) error {
	file := reducedFile{Format: reducedFormat, Counts: r.Counts}
	for _, c := range r.Classes {
		file.Classes = append(file.Classes, c.Reduced())
	}
	return json.NewEncoder(out).Encode(file)
}

// Read adds the reduced traces of other workers to the engine: files that Write wrote, one after another.
func Read(engine *Engine, in io.Reader) error {
	limited := &io.LimitedReader{R: in}
	decoder := json.NewDecoder(limited)
	for n := 0; ; n++ {
		limited.N = maxReduced
		var file reducedFile
		if err := decoder.Decode(&file); err != nil {
			switch {
			case errors.Is(err, io.EOF) && n > 0:
				return nil
			case errors.Is(err, io.EOF):
				return errors.New("these are no reduced traces: nothing came")
			case limited.N <= 0:
				return errors.New("the reduced traces are larger than 256 MiB")
			}
			return fmt.Errorf("these are no reduced traces: %w", err)
		}
		all, err := file.restore(engine.Names())
		if err != nil {
			return err
		}
		engine.Adopt(file.Counts, all)
	}
}

// Adopt adds what Pieces gave to the engine.
func Adopt(engine *Engine, data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	var files []reducedFile
	var all []*classes.Class
	for {
		var file reducedFile
		err := decoder.Decode(&file)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("these are no reduced traces: %w", err)
		}
		if file.Counts.Negative() {
			return errors.New("the reduced traces count less than nothing")
		}
		more, err := file.restore(engine.Names())
		if err != nil {
			return err
		}
		files, all = append(files, file), append(all, more...)
	}
	var counts Counts
	for _, file := range files {
		counts.Add(&file.Counts)
	}
	engine.Adopt(counts, all)
	return nil
}

func (file *reducedFile) restore(names *classes.Names) ([]*classes.Class, error) {
	if file.Format != reducedFormat {
		return nil, fmt.Errorf("these are no reduced traces: the format is %.60q, not %q", file.Format, reducedFormat)
	}
	all := make([]*classes.Class, len(file.Classes))
	for i := range file.Classes {
		var err error
		if all[i], err = names.Restore(&file.Classes[i]); err != nil {
			return nil, fmt.Errorf("class %d of the reduced traces is damaged: %w", i+1, err)
		}
	}
	return all, nil
}
