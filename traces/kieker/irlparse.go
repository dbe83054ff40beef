package kieker

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"beagle/model"
)

// parser reads one file of the instrumentation record language: the part of it that decides how records look on the
// wire.
type parser struct {
	file    string
	tokens  []token
	at      int
	pkg     string
	imports []string
}

type token struct {
	text string
	line int
}

var irlKinds = map[string]Type{
	"boolean": Bool, "byte": Byte, "char": Char, "short": Short, "int": Int,
	"long": Long, "float": Float, "double": Double, "string": String,
}

func (r *reader) parse(file, text string) error {
	p := &parser{file: file, tokens: tokenize(text)}
	abstract := false
	for p.peek() != "" {
		switch word := p.next(); word {
		case "package":
			p.pkg = p.next()
		case "import":
			p.imports = append(p.imports, p.next())
		case "@":
			p.annotation()
		case "const":
			p.next() // type
			p.next() // name
			p.value()
		case "enum":
			r.enums[p.peek()] = true
			if err := p.enum(); err != nil {
				return err
			}
		case "abstract": // the entity follows
			abstract = true
			continue
		case "model":
			name := p.next()
			r.models[p.qualified(name)] = p.names(name)
		case "sub":
			prefix, model := p.next(), p.next()
			if p.peek() != ":" {
				p.next()
				return p.wrong(":")
			}
			p.next()
			r.subs = append(r.subs, derivation{model: p.qualified(model), derived: recordType{name: prefix, templates: p.names(""), imports: p.imports, pkg: p.pkg, file: p.file, line: p.line()}})
		case "template", "entity", "event":
			t, err := p.declaration(word)
			if err != nil {
				return err
			}
			t.abstract, abstract = abstract, false
			if _, known := r.types[t.name]; !known {
				r.order = append(r.order, t.name)
			}
			r.types[t.name] = t
		default:
			return p.wrong("package, import, template, entity, enum or const")
		}
	}
	return nil
}

func (p *parser) declaration(word string) (*recordType, error) {
	t := &recordType{entity: word != "template", pkg: p.pkg, imports: p.imports, file: p.file, line: p.line()}
	t.name = p.qualified(p.next())
	if !IsClassName(t.name) {
		return nil, p.wrong("a name")
	}
	if p.peek() == "extends" {
		p.next()
		t.parent = p.next()
	}
	if p.peek() == ":" {
		p.next()
		t.templates = p.names("")
	}
	if p.peek() != "{" {
		return t, nil // a marker without fields
	}
	p.next()
	for p.peek() != "}" {
		if p.peek() == "" {
			return nil, p.wrong("}")
		}
		if err := p.field(t); err != nil {
			return nil, err
		}
	}
	p.next()
	return t, nil
}

func (p *parser) qualified(name string) string {
	if p.pkg == "" {
		return name
	}
	return p.pkg + "." + name
}

func (p *parser) names(before string) (all []string) {
	if before != "" && p.at < len(p.tokens) && p.tokens[p.at].line != p.line() {
		return nil
	}
	for ; ; p.next() {
		all = append(all, p.next())
		if p.peek() != "," {
			return all
		}
	}
}

func (p *parser) field(t *recordType) error {
	transient := false
	for {
		switch p.peek() {
		case "@":
			p.next()
			p.annotation()
			continue
		case "transient":
			transient = true
			p.next()
			continue
		case "auto-increment", "changeable", "unsigned":
			p.next()
			continue
		case "alias": // another name for a field that exists
			for p.peek() != "" && p.next() != "as" {
				continue
			}
			p.next()
			return nil
		case "const":
			p.next()
			p.next()
			p.next()
			p.value()
			return nil
		}
		break
	}
	word := p.next()
	line := p.line()
	kind, ok := irlKinds[word]
	of, enum := "", ""
	if word == "grouped" { // grouped by X.f name: a field of f's type
		if p.next() != "by" {
			return p.wrong("by")
		}
		of = p.next()
	} else if !ok {
		if !IsClassName(word) {
			return p.wrong("a type")
		}
		kind, enum = Int, word // its ordinal
	}
	size := 0
	for p.peek() == "[" {
		p.next()
		if n, err := strconv.Atoi(p.peek()); err == nil {
			p.next()
			if n < 1 || n > 4096 {
				return p.wrong("an array length from 1 to 4096")
			}
			size = n
		}
		if p.next() != "]" {
			return p.wrong("]")
		}
		kind |= Array
	}
	name := p.next()
	if !IsClassName(name) {
		return p.wrong("a field's name")
	}
	p.value()
	if !transient {
		t.fields = append(t.fields, recordField{Field: Field{Name: name, Type: kind}, size: size, of: of, enum: enum, line: line})
	}
	return nil
}

func (p *parser) value() {
	if p.peek() != "=" {
		return
	}
	p.next()
	if p.peek() == "-" || p.peek() == "+" {
		p.next()
	}
	if p.next() != "{" {
		return
	}
	for depth := 1; depth > 0 && p.peek() != ""; {
		switch p.next() {
		case "{":
			depth++
		case "}":
			depth--
		}
	}
}

func (p *parser) enum() error {
	p.next()
	if p.next() != "{" {
		return p.wrong("{")
	}
	for p.peek() != "" {
		if p.next() == "}" {
			return nil
		}
	}
	return p.wrong("}")
}

func (p *parser) annotation() {
	p.next()
	if p.peek() == "(" {
		for p.peek() != "" && p.next() != ")" {
			continue
		}
	} else if text := p.peek(); strings.HasPrefix(text, "'") || strings.HasPrefix(text, `"`) {
		p.next()
	}
}

func (p *parser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at].text
	}
	return ""
}

func (p *parser) next() string {
	text := p.peek()
	p.at++
	return text
}

func (p *parser) line() int {
	if len(p.tokens) == 0 {
		return 1
	}
	return p.tokens[max(0, min(p.at-1, len(p.tokens)-1))].line
}

func (p *parser) wrong(want string) error {
	found := "the end of the file"
	if p.at-1 >= 0 && p.at-1 < len(p.tokens) {
		found = fmt.Sprintf("%.40q", p.tokens[p.at-1].text)
	}
	return model.Problem{
		Severity: model.Error, File: p.file, Line: p.line(), Message: fmt.Sprintf("%s is expected here, but there is %s", want, found),
		Hint: "record types are written in Kieker's instrumentation record language",
	}
}

func tokenize(text string) []token {
	var all []token
	line := 1
	for len(text) > 0 {
		c := rune(text[0])
		size := 1
		switch {
		case strings.HasPrefix(text, "//"):
			size = until(text, "\n")
			text = text[size:]
			continue
		case strings.HasPrefix(text, "/*"):
			size = min(until(text, "*/")+2, len(text))
		case c == '"' || c == '\'':
			size = min(1+until(text[1:], string(c))+1, len(text))
			all = append(all, token{text[:size], line})
		case unicode.IsSpace(c):
		case isIRLWord(c):
			for size < len(text) && (isIRLWord(rune(text[size])) || strings.ContainsRune(".*-", rune(text[size]))) {
				size++
			}
			all = append(all, token{text[:size], line})
		default:
			all = append(all, token{text[:1], line})
		}
		line += strings.Count(text[:size], "\n")
		text = text[size:]
	}
	return all
}

func until(text, mark string) int {
	if i := strings.Index(text, mark); i >= 0 {
		return i
	}
	return len(text)
}

func isIRLWord(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}
