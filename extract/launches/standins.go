package launches

import (
	"regexp"
	"slices"
	"strings"
)

// frameworks are what makes stand-ins: objects that tests put in the place of the program's own
// or of a library's, and that only say what a test wants them to say.
var frameworks = regexp.MustCompile(`\b(?:org\.mockito|org\.easymock|org\.jmock|mockit)\.|MockBean|MockitoBean|InjectMock\b`)

// Stand-ins as fields and parameters, and as what a call makes. Spies run the real code.
var (
	standInField = regexp.MustCompile(`@(?:Mock|MockBean|MockitoBean|InjectMock|Mocked|Injectable)\b(?:\s*\((?:[^()]|\([^()]*\))*\))?\s+(?:@\w+(?:\s*\([^()]*\))?\s+)*(?:(?:private|protected|public|final|static|transient|volatile)\s+)*([\w.]+)`)
	standInMade  = regexp.MustCompile(`\b(?:mock|createMock|createNiceMock|createStrictMock|niceMock|strictMock)\s*\(\s*([\w.]+)\s*\.\s*class\b`)
)

// StandIns are the simple names of the types that sources of tests make stand-ins of, sorted.
func StandIns(tests []string) (types []string) {
	for _, path := range tests {
		text, _, ok := source(path)
		if !ok || !frameworks.MatchString(text) {
			continue
		}
		for _, made := range []*regexp.Regexp{standInField, standInMade} {
			for _, at := range made.FindAllStringSubmatch(text, -1) {
				types = append(types, at[1][strings.LastIndex(at[1], ".")+1:])
			}
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}

var word = regexp.MustCompile(`\w+`)

// Words are all words of sources, without those of comments.
func Words(paths []string) map[string]bool {
	all := map[string]bool{}
	for _, path := range paths {
		text, _, _ := source(path)
		for _, one := range word.FindAllString(text, -1) {
			all[one] = true
		}
	}
	return all
}
