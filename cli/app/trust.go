package app

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"beagle/internal/safe"
)

// Folder is where agreements are kept, one file for each project: $XDG_STATE_HOME/beagle/trust.
func Folder() string { return filepath.Join(xdg.StateHome, "beagle", "trust") }

// agreement is that code of a project may run. A build tool runs code of the project before anything is compiled: Maven
// loads the agents that .mvn/jvm.config names, Gradle runs its settings, and wrappers are programs of the project. So
// an agreement holds for a folder and for the content of all files that decide which code a build runs. It ends
// when one of them changes.
type agreement struct {
	Folder string `json:"folder"` // the project's, absolute and without symbolic links
	Digest string `json:"digest"` // SHA-256 of the files that decide which code a build runs
}

// Agreed reports whether a person has agreed that code of the project in a folder runs, and
// nothing that decides which code that is has changed since.
func Agreed(dir string) bool {
	now, err := present(dir)
	if err != nil {
		return false
	}
	data, err := safe.ReadFile(now.file(), 1<<16)
	var then agreement
	return err == nil && json.Unmarshal(data, &then) == nil && then == now
}

// Agree remembers that a person has agreed that code of the project in a folder runs.
func Agree(dir string) error {
	now, err := present(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(Folder(), 0o700); err != nil {
		return fmt.Errorf("the agreement cannot be kept: %w", err)
	}
	data, err := json.Marshal(now)
	if err != nil {
		return err
	}
	return os.WriteFile(now.file(), data, 0o600) // one that is half written agrees to nothing
}

// Disagree forgets what Agree remembered.
func Disagree(dir string) {
	if now, err := present(dir); err == nil {
		_ = os.Remove(now.file())
	}
}

func (a agreement) file() string {
	sum := sha256.Sum256([]byte(a.Folder))
	return filepath.Join(Folder(), hex.EncodeToString(sum[:16])+".json")
}

func present(dir string) (agreement, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return agreement{}, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return agreement{}, err
	}
	digest, err := digest(dir)
	return agreement{dir, digest}, err
}

// Names and folders of files that decide which code a build runs.
var (
	names = []string{
		"pom.xml", "build.xml", "mvnw", "mvnw.cmd", "gradlew", "gradlew.bat", "gradle.properties", "Makefile", "makefile", "GNUmakefile",
	}
	endings = []string{".gradle", ".gradle.kts", ".versions.toml"}
	inside  = []string{".mvn", "gradle/wrapper", "buildSrc", "build-logic"}
	outputs = []string{".git", ".gradle", "node_modules", "target", "buildSrc/build", "build-logic/build"} // what builds themselves write
)

// mostDeciding bounds the size of one of these files; a larger one is not trusted.
const mostDeciding = 64 << 20

func digest(dir string) (string, error) {
	whole := sha256.New()
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && d != nil && d.IsDir() && file != dir:
			return fs.SkipDir // nobody can build from it either
		case err != nil:
			return err
		}
		relative := strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(file, dir)), "/")
		switch {
		case d.IsDir() && within(relative, outputs):
			return fs.SkipDir
		case d.IsDir() || !decides(relative):
			return nil
		}
		if link, err := os.Readlink(file); err == nil {
			relative += " -> " + link
		}
		data, err := safe.ReadFile(file, mostDeciding)
		if errors.Is(err, fs.ErrNotExist) || isFolder(file) { // a link to nothing, or to a folder
			data, err = nil, nil
		}
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		fmt.Fprintf(whole, "%q %x\n", relative, sum)
		return nil
	})
	return hex.EncodeToString(whole.Sum(nil)), err
}

func decides(relative string) bool {
	name := path.Base(relative)
	return slices.Contains(names, name) || within(relative, inside) ||
		slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

func within(relative string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return strings.Contains("/"+relative+"/", "/"+folder+"/") })
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
