package classes

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/measure/java/jdk"
	"beagle/measure/launch"
)

// Command is what a java command line says about classes.
type Command struct {
	Path    []string // class path: folders and jars, absolute
	Modules []string // entries of the module path that hold modules
	Compile []string // options that javac needs too: --add-exports and the like
	Agents  []string // what -javaagent and -agentpath load
	Main    string   // main class, as the command names it; empty: a module or jar says
	Source  bool     // it compiles a source file itself (JEP 330)
	Java    string   // the java that is run, as the command names it
}

// withValue are options of the launcher whose value is the next argument.
var withValue = []string{
	"-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path", "--add-modules", "--limit-modules",
	"--add-exports", "--add-opens", "--add-reads", "--patch-module", "--enable-native-access", "--source", "-d", "--describe-module",
}

// ReadCommand reads the command line of the java launcher: command[0] is java.
func ReadCommand(command []string, dir string, get func(string) string) (Command, error) {
	c := Command{Java: command[0]}
	c.agents(Words(get("JAVA_TOOL_OPTIONS")))
	arguments, err := expand(slices.Concat(Words(get("JDK_JAVA_OPTIONS")), command[1:]), dir)
	if err != nil {
		return c, err
	}
	path := get("CLASSPATH")
	for len(arguments) > 0 {
		name := arguments[0]
		arguments = arguments[1:]
		if !strings.HasPrefix(name, "-") {
			if c.Source = strings.HasSuffix(name, ".java"); c.Source && path == "" {
				return c, nil
			}
			if !c.Source {
				c.Main = name
			}
			break
		}
		value := ""
		if long, after, ok := strings.Cut(name, "="); ok && strings.HasPrefix(name, "--") {
			name, value = long, after
		} else if (slices.Contains(withValue, name) || name == "-jar" || name == "-m" || name == "--module") && len(arguments) > 0 {
			value, arguments = arguments[0], arguments[1:]
		}
		switch name {
		case "-cp", "-classpath", "--class-path":
			path = value
		case "-p", "--module-path", "--upgrade-module-path":
			for _, entry := range Entries(dir, value) {
				c.Modules = append(c.Modules, modulesIn(entry)...)
			}
		case "--patch-module":
			if _, patch, ok := strings.Cut(value, "="); ok {
				c.Modules = slices.Concat(Entries(dir, patch), c.Modules)
			}
		case "--add-exports", "--add-modules":
			c.Compile = append(c.Compile, name, value)
		case "--enable-preview":
			c.Compile = append(c.Compile, name)
		case "-m", "--module":
			if path == "" {
				return c, nil // there is no class path then
			}
			arguments = nil
		case "-jar":
			c.Path = Entries(dir, value)
			return c, nil
		default:
			c.agents([]string{name})
		}
	}
	if path == "" {
		path = "."
	}
	c.Path = Entries(dir, path)
	return c, nil
}

// Agents are the agents that options of a JVM load: -javaagent, -agentpath and
// -agentlib.
func Agents(options string) []string {
	var c Command
	c.agents(Words(options))
	return c.Agents
}

func (c *Command) agents(options []string) {
	for _, option := range options {
		for _, prefix := range []string{"-javaagent:", "-agentpath:", "-agentlib:"} {
			if rest, ok := strings.CutPrefix(option, prefix); ok {
				name, _, _ := strings.Cut(rest, "=")
				c.Agents = append(c.Agents, name)
			}
		}
	}
}

const maxArgumentFile = 1 << 20

func expand(arguments []string, dir string) ([]string, error) {
	var all []string
	skip := false
	for i, argument := range arguments {
		switch {
		case skip:
			skip = false
		case argument == "--disable-@files":
			return append(all, arguments[i:]...), nil
		case strings.HasPrefix(argument, "@@"):
			argument = argument[1:]
		case strings.HasPrefix(argument, "@"):
			file := argument[1:]
			if !filepath.IsAbs(file) {
				file = filepath.Join(dir, file)
			}
			text, err := safe.ReadFile(file, maxArgumentFile)
			if err != nil {
				return nil, fmt.Errorf("argument file %s: %w", file, err)
			}
			inner := Words(string(text))
			all = append(all, inner...)
			if slices.ContainsFunc(inner, isMain(inner)) {
				return append(all, arguments[i+1:]...), nil
			}
			continue
		case slices.Contains(withValue, argument):
			skip = true
		case !strings.HasPrefix(argument, "-"), argument == "-jar", argument == "-m", argument == "--module":
			return append(all, arguments[i:]...), nil // the rest is the program's
		}
		all = append(all, argument)
	}
	return all, nil
}

func isMain(words []string) func(string) bool {
	i := -1
	return func(word string) bool {
		i++
		return word == "-jar" || word == "-m" || word == "--module" ||
			!strings.HasPrefix(word, "-") && (i == 0 || !slices.Contains(withValue, words[i-1]))
	}
}

// Words splits the text of an argument file or of a variable such as JDK_JAVA_OPTIONS as the launcher does.
func Words(text string) (words []string) {
	var word strings.Builder
	open, in := rune(0), false
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case open != 0 && r == '\\' && i+1 < len(runes):
			i++
			word.WriteRune(runes[i])
		case open != 0 && r == open:
			open = 0
		case open != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			open, in = r, true
		case r == '#' && !in:
			for i+1 < len(runes) && runes[i+1] != '\n' {
				i++
			}
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words
}

// Environment is what a launch is given besides Beagle's own environment.
func Environment(command string, given map[string]string) map[string]string {
	env := map[string]string{}
	maps.Copy(env, given)
	if !jdk.IsJava(command) {
		const name = "GRADLE_OPTS"
		env[name] = strings.TrimSpace(launch.Variable(env, name) + " -Dorg.gradle.daemon=false")
	}
	return env
}
