package predict

import (
	"os"
	"path/filepath"
	"slices"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/predict/simulation"
)

// Check says what a simulator would trip over in a model: a folder or files. All reasons come at once, also those
// that only running it brings to light. A repository by itself says nothing of who is connected to whom, so nothing
// is said of that.
func Check(models ...string) ([]model.Problem, error) {
	in, problems, err := instance.Read(models...)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(in.Files, func(f string) bool { return filepath.Ext(f) == ".system" }) {
		problems = slices.DeleteFunc(problems, func(p model.Problem) bool { return p.Rule == "unconnected" })
	}
	problems = append(problems, unrecorded(in.Files)...)
	if slices.ContainsFunc(problems, func(p model.Problem) bool { return p.Severity == model.Error }) {
		return problems, nil // what is not there cannot be run
	}
	_, _, found := simulation.Check(simulation.Compile(in, simulation.CompileOptions{}), 1)
	for _, p := range found {
		if !slices.Contains(problems, p) {
			problems = append(problems, p)
		}
	}
	return problems, nil
}

// Beside are the files of the model that a file belongs to: with it, the only ones of the other kinds in its folder;
// the file alone where another one of its own kind lies there, too.
func Beside(file string) []string {
	files := []string{file}
	entries, _ := os.ReadDir(filepath.Dir(file)) // what cannot be listed is not beside
	for _, kind := range instance.Kinds {
		var found []string
		for _, e := range entries {
			path := filepath.Join(filepath.Dir(file), e.Name())
			if !e.IsDir() && filepath.Ext(path) == kind && instance.Calibrated(path) != filepath.Clean(file) && instance.Calibrated(filepath.Clean(file)) != path {
				found = append(found, path)
			}
		}
		switch own := filepath.Ext(file) == kind; {
		case own && len(found) > 1:
			return []string{file}
		case !own && len(found) == 1:
			files = append(files, found[0])
		}
	}
	return files
}
