package extension

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"

	"beagle/extension/wire"
	"beagle/internal/safe"
	"beagle/model"
)

// manifestVersion is the version of manifests.
const manifestVersion = 1

const prefix = "beagle-"

// Manifest says what an extension is, without running it.
type Manifest struct {
	Manifest int          `json:"manifest" doc:"version of the manifest: 1"`
	Name     string       `json:"name" doc:"small letters, digits and hyphens; the program is beagle-NAME"`
	Version  string       `json:"version"` // of the extension, as its author counts
	Doc      string       `json:"doc" doc:"what it does, in one line"`
	Points   []wire.Point `json:"points" doc:"where it takes part: analyser, fitness, notifier, reporter, tool, language, adapter"`
	Within   float64      `json:"within,omitempty" doc:"seconds that a request may take, at most 3600; default 60"`
}

const maxManifest = 64 << 10

var names = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

func readManifest(program string) (m Manifest, err error) {
	file := manifestOf(program)
	wrong := func(format string, args ...any) error {
		return model.Problem{
			Severity: model.Error, Rule: "extension-manifest", File: file, Message: fmt.Sprintf(format, args...),
			Hint: "beagle extension schema manifest says what it may hold",
		}
	}
	data, err := safe.ReadFile(file, maxManifest)
	if errors.Is(err, os.ErrNotExist) {
		return m, wrong("the extension %s has no manifest", filepath.Base(program))
	} else if err != nil {
		return m, wrong("the manifest cannot be read: %v", safe.Cause(err))
	}
	reader := json.NewDecoder(bytes.NewReader(data))
	if err := reader.Decode(&m); err != nil {
		return m, wrong("the manifest is no JSON of the right form: %s", safe.Line(err.Error()))
	}
	want := nameOf(program)
	switch {
	case m.Manifest != manifestVersion:
		return m, wrong("the manifest is of version %d; this Beagle reads version %d", m.Manifest, manifestVersion)
	case m.Name != want || !names.MatchString(m.Name):
		return m, wrong("the manifest names the extension %q, its program %q; a name has small letters, digits and hyphens", safe.Line(m.Name), safe.Line(want))
	case len(m.Points) == 0:
		return m, wrong("the manifest has no points")
	case m.Within < 0 || m.Within > 3600:
		return m, wrong("within is %g seconds; it may be up to 3600", m.Within)
	}
	for _, p := range m.Points {
		if !slices.Contains(wire.Points, p) {
			return m, wrong("the manifest has the point %q; there are %v", safe.Line(string(p)), wire.Points)
		}
	}
	m.Version, m.Doc = safe.Line(m.Version), safe.Line(m.Doc)
	return m, nil
}

func manifestOf(program string) string {
	return filepath.Join(filepath.Dir(program), prefix+nameOf(program)+".json")
}

func nameOf(program string) string {
	name := filepath.Base(program)
	if runtime.GOOS == "windows" {
		name = name[:len(name)-len(filepath.Ext(name))]
	}
	if len(name) > len(prefix) && name[:len(prefix)] == prefix {
		return name[len(prefix):]
	}
	return name
}

func hashOf(program string) (string, error) {
	h := sha256.New()
	for _, path := range []string{program, manifestOf(program)} {
		file, err := os.Open(path)
		if err != nil {
			return "", err
		}
		n, err := io.Copy(h, file)
		_ = file.Close()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "\n%d\n", n)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Schema is the JSON Schema of manifests.
func Schema() map[string]any { return wire.SchemaOf("manifest", Manifest{}) }
