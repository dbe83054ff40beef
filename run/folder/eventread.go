package folder

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/s2"

	"beagle/measure"
	"beagle/model"
)

// ReadEvents passes the events of all segments of a folder on, in order.
func ReadEvents(dir string, to func(measure.Event) error) (problems []model.Problem, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "launch-*.seg"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	for _, path := range files {
		var launch, part int32
		if _, err := fmt.Sscanf(filepath.Base(path), "launch-%d.%d.seg", &launch, &part); err != nil {
			continue // not ours
		}
		file, err := os.Open(path)
		if err != nil {
			return problems, err
		}
		damage, err := read(bufio.NewReaderSize(file, 1<<20), func(e measure.Event) error {
			e.Launch = launch
			return to(e)
		})
		_ = file.Close()
		if err != nil {
			return problems, err
		}
		if damage != nil {
			problems = append(problems, model.Problem{
				Severity: model.Error, Rule: "raw-damaged", File: path,
				Message: fmt.Sprintf("the events are damaged from here on: %v", damage), Hint: "the events before are good; results do not depend on this file",
			})
		}
	}
	return problems, nil
}

func read(in io.Reader, to func(measure.Event) error) (damage, err error) {
	start := make([]byte, len(version))
	if _, err := io.ReadFull(in, start); err != nil || string(start) != version {
		return errors.New("it does not begin as a segment"), nil
	}
	head := make([]byte, header)
	var body, events []byte
	for {
		if _, err := io.ReadFull(in, head); errors.Is(err, io.EOF) {
			return nil, nil
		} else if err != nil {
			return err, nil
		}
		packed, size := binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint32(head[4:])
		if packed > maxFrame || size > maxFrame {
			return errFormat, nil
		}
		body = slices.Grow(body[:0], int(packed))[:packed]
		if _, err := io.ReadFull(in, body); err != nil {
			return err, nil
		}
		if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(head[8:]) {
			return errors.New("a checksum does not match"), nil
		}
		if n, err := s2.DecodedLen(body); err != nil || n != int(size) {
			return errFormat, nil
		}
		if events, err = s2.Decode(events[:cap(events)], body); err != nil {
			return err, nil
		}
		for d := (decoder{data: events}); len(d.data) > 0; {
			e := d.event()
			if d.err != nil {
				return d.err, nil
			}
			if err := to(e); err != nil {
				return nil, err
			}
		}
	}
}
