package launches

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/measure"
	"beagle/measure/java/jdk"
)

type arguments struct {
	numbers map[int]bool // places of those that are read as numbers
	others  bool         // it reads others, too, which cannot be made up
	wants   int          // it takes at least so many; 0: none, or numbers alone
}

var (
	numberAt = regexp.MustCompile(`(?:(?:Integer|Long|Short|Byte)\s*\.\s*(?:parse(?:Int|Long|Short|Byte)|valueOf|decode)|(?:Double|Float)\s*\.\s*(?:parse(?:Double|Float)|valueOf)|new\s+(?:java\.math\.)?(?:Integer|Long|Double|Float|BigInteger|BigDecimal))\s*\(\s*(\w+)\s*\[\s*(\d{1,2})\s*\]`)
	anyAt    = regexp.MustCompile(`\b(\w+)\s*\[\s*(\d{1,2})\s*\]`)
)

func argumentsOf(text, name string) (a arguments) {
	if name == "" {
		return a
	}
	a.numbers = map[int]bool{}
	for _, at := range numberAt.FindAllStringSubmatch(text, -1) {
		if at[1] == name {
			a.numbers[place(at[2])] = true
		}
	}
	for _, at := range anyAt.FindAllStringSubmatch(text, -1) {
		a.others = a.others || at[1] == name && !a.numbers[place(at[2])]
	}
	_, body, _ := strings.Cut(text, " main")
	_, body, _ = strings.Cut(body, "{")
	body = block(body)
	a.others = a.others || regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\s*\[\s*[A-Za-z_]`).MatchString(body)
	for i := range len(a.numbers) { // those before one that is read, too
		a.others = a.others || !a.numbers[i]
	}
	a.wants = wants(text, body, name, a.others)
	return a
}

func place(digits string) int {
	n, _ := strconv.Atoi(digits) // digits they are
	return n
}

// wants is how many arguments main takes where it reads some by their places, looks at one after another, or hands
// them on, as parsers of options want them.
func wants(text, body, arguments string, others bool) (most int) {
	name := regexp.QuoteMeta(arguments)
	for _, at := range regexp.MustCompile(`\b`+name+`\s*\[\s*(\d{1,2})\s*\]`).FindAllStringSubmatch(body, -1) {
		most = max(most, place(at[1])+1)
	}
	if most > 0 || serves.MatchString(text) {
		return most
	}
	if others || regexp.MustCompile(`[(,:]\s*`+name+`\s*[),]`).MatchString(body) {
		return 1
	}
	return 0
}

// sizes are what each of some numbers among the arguments is given: sizes of inputs spread over their logarithms,
// fewer where several vary together, since each combination is a launch, and none of 1 then, with which many a
// program does nothing.
func sizes(numbers int) []string {
	switch {
	case numbers <= 2:
		return []string{"1", "10", "100", "1000"}
	case numbers == 3:
		return []string{"10", "30", "100"}
	}
	return []string{"10", "100"}
}

// mostGiven bounds the numbers of a build's arguments that vary.
const mostGiven = 2

// largestGiven is the largest number among a build's arguments that varies: a larger one is a seed or a key.
const largestGiven = 1 << 30

// noSize are options whose number is none of how much there is to do.
var noSize = regexp.MustCompile(`(?i)port|seed|thread|worker|core|cpu|parallel|level|verb|debug|version|\bid\b|timeout|delay|sleep|rate|prob|log`)

// varyGiven has numbers among the arguments that a build gives, the last of a command, vary around what they are:
// those that main reads by their places as numbers, and those behind an option.
func varyGiven(l *measure.Launch, arguments int, numbers map[int]bool) {
	first := len(l.Command) - arguments
	for i := first; i < len(l.Command) && len(l.Vary) < mostGiven; i++ {
		option := i > first && strings.HasPrefix(l.Command[i-1], "-") && !noSize.MatchString(l.Command[i-1])
		n, err := strconv.ParseInt(l.Command[i], 10, 64)
		if err != nil || n < 2 || n > largestGiven || !option && !numbers[i-first] {
			continue
		}
		if l.Vary == nil {
			l.Vary = map[string][]string{}
		}
		name := fmt.Sprintf("n%d", i-first+1)
		var values []string
		for _, value := range []int64{n / 4, n / 2, n, 2 * n} {
			if said := strconv.FormatInt(value, 10); value > 0 && (len(values) == 0 || values[len(values)-1] != said) {
				values = append(values, said)
			}
		}
		l.Vary[name], l.Command[i] = values, "{"+name+"}"
	}
}

// longest is the length of a class path from which on Shorten moves it into a file.
const longest = 400

// Shorten puts a long class path of a command into a file of a folder.
func Shorten(l *measure.Launch, project, folder string) error {
	if len(l.Command) < 4 || l.Command[1] != "-cp" || len(l.Command[2]) <= longest {
		return nil
	}
	file := filepath.Join(folder, l.Name+".args")
	if inside, err := filepath.Rel(project, file); err != nil || !filepath.IsLocal(inside) {
		return nil //nolint:nilerr // a file elsewhere would be in no copy of the project
	}
	named, err := filepath.Rel(filepath.Join(project, l.Dir), file)
	if err != nil {
		return err
	}
	if err := jdk.WriteFile(file, jdk.ArgumentFile(l.Command[1:3])); err != nil {
		return err
	}
	l.Command = slices.Concat(l.Command[:1], []string{"@" + filepath.ToSlash(named)}, l.Command[3:])
	return nil
}
