package links

import (
	"fmt"
	"strings"

	"beagle/internal/safe"
	"beagle/model/language"

	"beagle/internal/charset"
)

func point(u *language.Unit, offset int) Point {
	at := u.Text.Offset(offset)
	if at < 0 {
		at = len(u.Text.String)
	}
	before := u.Text.String[:at]
	line := strings.LastIndexByte(before, '\n') + 1
	return Point{Line: 1 + strings.Count(before, "\n"), Column: 1 + charset.Length(before[line:]), Offset: offset}
}

func signature(m *language.Method) string {
	return m.Class + "." + m.Name + "(" + strings.Join(m.Params, ", ") + ")"
}

func (e *Entry) place(methods []language.Method) {
	for i := range methods {
		m := &methods[i]
		if e.First.Offset < m.First || e.First.Offset >= m.End {
			continue
		}
		if path, count := ordinal(m.Body, e.First.Offset, e.Last.Offset); path != nil || e.First.Offset == m.First {
			e.Method, e.Ordinal, e.Count = signature(m), path, count
		}
	}
}

// ordinal is the path to the statement at first: positions in statement lists and, between them, in the blocks of a
// statement. count is the number of statements up to the one at last.
func ordinal(list []language.Statement, first, last int) (path []int, count int) {
	for i := range list {
		if list[i].At == first {
			for n := i; n < len(list); n++ {
				if list[n].At == last {
					return []int{i}, n - i + 1
				}
			}
			return []int{i}, 1
		}
		for b, block := range list[i].Inner {
			if inner, count := ordinal(block.Statements, first, last); inner != nil {
				return append([]int{i, b}, inner...), count
			}
		}
	}
	return nil, 0
}

// Again finds the sections of changed files at their new places: by method and ordinal.
func (m *Mapping) Again(sources *language.Sources) (moved *Mapping, lost []string) {
	out := *m
	out.Links = nil
	for _, e := range m.Links {
		unit := sources.Unit(e.Unit)
		if unit == nil {
			lost = append(lost, fmt.Sprintf("%s: the file of %s is gone", safe.Clip(e.Element), safe.Clip(e.Unit)))
			continue
		}
		sum, err := Sum("sha-256", unit.Data)
		if err == nil && sum == e.SHA256 || e.Method == "" {
			out.Links = append(out.Links, e)
			continue
		}
		if why := e.again(unit, sources); why != "" {
			lost = append(lost, safe.Clip(e.Element)+": "+why)
			continue
		}
		e.SHA256 = sum
		out.Links = append(out.Links, e)
	}
	return &out, lost
}

func (e *Entry) again(unit *language.Unit, sources *language.Sources) string {
	methods, err := sources.Methods(unit.Path)
	if err != nil {
		return "the source cannot be parsed"
	}
	method := (*language.Method)(nil)
	for i := range methods {
		if signature(&methods[i]) == e.Method {
			method = &methods[i]
		}
	}
	if method == nil {
		return "there is no method " + safe.Clip(e.Method) + " any more"
	}
	first, last := method.First, method.First
	if len(e.Ordinal) > 0 {
		list := method.Body
		for i := 0; i+2 < len(e.Ordinal); i += 2 {
			at, block := e.Ordinal[i], e.Ordinal[i+1]
			if at < 0 || at >= len(list) || block < 0 || block >= len(list[at].Inner) {
				return "the method has other statements now"
			}
			list = list[at].Inner[block].Statements
		}
		at := e.Ordinal[len(e.Ordinal)-1]
		end := at + max(1, e.Count) - 1
		if at < 0 || end >= len(list) {
			return "the method has fewer statements now"
		}
		first, last = list[at].At, list[end].At
	}
	if first != e.First.Offset || last != e.Last.Offset {
		e.Moved = true
	}
	e.First, e.Last = point(unit, first), point(unit, last)
	return ""
}

// cipmOffset is the offset of "line,column;line,column".
func cipmOffset(u *language.Unit, text string) (int, bool) {
	start, _, _ := strings.Cut(text, ";")
	var line, column int
	if n, err := fmt.Sscanf(start, "%d,%d", &line, &column); n != 2 || err != nil || line < 1 || column < 0 {
		return 0, false
	}
	rows := strings.SplitAfter(u.Text.String, "\n")
	if line > len(rows) {
		return 0, false
	}
	offset := u.Text.Mark
	for _, row := range rows[:line-1] {
		offset += charset.Length(row)
	}
	row := rows[line-1]
	indent := len(row) - len(strings.TrimLeft(row, " \t"))
	if column == indent+1 {
		column = indent
	}
	return offset + min(column, charset.Length(row)), true
}
