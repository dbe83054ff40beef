package launches

import (
	"path/filepath"
	"regexp"
	"strings"

	"beagle/extract/project"
)

func toldByGradle(p *project.Project, file string) (all []given) {
	dir := filepath.Dir(file)
	dirs := []string{dir}
	for _, m := range p.Modules { // of which one file may tell
		if m.Dir != dir && p.ModuleOf(filepath.Join(m.Dir, "x")) == m.Dir && strings.HasPrefix(m.Dir, dir+string(filepath.Separator)) {
			dirs = append(dirs, m.Dir)
		}
	}
	for _, dir := range dirs {
		told, found := p.ReadTold(dir)
		if !found {
			continue
		}
		for _, run := range told.Runs {
			g := given{file: file, class: run.Class, called: run.Task, arguments: run.Arguments, options: run.Options, path: run.Path, dir: run.Dir}
			if g.called == "run" { // as every application has it
				g.called = ""
			}
			all = append(all, g)
		}
	}
	return all
}

var (
	// Blocks of a Gradle build file that set a task up which runs a class.
	runBlock = regexp.MustCompile(`(?m)\b(?:task\s+(\w+)\s*\([^)\n]*type\s*:\s*JavaExec[^)\n]*\)|task\s*<\s*JavaExec\s*>\s*\(\s*["'](\w+)["']\s*\)|(?:register|create|named)\s*(?:<\s*JavaExec\s*>)?\s*\(\s*["'](\w+)["'](?:\s*,\s*JavaExec(?:::class|\.class)?)?\s*\)|(run))\s*\{`)
	mainIn   = regexp.MustCompile(`\bmain(?:Class(?:Name)?)?(?:\.set)?\s*[=( ]\s*\(?\s*["']([\w.$]+)["']`)
	argsOf   = regexp.MustCompile(`(?m)\b(setArgs|args)\b\s*(?:\+?=|\()?([^\n]*)`)
	literal  = regexp.MustCompile(`"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'`)
	ofList   = regexp.MustCompile(`listOf|mutableListOf|arrayOf|Arrays\.asList|as List|[\s,()\[\]]`)
)

// givenByGradle is how a build file of Gradle's that was not asked has classes run, as far as it writes that out.
func givenByGradle(file, text string) (all []given) {
	text = gradleComment.ReplaceAllStringFunc(text, func(found string) string {
		if found[0] == '/' {
			return " "
		}
		return found
	})
	for _, at := range runBlock.FindAllStringSubmatchIndex(text, mostBlocks) {
		inside := joined(block(text[at[1]:]))
		var name string
		for i := 2; i < len(at); i += 2 {
			if at[i] >= 0 {
				name = text[at[i]:at[i+1]]
			}
		}
		g := given{file: file, called: name, dir: filepath.Dir(file)}
		if name == "run" {
			g.called = ""
		}
		if found := mainIn.FindStringSubmatch(inside); found != nil {
			g.class = found[1]
		} else if found := mainIn.FindStringSubmatch(text); found != nil && name == "run" {
			g.class = found[1]
		}
		if g.class == "" {
			continue
		}
		for _, found := range argsOf.FindAllStringSubmatch(inside, -1) {
			some, known := texts(found[2])
			if !known {
				g.arguments = nil
				break
			}
			g.arguments = append(g.arguments, some...)
		}
		all = append(all, g)
	}
	return all
}

var gradleComment = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`)

// mostBlocks and largestBlock bound what is read of a file whose blocks stand within one another or never end.
const (
	mostBlocks   = 500
	largestBlock = 16 << 10
)

// block is what stands before the brace that ends a block.
func block(text string) string {
	text = text[:min(len(text), largestBlock)]
	depth := 1
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i]
			}
		}
	}
	return text
}

func joined(text string) string {
	depth := 0
	return strings.Map(func(c rune) rune {
		switch c {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case '\n':
			if depth > 0 {
				return ' '
			}
		}
		return c
	}, text)
}

func texts(line string) (all []string, known bool) {
	for _, found := range literal.FindAllStringSubmatch(line, -1) {
		one := first(found[1:])
		if strings.ContainsAny(one, `$\`) {
			return nil, false
		}
		all = append(all, one)
	}
	rest := ofList.ReplaceAllString(literal.ReplaceAllString(line, ""), "")
	return all, rest == ""
}
