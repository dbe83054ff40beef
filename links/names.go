package links

import (
	"regexp"
	"strconv"
	"strings"

	"beagle/model/language"

	"beagle/model"
)

// position is the text that the reverse engineering tool SoMoX puts into the names of actions.
var position = regexp.MustCompile(`@position: (\S+)\.java\.(\S+?)\(\)\S*(?: from (\d+) to (\d+)| at (\d+))?`)

type namedPlace struct {
	unit, method string
	first        int // of the first statement; -1: only the method is known
}

func parseName(name string) (namedPlace, bool) {
	m := position.FindStringSubmatch(name)
	if m == nil {
		return namedPlace{}, false
	}
	p := namedPlace{unit: m[1], method: m[2][strings.LastIndexByte(m[2], '.')+1:], first: -1}
	number := func(text string) int {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return -1
		}
		return int(n)
	}
	switch {
	case m[5] != "":
		p.first = number(m[5])
	case m[3] != "":
		p.first = number(m[3])
	}
	return p, true
}

// FromNames reads the positions that SoMoX has put into the names of internal actions and external calls.
func FromNames(elements []model.Element) *File {
	f := &File{}
	seen := map[string]bool{}
	for _, e := range elements {
		if e.Kind != model.InternalAction && e.Kind != model.CallParameter || seen[e.PCMID] {
			continue
		}
		if p, ok := parseName(e.Name); ok && p.first >= 0 {
			seen[e.PCMID] = true
			f.Links = append(f.Links, Link{
				Element: e.PCMID, First: Position{p.unit, p.first}, Line: e.Line,
			})
		}
	}
	return f
}

func namedBodies(elements []model.Element, methods []language.Method) []Match {
	var list []Match
	for _, e := range elements {
		p, ok := parseName(e.Name)
		if !ok || p.first < 0 || e.Kind != model.Loop && e.Kind != model.Branch {
			continue
		}
		for i := range methods {
			m := &methods[i]
			if m.Unit != p.unit || p.first < m.First || p.first >= m.End {
				continue
			}
			s := statementAt(m.Body, p.first)
			if s == nil {
				continue
			}
			named := matcher{method: m, score: 0.95, missing: map[string]string{}}
			switch {
			case e.Kind == model.Loop && s.Kind == language.Loop:
				named.body(e.Body, s.Inner, 0)
			case e.Kind == model.Branch && s.Kind == language.Choice:
				for at, o := range e.Branches {
					named.body(o.Behaviour, s.Inner, at)
				}
			}
			list = append(list, named.found...)
		}
	}
	return list
}

func (m *matcher) body(key string, blocks []language.Block, at int) {
	if at < len(blocks) {
		if s, ok := span(blocks[at].Statements); ok {
			m.add(key, s, 1, "")
		}
	}
}

func statementAt(list []language.Statement, offset int) *language.Statement {
	for i := range list {
		if list[i].At == offset {
			return &list[i]
		}
		for _, b := range list[i].Inner {
			if s := statementAt(b.Statements, offset); s != nil {
				return s
			}
		}
	}
	return nil
}
