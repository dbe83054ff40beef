package launches

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/extract/project"
	"beagle/internal/safe"
)

type given struct {
	file      string   // that says so
	class     string   // with main
	called    string   // what the build calls it, such as a task or an execution; empty: nothing
	arguments []string // of the program
	options   []string // of the JVM
	path      []string // entries of the class path that are no module's classes and no library; relative ones from dir
	dir       string   // folder in which it runs, absolute; empty: the project's
}

func (g *given) same(other *given) bool {
	return g.class == other.class && slices.Equal(g.arguments, other.arguments) && slices.Equal(g.options, other.options) && g.dir == other.dir
}

// givenByBuild are the classes that exec and application plug-ins, manifests and the like name, and how these run
// them.
func givenByBuild(p *project.Project) (all []given) {
	var named []given
	for _, file := range p.Builds() {
		data, err := safe.ReadFile(file, project.MaxBuild)
		if err != nil {
			continue
		}
		text := xmlComment.ReplaceAllString(string(data), "")
		switch filepath.Base(file) {
		case "pom.xml":
			all = append(all, givenByMaven(p, file, data)...)
		case "build.gradle", "build.gradle.kts":
			if runs := toldByGradle(p, file); len(runs) > 0 {
				all = append(all, runs...)
			} else {
				all = append(all, givenByGradle(file, text)...)
			}
		}
		for _, found := range mainClass.FindAllStringSubmatch(text, -1) {
			named = append(named, given{file: file, class: first(found[1:])})
		}
	}
	for i := range named {
		if !slices.ContainsFunc(all, func(g given) bool { return g.class == named[i].class }) {
			all = append(all, named[i])
		}
	}
	var once []given
	for i := range all {
		if !slices.ContainsFunc(once, func(g given) bool { return g.same(&all[i]) }) {
			once = append(once, all[i])
		}
	}
	return once
}

func first(all []string) string {
	for _, one := range all {
		if one != "" {
			return one
		}
	}
	return ""
}

// mostPlaceholders bounds how deep properties name others, and longestValue what comes of that.
const (
	mostPlaceholders = 8
	longestValue     = 64 << 10
)

var placeholder = regexp.MustCompile(`\$\{([^${}]+)\}`)

func resolved(text string, value func(name string) (string, bool)) (string, bool) {
	for range mostPlaceholders {
		known, room := true, longestValue-len(text)
		next := placeholder.ReplaceAllStringFunc(text, func(found string) string {
			v, ok := value(found[2 : len(found)-1])
			room -= len(v)
			if known = known && ok && room >= 0; !known {
				return ""
			}
			return v
		})
		if !known {
			return "", false
		}
		if next == text {
			return text, true
		}
		text = next
	}
	return "", false
}

// command takes the words behind "java" apart: options, the class with main, and its arguments.
func command(words []string) (g given, ok bool) {
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "-cp" || word == "-classpath" || word == "--class-path" || word == "-p" || word == "--module-path":
			i++
		case word == "-jar" || word == "-m" || word == "--module" || strings.HasPrefix(word, "@"):
			return g, false
		case strings.HasPrefix(word, "--add-") && !strings.Contains(word, "=") && i+1 < len(words):
			g.options = append(g.options, word, words[i+1])
			i++
		case strings.HasPrefix(word, "-agentlib:jdwp"), strings.HasPrefix(word, "-Xrunjdwp"), word == "-Xdebug", strings.HasPrefix(word, "-javaagent"):
		case strings.HasPrefix(word, "-"):
			g.options = append(g.options, word)
		default:
			g.class, g.arguments = word, words[i+1:]
			return g, true
		}
	}
	return g, false
}

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

var (
	xmlComment   = regexp.MustCompile(`(?s)<!--.*?-->`)
	profileBlock = regexp.MustCompile(`(?s)<profile>(.*?)</profile>`)
	profileID    = regexp.MustCompile(`<id>\s*([\w.-]+)\s*</id>`)
	moduleLine   = regexp.MustCompile(`<module>\s*([^<]+?)\s*</module>`)
)

// profile is the Maven profile without which the project's build does not know a module.
func (f *finder) profile(dir string) string {
	for _, file := range f.p.Builds() {
		if filepath.Base(file) != "pom.xml" {
			continue
		}
		data, err := safe.ReadFile(file, maxSource)
		if err != nil {
			continue
		}
		text := xmlComment.ReplaceAllString(string(data), "")
		if lists(profileBlock.ReplaceAllString(text, ""), file, dir) {
			continue
		}
		for _, block := range profileBlock.FindAllStringSubmatch(text, -1) {
			if id := profileID.FindStringSubmatch(block[1]); id != nil && lists(block[1], file, dir) {
				return id[1]
			}
		}
	}
	return ""
}

// lists reports whether a part of a build file names a folder, or one above it, as a module.
func lists(text, file, dir string) bool {
	for _, m := range moduleLine.FindAllStringSubmatch(text, -1) {
		module := filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))
		if dir == module || strings.HasPrefix(dir, module+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
