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
	"beagle/measure/java/jdk"
	"beagle/measure/launch"
	"beagle/model"
)

// compilable compiles files without probes, again and again without those in which there are errors.
func (t *Trial) compilable(ctx context.Context, files []int, out string, path []string) (good []int, why *jdk.Rejection, err error) {
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
				why = &jdk.Rejection{Path: t.sources[i].Path, Line: said[0].Line, Message: "javac does not compile it without probes either: " + said[0].Message}
			}
		}
		if len(rejected) == 0 { // it fails, and does not say where
			return nil, &jdk.Rejection{Path: t.Place.Project, Message: "javac fails without probes, too: " + log}, nil
		}
		files = slices.DeleteFunc(slices.Clone(files), func(i int) bool { return rejected[i] != nil })
	}
	return nil, why, nil
}

// probed compiles files with probes, and takes those back that are rejected.
func (t *Trial) probed(ctx context.Context, files []int, path []string) error {
	pending := files
	for n := 1; len(pending) > 0; n++ {
		t.Say(fmt.Sprintf("compiling %d files with probes", len(pending)))
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
		by := map[string][]jdk.Rejection{}
		for i, said := range rejected {
			if by[t.sources[i].Path] = said; n >= maxTrials {
				by[t.sources[i].Path] = []jdk.Rejection{{Message: "javac does not compile it without probes either: " + said[0].Message}} // at no line: all of the file
			}
		}
		dropped, err := t.Sources.TakeBack(t.Place, by)
		if err != nil {
			return err
		}
		if !dropped || n > 2*maxTrials {
			t.note(model.Problem{
				Severity: model.Error, Rule: "compile", Message: "the copy does not compile with its probes, and none of them is seen to be the cause:\n" + log,
				Hint: "this is an error of Beagle's: please report it with the file",
			})
			return nil
		}
		pending = slices.Sorted(maps.Keys(rejected))
	}
	return nil
}

func (t *Trial) compile(ctx context.Context, files []int, probed bool, out string, path []string) (rejected map[int][]jdk.Rejection, log string, err error) {
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
	if err := os.WriteFile(list, jdk.ArgumentFile(arguments), 0o600); err != nil {
		return nil, "", err
	}
	command := []string{jdk.Compiler(t.Home), jdk.English}
	if len(files) <= jdk.FewFiles {
		command = append(command, jdk.Quick)
	}
	result, err := launch.Run(ctx, launch.Spec{Name: "javac", Command: append(command, "@"+list), Output: filepath.Join(t.dir, "javac.log")})
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
	said, err := jdk.Rejections(text)
	rejected = map[int][]jdk.Rejection{}
	for path, said := range jdk.ByPath(said) {
		if i, ok := at[path]; ok {
			rejected[i] = said
		}
	}
	return rejected, result.Tail, err
}

func (t *Trial) readable(i int, probed bool) (string, error) {
	s := t.sources[i]
	file, kind := s.Path, "as is"
	if probed {
		var err error
		if file, err = t.Place.Of(s.Path); err != nil {
			return "", err
		}
		kind = "with probes"
	}
	if s.UTF8 {
		return file, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	text := charset.Decode(file, data)
	other := filepath.Join(t.dir, kind, fmt.Sprint(i), filepath.Base(file))
	return other, jdk.WriteFile(other, []byte(text.String))
}
