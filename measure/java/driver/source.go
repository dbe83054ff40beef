package driver

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/measure/java/classes"
)

// shared is the package of drivers of what can be called from everywhere.
const shared = "drivers"

// boxes are the classes that hold primitive values.
var boxes = map[string]string{
	"byte": "Byte", "char": "Character", "double": "Double", "float": "Float", "int": "Integer", "long": "Long", "short": "Short", "boolean": "Boolean",
}

var notLetters = regexp.MustCompile(`[^A-Za-z0-9]+`)

func (m *Method) unit() string {
	simple := m.Class[strings.LastIndexAny(m.Class, "/$")+1:]
	name := notLetters.ReplaceAllString(strings.Join(append([]string{simple, m.Name}, m.types()...), "_"), "_")
	if len(name) > 100 {
		sum := sha256.Sum256([]byte(m.Descriptor))
		name = name[:90] + hex.EncodeToString(sum[:4])
	}
	return "Drive_" + strings.TrimSuffix(name, "_")
}

// pack is the package of a method's driver: the method's own where others cannot call it.
func (m *Method) pack() string {
	at := strings.LastIndexByte(m.Class, '/')
	switch {
	case at < 0:
		return ""
	case m.Hidden:
		return strings.ReplaceAll(m.Class[:at], "/", ".")
	}
	return shared
}

func (m *Method) qualified() string { return strings.TrimPrefix(m.pack()+"."+m.unit(), ".") }

type variable struct {
	name, kind string // of the parameter, and its type in Java
	made       string // how it is made
}

// reserved are names that generated code has for itself.
var reserved = []string{"receiver", "in", "inputs", "n", "mask", "from", "call", "at", "end", "beagle_drive", "java"}

func (m *Method) variables() (all []variable) {
	if !m.static() {
		all = append(all, variable{"receiver", classes.Java("L" + m.Class + ";"), "in.receiver()"})
	}
	first, _, _ := strings.Cut(m.Class, "/")
	for i, d := range classes.Parameters(m.Descriptor) {
		name := m.Names[i]
		if slices.Contains(reserved, name) || name == first || notLetters.MatchString(strings.ReplaceAll(name, "_", "")) {
			name = fmt.Sprintf("arg%d", i)
		}
		all = append(all, variable{name, classes.Java(d), fmt.Sprintf("in.parameter(%d)", i)})
	}
	return all
}

func (m *Method) source() string {
	var b strings.Builder
	line := func(format string, a ...any) { fmt.Fprintf(&b, format+"\n", a...) }
	vars := m.variables()
	if pack := m.pack(); pack != "" {
		line("package %s;\n", pack)
	}
	line("/** Calls %s. */", m)
	line("@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\"})")
	line("public final class %s extends beagle_drive.Driver {", m.unit())
	for _, v := range vars {
		line("    private %s[] %s;", v.kind, v.name)
	}
	line("\n    /** The inputs of one call. Make them otherwise here: in.random, in.size(\"name.BYTESIZE\") and in.value(\"name.VALUE\") help. */")
	line("    @Override\n    public Object[] inputs(beagle_drive.Inputs in) throws Throwable {\n        return new Object[] {")
	for _, v := range vars {
		line("            %s, // %s %s", v.made, v.kind, v.name)
	}
	line("        };\n    }\n\n    @Override\n    public void room(int n) {")
	for _, v := range vars {
		base, dims, _ := strings.Cut(v.kind, "[")
		if dims != "" {
			dims = "[" + dims
		}
		line("        %s = new %s[n]%s;", v.name, base, dims)
	}
	line("    }\n\n    @Override\n    public void put(int call, Object[] inputs) {")
	for i, v := range vars {
		cast := v.kind
		if box := boxes[cast]; box != "" {
			cast = box
		}
		line("        %s[call] = (%s) inputs[%d];", v.name, cast, i)
	}
	line("    }\n\n    @Override\n    public void calls(int from, int n, int mask) throws Throwable {")
	for _, v := range vars {
		line("        final %s[] %s = this.%s;", v.kind, v.name, v.name)
	}
	line("        for (int call = from, end = from + n; call < end; call++) {\n            final int at = call & mask;")
	line("            %s;\n        }\n    }\n}", m.call(vars))
	return b.String()
}

func (m *Method) call(vars []variable) string {
	on := classes.Java("L" + m.Class + ";")
	var arguments []string
	for _, v := range vars {
		if v.name == "receiver" {
			on = "receiver[at]"
			continue
		}
		arguments = append(arguments, v.name+"[at]")
	}
	call := fmt.Sprintf("%s.%s(%s)", on, m.Name, strings.Join(arguments, ", "))
	if strings.HasSuffix(m.Descriptor, ")V") {
		return call
	}
	return "beagle_drive.Sink.take(" + call + ")"
}

// written begins a driver that nobody has changed: its sum follows.
const written = "// Written by beagle cost. Change it as you like: then it stays as it is. "

// keep writes a driver into the folder of the program's drivers, unless a person has changed it, and says
// where it is.
func (x *Index) keep(m *Method) (file string, changed bool, err error) {
	text := m.source()
	file = filepath.Join(x.Folder, filepath.FromSlash(strings.ReplaceAll(m.qualified(), ".", "/"))+".java")
	old, err := safe.ReadFile(file, 1<<20)
	if err == nil {
		first, rest, _ := bytes.Cut(old, []byte("\n"))
		if string(first) != written+sum(string(rest)) {
			return file, true, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return file, false, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return file, false, err
	}
	_, err = safe.WriteFile(file, []byte(written+sum(text)+"\n"+text), safe.WriteOptions{})
	return file, false, err
}

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:6])
}
