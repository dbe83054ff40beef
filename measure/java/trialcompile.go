package java

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/charset"
	"beagle/measure/launch"
	"beagle/model"
)

// compilable compiles files without probes, again and again without those in which
// there are errors, and returns those that compile together, and an error of the
// others.
func (t *trial) compilable(ctx context.Context, files []int, out string, path []string) (good []int, why *rejection, err error) {
	for range maxPlain {
		if len(files) == 0 {
			return nil, why, nil
		}
		rejected, log, err := t.compile(ctx, files, false, out, path)
		if err != nil || rejected == nil {
			return files, why, err
		}
		for _, i := range files {
			if said := rejected[i]; why == nil && len(said) > 0 {
				why = &rejection{path: t.sources[i].path, line: said[0].line, message: "javac does not compile it without probes either: " + said[0].message}
			}
		}
		if len(rejected) == 0 { // it fails, and does not say where
			return nil, &rejection{path: t.project, message: "javac fails without probes, too: " + log}, nil
		}
		files = slices.DeleteFunc(slices.Clone(files), func(i int) bool { return rejected[i] != nil })
	}
	return nil, why, nil
}

// probed compiles files with probes, and takes those back that are rejected. Only
// files with errors are compiled again, and at the end all: javac looks at some
// things only where there are no other errors.
func (t *trial) probed(ctx context.Context, files []int, path []string) error {
	pending := files
	for n := 1; len(pending) > 0; n++ {
		t.options.say(fmt.Sprintf("compiling %d files with probes", len(pending)))
		rejected, log, err := t.compile(ctx, pending, true, filepath.Join(t.dir, "probed"), path)
		switch {
		case err != nil:
			return err
		case rejected == nil && len(pending) == len(files):
			return nil
		case rejected == nil:
			pending = files
			continue
		}
		by := map[string][]rejection{}
		for i, said := range rejected {
			if by[t.sources[i].path] = said; n >= maxTrials {
				by[t.sources[i].path] = []rejection{{message: "javac does not compile it without probes either: " + said[0].message}} // at no line: all of the file
			}
		}
		dropped, err := t.takeBack(by)
		if err != nil {
			return err
		}
		if !dropped || n > 2*maxTrials {
			t.notes = append(t.notes, model.Problem{
				Severity: model.Error, Rule: "compile", Message: "the copy does not compile with its probes, and none of them is seen to be the cause:\n" + log,
				Hint: "this is an error of Beagle's: please report it with the file",
			})
			return nil
		}
		pending = slices.Sorted(maps.Keys(rejected))
	}
	return nil
}

// compile has javac compile files and returns what it rejects, by file; nil:
// nothing.
func (t *trial) compile(ctx context.Context, files []int, probed bool, out string, path []string) (rejected map[int][]rejection, log string, err error) {
	if err := os.RemoveAll(out); err != nil {
		return nil, "", err
	}
	none := filepath.Join(t.dir, "none") // where sources are that were not named
	for _, dir := range []string{out, none} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, "", err
		}
	}
	arguments := []string{
		"-nowarn", "-g", "-implicit:none", "-encoding", "UTF-8", "-Xmaxerrs", "10000", "-d", out,
		"-sourcepath", none, "-cp", strings.Join(path, string(filepath.ListSeparator)),
	}
	at := map[string]int{}
	for _, i := range files {
		file, err := t.readable(i, probed)
		if err != nil {
			return nil, "", err
		}
		at[file] = i
		arguments = append(arguments, file)
	}
	list := filepath.Join(t.dir, "arguments")
	if err := os.WriteFile(list, argumentFile(arguments), 0o600); err != nil {
		return nil, "", err
	}
	result, err := launch.Run(ctx, launch.Spec{
		Name: "javac", Command: []string{compilerOf(t.Home), english, "@" + list}, Output: filepath.Join(t.dir, "javac.log"),
	})
	if err == nil && result.Stopped {
		err = ctx.Err()
	}
	if err != nil || result.OK() {
		return nil, "", err
	}
	text, err := os.Open(result.Output)
	if err != nil {
		return nil, "", err
	}
	defer text.Close()
	said, err := rejections(text)
	rejected = map[int][]rejection{}
	for path, said := range byPath(said) {
		if i, ok := at[path]; ok {
			rejected[i] = said
		}
	}
	return rejected, result.Tail, err
}

// readable is a file that javac reads as UTF-8: the source itself, or one that
// says the same.
func (t *trial) readable(i int, probed bool) (string, error) {
	s := t.sources[i]
	file, kind := s.path, "as is"
	if probed {
		var err error
		if file, err = t.inCopy(s.path); err != nil {
			return "", err
		}
		kind = "with probes"
	}
	if s.utf8 {
		return file, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	text := charset.Decode(file, data)
	other := filepath.Join(t.dir, kind, fmt.Sprint(i), filepath.Base(file))
	return other, writeAll(other, []byte(text.String))
}

// writeAll writes a file and makes its folder.
func writeAll(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// argumentFile holds arguments as javac reads them from a file: there is a bound
// on what a command may be given.
func argumentFile(arguments []string) []byte {
	var text strings.Builder
	for _, argument := range arguments {
		text.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(argument) + "\"\n")
	}
	return []byte(text.String())
}
