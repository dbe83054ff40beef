package findings

import (
	"io"
	"os"
	"strings"

	"beagle/internal/charset"
	"beagle/model"
	"beagle/model/language"
	"beagle/run"
)

const (
	excerptBytes   = 8 << 20
	excerptContext = 6
	excerptLines   = 200
)

func excerpt(e *model.Element) run.Source {
	sections := e.Sections
	for i := range e.Branches {
		if s := e.Branches[i].Section; s != nil {
			sections = append(sections[:len(sections):len(sections)], *s)
		}
	}
	if len(sections) == 0 || sections[0].File == "" {
		return run.Source{}
	}
	file, err := os.Open(sections[0].File)
	if err != nil {
		return run.Source{}
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, excerptBytes))
	if err != nil {
		return run.Source{}
	}
	first, last := sections[0].First, sections[0].Last
	for _, s := range sections[1:] {
		if s.File == sections[0].File {
			first, last = min(first, s.First), max(last, s.Last)
		}
	}
	return cut(sections[0].File, charset.Decode(sections[0].File, data), first, last)
}

func cut(path string, source charset.Text, first, last int) run.Source {
	text := source.String
	inside := func(at int) int {
		if at < 0 {
			return len(text)
		}
		return at
	}
	start, end := inside(source.Offset(first)), inside(source.Offset(last))
	if l := language.Of(path); l != nil {
		end = l.StatementEnd(text, end)
	}
	lines := strings.Split(text, "\n")
	from, to := 1+strings.Count(text[:start], "\n"), 1+strings.Count(text[:end], "\n")
	begin := max(1, from-excerptContext)
	until := min(len(lines), to+excerptContext, begin+excerptLines-1)
	s := run.Source{File: path, First: begin, From: from, To: min(to, until)}
	for _, line := range lines[begin-1 : until] {
		line = strings.TrimSuffix(strings.ReplaceAll(line, "\t", "    "), "\r")
		s.Lines = append(s.Lines, strings.ToValidUTF8(line, "\uFFFD"))
	}
	return s
}
