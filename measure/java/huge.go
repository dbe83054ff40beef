package java

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/measure/java/classes"
	"beagle/model"
)

// hugeMethod is the largest code, in bytes, of a method that HotSpot's compilers take unless told otherwise
// (-XX:HugeMethodLimit with -XX:+DontCompileHugeMethods).
const hugeMethod = 8000

func (t *Trial) sayHuge() {
	if len(t.huge) == 0 {
		return
	}
	t.note(model.Problem{
		Severity: model.Warning, Rule: "huge",
		Message: fmt.Sprintf("with probes %s of more than %d bytes, which the JVM does not compile, so that they run slowly, as %s",
			quantity.Plural(len(t.huge), "method has code", "methods have code"), hugeMethod, t.huge[0]),
		Hint: "launch the program with -XX:-DontCompileHugeMethods",
	})
}

func (t *Trial) outgrown(plain, probed string) error {
	err := filepath.WalkDir(probed, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".class" {
			return err
		}
		with, err := hugeMethods(path)
		if err != nil || len(with) == 0 {
			return err
		}
		relative, err := filepath.Rel(probed, path)
		if err != nil {
			return err
		}
		without, err := hugeMethods(filepath.Join(plain, relative))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		class := strings.ReplaceAll(filepath.ToSlash(strings.TrimSuffix(relative, ".class")), "/", ".")
		for _, m := range slices.Sorted(maps.Keys(with)) {
			if !without[m] {
				t.huge = append(t.huge, class+"."+m[:strings.IndexByte(m, '(')])
			}
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) { // nothing was compiled
		return nil
	}
	return err
}

func hugeMethods(path string) (map[string]bool, error) {
	class, err := classes.Read(path)
	if err != nil {
		return nil, err
	}
	huge := map[string]bool{}
	for _, m := range class.Members {
		if m.Code > hugeMethod && strings.HasPrefix(m.Type, "(") {
			huge[m.Name+m.Type] = true
		}
	}
	return huge, nil
}
