package benchmark

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"beagle/internal/safe"
	"beagle/model"
)

// Folder is where results are kept, a folder for each machine: $XDG_STATE_HOME/beagle/benchmarks.
func Folder() string { return filepath.Join(xdg.StateHome, "beagle", "benchmarks") }

// mostBytes of a result.
const mostBytes = 1 << 20

// CheckName refuses names of machines that are no names of folders.
func CheckName(name string) error {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, `/\:`) || safe.Line(name) != name {
		return model.Problem{
			Severity: model.Error, Rule: "benchmark", Message: "the machine's name \"" + safe.Line(name) + "\" cannot name a folder",
			Hint: "give it a name without / \\ and :, such as --name lab-1",
		}
	}
	return nil
}

// Keep writes a result to a file of its own, so that earlier ones stay, and returns its path.
func Keep(r *Result) (path string, err error) {
	if err := CheckName(r.Machine); err != nil {
		return "", err
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(Folder(), r.Machine)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path = filepath.Join(dir, r.Time.UTC().Format("2006-01-02-150405.000000000")+".json")
	if _, err := safe.WriteFile(path, append(data, '\n'), safe.WriteOptions{}); err != nil {
		return "", err
	}
	return path, os.Chmod(path, 0o600)
}

// Latest is the last result of a machine.
func Latest(name string) (*Result, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(safe.Pattern(Folder()), safe.Pattern(name), "*.json")) // sorted
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, unknown(name)
	}
	path := files[len(files)-1]
	data, err := safe.ReadFile(path, mostBytes)
	if err != nil {
		return nil, err
	}
	var r Result
	if err := json.Unmarshal(data, &r); err != nil || !r.sound() {
		return nil, model.Problem{Severity: model.Error, Rule: "benchmark", File: path, Message: "this is no result of beagle benchmark", Hint: "remove the file, or measure the machine anew"}
	}
	r.Machine = name // of its folder, which may have been copied here
	return &r, nil
}

func unknown(name string) error {
	hint := "on that machine run beagle benchmark, or from here beagle benchmark --machine HOST"
	entries, err := os.ReadDir(Folder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var known []string
	for _, e := range entries {
		known = append(known, safe.Line(e.Name()))
	}
	if len(known) > 0 {
		hint += "; known are " + strings.Join(known, ", ")
	}
	return model.Problem{Severity: model.Error, Rule: "benchmark", Message: "there is no benchmark of the machine " + name, Hint: hint}
}

// sound reports whether rates can be taken of all kernels.
func (r *Result) sound() bool {
	for i := range r.Kernels {
		if len(r.Kernels[i].Rounds) < 2 {
			return false
		}
		for _, round := range r.Kernels[i].Rounds {
			if round.Operations <= 0 || !(round.CPU > 0) || !(round.Wall > 0) {
				return false
			}
		}
	}
	return len(r.Kernels) > 0
}
