package extension

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
)

//go:embed templates
var templates embed.FS

type kind struct {
	name, doc        string
	method, function string // the request of its point, and what answers it in Python
	params, want     string // of the test
}

var kinds = []kind{
	{"analyser", "proposes lines through one input", "analyser/propose", "propose", `{"element":{"id":"_a","kind":"loop"},"data":{"columns":[{"variable":"n.VALUE","kind":"number","values":[1,2,null,4]}],"target":[3,5,7,9],"weight":[1,1,1,1],"noisy":false},"seed":1}`, "1 + 2 * n.VALUE"},
	{"fitness", "grades by error and size", "fitness/grade", "grade", `{"kind":"loop","proposals":[{"text":"n.VALUE","error":0.1,"size":1,"depth":1,"cost":5}]}`, "0.11"},
	{"notifier", "says when a run has ended", "notifier/notify", "notify", `{"run":"r","state":"finished","reason":"enough","model":"m.repository"}`, `"id": 2, "result": {}`},
	{"reporter", "writes a run's result as Markdown", "reporter/report", "report", `{"result":{"run":"r","state":"finished","elements":[]}}`, "# r: finished"},
}

func kindNames() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// languages are the programming languages in which Beagle can write the skeleton of an extension.
var languages = []string{"python", "go", "java", "shell"}

var valid = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

func writeSkeleton(dir, name, kindName, language string) (files []string, err error) {
	wrong := func(hint, format string, args ...any) error {
		return model.Problem{Severity: model.Error, Rule: "extension-new", Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == kindName })
	switch {
	case !valid.MatchString(name):
		return nil, wrong("for example peaks, or our-peaks", "%q is no name of an extension: it has small letters, digits and hyphens, at most 40", safe.Line(name))
	case at < 0:
		return nil, wrong("", "there is no kind %q; there are %s", safe.Line(kindName), strings.Join(kindNames(), ", "))
	case !slices.Contains(languages, language):
		return nil, wrong("", "there is no beginning in %q; there are %s", safe.Line(language), strings.Join(languages, ", "))
	case language != "python" && kindName != "analyser":
		return nil, wrong("--language python, or begin with --kind analyser: only its one request differs", "a %s is begun in Python only", kindName)
	}
	if _, err := os.Stat(dir); err == nil {
		return nil, wrong("name another with --dir", "%s is there already", safe.Line(dir))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, f := range contents(kinds[at], name, language) {
		path := filepath.Join(dir, f.name)
		mode := os.FileMode(0o644)
		if f.program {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte(f.text), mode); err != nil {
			return files, err
		}
		files = append(files, path)
	}
	return files, nil
}

type file struct {
	name, text string
	program    bool
}

func contents(k kind, name, language string) []file {
	build, want, doc := ":", k.want, k.doc
	program := "beagle-" + name
	var own []file
	switch language {
	case "python":
		own = []file{{program, strings.Replace(read("python.py"), "POINT\n", read("python-"+k.name+".py"), 1), true}}
	case "shell":
		want, doc = `"expression":"6"`, "proposes the mean"
		own = []file{{program, read("shell-analyser.sh"), true}}
	case "go":
		build = "go build -o " + program + " ."
		own = []file{{"main.go", read("go-analyser.go.txt"), false}, {"go.mod", read("go.mod.txt"), false}}
	case "java":
		build = "javac -d . Extension.java"
		own = []file{{"Extension.java", read("java-analyser.java.txt"), false}, {program, read("java-analyser.sh"), true}}
	}
	files := append(own, file{program + ".json", read("manifest.json"), false}, file{"test.sh", read("test.sh"), true}, file{"README.md", read("README.md"), false})
	fill := strings.NewReplacer("NAME", name, "DOC", doc, `"KIND"`, `"`+k.name+`"`, "METHODS", "METHODS", "METHOD", k.method, "FUNCTION", k.function, "PARAMS", k.params, "WANT", want, "BUILD", build)
	for i := range files {
		files[i].text = fill.Replace(files[i].text)
		if language == "python" { // the constant NAME is Python's
			files[i].text = strings.Replace(files[i].text, name+", VERSION, POINTS =", "NAME, VERSION, POINTS =", 1)
			files[i].text = strings.Replace(files[i].text, `"name": `+name+`,`, `"name": NAME,`, 1)
		}
	}
	return files
}

func read(name string) string {
	data, err := templates.ReadFile("templates/" + name)
	if err != nil {
		panic(err) // it is compiled in
	}
	return string(data)
}
