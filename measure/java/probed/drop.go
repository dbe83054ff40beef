package probed

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/measure/java/jdk"
	"beagle/measure/java/syntax"
	"beagle/model"
)

// drop takes out, or has written in another form, the sites that can be the cause of errors.
func (f *File) drop(rejected []jdk.Rejection, notes *[]model.Problem) bool {
	text := strings.Split(f.Text, "\n")
	seen := map[int]bool{} // lines
	dropped := false
	for _, r := range rejected {
		pointed := -1
		if r.Line > 0 && r.Line <= len(text) {
			pointed = probeAt(text[r.Line-1], r.Column)
		}
		here := func(i int) bool { return slices.Contains(f.lines[i], r.Line) }
		first, last := f.method(r.Line)
		suspects := []func(int) bool{
			func(i int) bool { return f.asked[i].ID == pointed },
			func(i int) bool { return here(i) && f.asked[i].Kind == Call },
			here,
			func(i int) bool {
				return slices.ContainsFunc(f.lines[i], func(line int) bool { return first <= line && line <= last })
			},
			func(int) bool { return true },
		}
		if tooLarge(r) { // the method, not what stands at its name
			suspects = suspects[3:]
		}
		if r.Line == 0 { // nothing else helped
			suspects = suspects[4:]
		}
		if seen[r.Line] { // the other errors of a line may follow from the first
			suspects = suspects[:1]
		}
		seen[r.Line] = true
		for _, fits := range suspects {
			if f.dropWhere(fits, r, notes) {
				dropped = true
				break
			}
		}
	}
	return dropped
}

// tooLarge reports whether a method or class grew beyond the limits of class files (JVMS 4.7.3 and 4.1).
func tooLarge(r jdk.Rejection) bool {
	return strings.Contains(r.Message, "too large") || strings.Contains(r.Message, "too many constants")
}

var ofProbe = regexp.MustCompile(`\bP\.[a-qs-z][a-z]*\((\d+)`)

// probeAt is the number of the probe that a column of a rewritten line is in; -1: of none.
func probeAt(line string, column int) int {
	for _, at := range ofProbe.FindAllStringSubmatchIndex(line, -1) {
		if at[0] < column && column <= at[1] {
			if id, err := strconv.Atoi(line[at[2]:at[3]]); err == nil {
				return id
			}
		}
	}
	return -1
}

func (f *File) method(line int) (first, last int) {
	f.Tree.Root.Walk(func(n *syntax.Node) bool {
		from, to := f.Tree.Line(int(n.Start)), f.Tree.Line(int(n.End))
		if line < from || to < line {
			return false
		}
		switch n.Kind {
		case syntax.Method, syntax.CompactConstructor, syntax.Initializer:
			first, last = from, to
		default:
		}
		return true
	})
	return first, last
}

var kinds = map[Kind]string{
	Demand: "statement", Transition: "branch", NotTaken: "branch not taken", LoopCount: "loop", Call: "call", Service: "method",
}

// dropWhere drops the probes at places that fit, since the compiler rejected what they became, and says so.
func (f *File) dropWhere(fits func(int) bool, r jdk.Rejection, notes *[]model.Problem) bool {
	found, nameless := false, 0 // probes that are of no element
	for i := range f.asked {
		a := &f.asked[i]
		if a.dropped || !fits(i) {
			continue
		}
		found = true
		if timed := a.Kind == Demand || a.Kind == LoopCount; timed && !a.Careful && r.Line > 0 && !tooLarge(r) {
			a.Careful = true
			continue
		}
		a.dropped = true
		line := r.Line
		if len(f.lines[i]) > 0 && !slices.Contains(f.lines[i], line) {
			line = f.lines[i][0]
		}
		what := "it is not measured: the compiler rejects its probes: "
		if a.element == "" && a.pcmID == "" {
			if nameless++; nameless > 1 && tooLarge(r) {
				what = fmt.Sprintf("%d statements, branches, loops, calls and methods have no probes: the compiler rejects them: ", nameless)
				(*notes)[len(*notes)-1].Message = what + r.Message
				continue
			}
			what = "this " + kinds[a.Kind] + " has no probes: the compiler rejects them: "
		}
		*notes = append(*notes, a.problem(model.Warning, line, what+r.Message))
	}
	return found
}
