package driver

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"beagle/measure/java/jdk"
)

// runtimeSources are the part of a driver that is the same for all methods.
//
//go:embed src/beagle_drive/*.java
var runtimeSources embed.FS

const runtimePackage = "beagle_drive"

// compiledRuntimes are the runtime's class files, by the compiler that made them and by their paths below a folder of
// classes. The first driver of a process compiles the runtime with its own source; the others take it from here.
var compiledRuntimes = struct {
	sync.Mutex
	of map[string]map[string][]byte
}{of: map[string]map[string][]byte{}}

// layRuntime puts the compiled runtime into a folder of classes. Where none is compiled yet, it writes the sources
// into another folder and returns these files.
func layRuntime(compiler, folder, classes string) (sources []string, err error) {
	if err := os.MkdirAll(classes, 0o700); err != nil {
		return nil, err
	}
	compiledRuntimes.Lock()
	compiled := compiledRuntimes.of[compiler]
	compiledRuntimes.Unlock()
	for name, data := range compiled {
		if err := jdk.WriteFile(filepath.Join(classes, name), data); err != nil {
			return nil, err
		}
	}
	if compiled != nil {
		return nil, nil
	}
	from := "src/" + runtimePackage
	entries, err := runtimeSources.ReadDir(from)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		data, err := runtimeSources.ReadFile(from + "/" + entry.Name())
		if err != nil {
			return nil, err
		}
		file := filepath.Join(folder, entry.Name())
		if err := jdk.WriteFile(file, data); err != nil {
			return nil, err
		}
		sources = append(sources, file)
	}
	return sources, nil
}

// keepRuntime keeps the runtime that was just compiled into a folder of classes.
func keepRuntime(compiler, classes string) error {
	compiled := map[string][]byte{}
	dir := os.DirFS(classes)
	err := fs.WalkDir(dir, runtimePackage, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		compiled[name], err = fs.ReadFile(dir, name)
		return err
	})
	if err != nil {
		return err
	}
	compiledRuntimes.Lock()
	defer compiledRuntimes.Unlock()
	compiledRuntimes.of[compiler] = compiled
	return nil
}
