package cost

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"beagle/config"
	"beagle/extract/project"
	"beagle/internal/charset"
	"beagle/internal/safe"
	"beagle/measure/java/syntax"
	"beagle/model"
	"beagle/run"
)

// mark finds the line of a comment that makes a promise, written as an entry of expect in beagle.yaml:
// // beagle: {grows: n log n}. Its groups are the sign of the comment and the text of the promise. One whose braces were
// forgotten is found as well, so that it is refused and not overlooked.
var mark = regexp.MustCompile(`(?m)^[ \t]*(//|/?\*+)[ \t]*beagle:[ \t]*(\{.*|(?:at|below|cost|grows|of|share):.*)$`)

// between matches what is skipped between the end of a promise and the method below it: blanks and further comments.
var between = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|\s+`)

// inComments collects the promises that comments make above methods, from all sources of a project's folder.
func inComments(ctx context.Context, where string) (all []run.Contract, err error) {
	if info, err := os.Stat(where); err != nil || !info.IsDir() {
		return nil, nil //nolint:nilerr // a jar has no sources
	}
	found, err := project.Look(ctx, where)
	if err != nil {
		return nil, nil //nolint:nilerr // a folder of classes has no sources
	}
	for _, module := range found.Modules {
		for _, path := range module.Files {
			const most = 16 << 20
			data, err := safe.ReadFile(path, most)
			if err != nil || !strings.Contains(string(data), "beagle:") {
				continue // a source that cannot be read has no class either, which is said
			}
			shown := path
			if relative, err := filepath.Rel(found.Dir, path); err == nil {
				shown = filepath.ToSlash(filepath.Join(where, relative)) // code hosts know paths from where CI begins
			}
			here, err := promisesIn(shown, charset.Decode(path, data).String)
			if err != nil {
				return nil, err
			}
			all = append(all, here...)
		}
	}
	return all, ctx.Err()
}

// promisesIn collects the promises that the comments of one source make.
func promisesIn(file, source string) (all []run.Contract, err error) {
	marks := mark.FindAllStringSubmatchIndex(source, -1)
	if len(marks) == 0 {
		return nil, nil
	}
	tree, err := syntax.Parse(source)
	if err != nil {
		p := model.Problem{Severity: model.Error, File: file, Message: "the source with promises is not readable: " + err.Error(), Hint: "mend the source, or promise in beagle.yaml"}
		var at *syntax.Error
		if errors.As(err, &at) {
			p.Line = at.Line
		}
		return nil, p
	}
	for _, at := range marks {
		line, end := tree.Line(at[4]), at[5]
		text, _, _ := strings.Cut(source[at[4]:], "*/")
		if source[at[2]:at[3]] == "//" {
			text = source[at[4]:end]
		} else {
			end = at[4] + len(text) + len("*/")
			text, _, _ = strings.Cut(text, "\n")
		}
		method := nextMethod(tree, min(end, len(source)))
		if method == nil {
			return nil, model.Problem{
				Severity: model.Error, File: file, Line: line, Message: "this promise stands above no method",
				Hint: "put it right above the method, or promise in beagle.yaml",
			}
		}
		c, err := config.Promise(file, line, nameIn(tree, method), strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// nextMethod is the method right below a comment that ends at an offset; nil: something else stands there.
func nextMethod(tree *syntax.File, end int) (next *syntax.Node) {
	tree.Root.Walk(func(n *syntax.Node) bool {
		if n.Kind == syntax.Method && int(n.Start) >= end && (next == nil || n.Start < next.Start) {
			next = n
		}
		return true
	})
	if next == nil || between.ReplaceAllString(tree.Source[end:next.Start], "") != "" {
		return nil
	}
	return next
}

// nameIn is a method's name, as Beagle's commands take it: package.Class.method, with types where it is overloaded.
func nameIn(tree *syntax.File, n *syntax.Node) string {
	var names []string
	for up := n; up != nil; up = up.Parent {
		if up.Name != "" {
			names = append([]string{up.Name}, names...)
		}
	}
	name, alike := strings.Join(names, "."), 0
	for _, member := range n.Parent.All(syntax.Member) {
		if member.Kind == syntax.Method && member.Name == n.Name {
			alike++
		}
	}
	if alike == 1 {
		return name
	}
	var types []string
	for _, p := range n.All(syntax.Param) {
		types = append(types, tree.TypeOf(p))
	}
	return name + "(" + strings.Join(types, ",") + ")"
}
