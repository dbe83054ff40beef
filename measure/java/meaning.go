package java

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/model"
)

// RecordsFolder is where a program that is started by hand puts its records, below what beagle instrument wrote.
const RecordsFolder = "records"

// meaningFile stands beside the records.
const meaningFile = "probes.json"

const maxMeaning = 256 << 20

// Meaning is what the numbers in records mean.
type Meaning struct {
	Version int           `json:"version"` // 1
	Table   probe.Table   `json:"table"`   // what the probes' numbers mean
	Order   measure.Order `json:"order"`   // that they were made for
}

// WriteMeaning makes a folder for records, and puts what they mean into it.
func WriteMeaning(folder string, m Meaning) error {
	m.Version = 1
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("the folder for records cannot be made: %w", err)
	}
	_, err = safe.WriteFile(filepath.Join(folder, meaningFile), append(data, '\n'), safe.WriteOptions{})
	return err
}

// ReadMeaning reads what the records beside it mean.
func ReadMeaning(folder string) (m Meaning, err error) {
	path := filepath.Join(folder, meaningFile)
	fail := func(message string) error {
		return model.Problem{
			Severity: model.Error, Rule: "records", File: path, Message: message,
			Hint: "put the probes.json beside the records that beagle instrument wrote into its folder " + RecordsFolder,
		}
	}
	data, err := safe.ReadFile(path, maxMeaning)
	if errors.Is(err, fs.ErrNotExist) {
		return m, fail("nothing says what the records mean: there is no probes.json beside them")
	} else if err != nil {
		return m, fail("what the records mean cannot be read: " + err.Error())
	}
	if err := json.Unmarshal(data, &m); err != nil || m.Version != 1 {
		return m, fail("this does not say what records mean, or in a form of another Beagle")
	}
	return m, nil
}
