package rules

import (
	"strings"

	"beagle/extract/attribution"
)

// packages names a type after the package below the longest common one.
func (a divider) packages() func(*attribution.Type) string {
	types := map[string]int{} // of each package
	for _, t := range a.Types {
		if t.File < a.own && !isDriver(t) && !a.isData(t) {
			types[t.Package]++
		}
	}
	name := below(types)
	return func(t *attribution.Type) string {
		if t.Package == "" || isDriver(a.Type(t.Outer)) {
			return ""
		}
		return name(t.Package)
	}
}

// A package with more than three quarters of a program's types is no part of it but the program.
const (
	mostOf, ofAll = 3, 4
	mostStems     = 16
)

// below gives the function that names a package after the one below the longest that all have in common, or below the
// longest that nearly all have; types is how many each package has.
func below(types map[string]int) func(string) string {
	all := 0
	for _, n := range types {
		all += n
	}
	stems := [][]string{commonOf(types)}
	name := func(pkg string) string {
		parts := strings.Split(pkg, ".")
		longest := stems[0]
		for _, stem := range stems[1:] {
			if len(stem) > len(longest) && within(parts, stem) {
				longest = stem
			}
		}
		if len(parts) < len(longest) {
			return ""
		}
		return strings.Join(parts[:min(len(parts), len(longest)+1)], ".")
	}
	var parts map[string]map[string]int // packages of each part
	for len(stems) < mostStems {
		parts = map[string]map[string]int{}
		for pkg, n := range types {
			part := name(pkg)
			if parts[part] == nil {
				parts[part] = map[string]int{}
			}
			parts[part][pkg] = n
		}
		before := len(stems)
		for _, packages := range parts {
			n := 0
			for _, of := range packages {
				n += of
			}
			if ofAll*n > mostOf*all && len(packages) > 1 && len(parts) > 1 { // at most one does
				stems = append(stems, commonOf(packages))
			}
		}
		if len(stems) == before {
			break
		}
	}
	if len(stems[0]) > 0 {
		return name
	}
	return func(pkg string) string { // com and org say nothing
		if packages := parts[name(pkg)]; len(packages) > 0 && !strings.Contains(name(pkg), ".") {
			return strings.Join(commonOf(packages), ".")
		}
		return name(pkg)
	}
}

func commonOf(packages map[string]int) (common []string) {
	first := true
	for pkg := range packages {
		parts := strings.Split(pkg, ".")
		if first {
			common, first = parts, false
		}
		n := 0
		for n < len(common) && n < len(parts) && common[n] == parts[n] {
			n++
		}
		common = common[:n]
	}
	return common
}

func within(parts, above []string) bool {
	if len(parts) < len(above) {
		return false
	}
	for i := range above {
		if parts[i] != above[i] {
			return false
		}
	}
	return true
}
