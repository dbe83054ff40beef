// Package charset turns the bytes of a source into text and back.
package charset

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"beagle/internal/safe"
)

// Text is a decoded source.
type Text struct {
	String string // UTF-8, without byte order mark
	Name   string // of the charset, as javac takes it
	From   string // the file that names it; empty: it was seen from the bytes
	Mark   int    // code units that a byte order mark counts as: javac keeps that of UTF-8

	bom   string
	code  encoding.Encoding // nil: UTF-8, or bytes
	bytes bool
}

const latin1 = "ISO-8859-1"

// Decode decodes the source at a path: by its byte order mark, else in the charset that its project names, else as
// UTF-8. What is not valid in that is taken as ISO 8859-1, in which any bytes are text: nothing is lost, and offsets
// are right for all charsets of one byte a character.
func Decode(path string, data []byte) Text {
	if plain(data) {
		return Text{String: string(data), Name: "UTF-8"}
	}
	if rest, ok := bytes.CutPrefix(data, []byte("\ufeff")); ok && utf8.Valid(rest) {
		return Text{String: string(rest), Name: "UTF-8", Mark: 1, bom: "\ufeff"}
	}
	if order, ok := unicodeOrder(data); ok {
		if t, ok := decode(data[2:], "UTF-16", unicode.UTF16(order, unicode.IgnoreBOM)); ok {
			t.bom = string(data[:2])
			return t
		}
	}
	name, from := ofProject(path)
	if code := Named(name); code != nil && code != unicode.UTF8 {
		if t, ok := decode(data, name, code); ok {
			t.From = from
			return t
		}
	}
	if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		return Text{String: string(data), Name: "UTF-8"}
	}
	if order, ok := zeros(data); ok { // Java has no NUL
		name := "UTF-16LE"
		if order == unicode.BigEndian {
			name = "UTF-16BE"
		}
		if t, ok := decode(data, name, unicode.UTF16(order, unicode.IgnoreBOM)); ok {
			return t
		}
	}
	return Text{String: single(data), Name: latin1, bytes: true}
}

// plain reports ASCII without what switches charsets: it is the same in nearly all of them, and most sources are.
func plain(data []byte) bool {
	for _, c := range data {
		if c >= utf8.RuneSelf || c == 0 || c == 0x1b {
			return false
		}
	}
	return true
}

// decode succeeds where encoding gives the same bytes again.
func decode(data []byte, name string, code encoding.Encoding) (Text, bool) {
	text, err := code.NewDecoder().Bytes(data)
	if err != nil {
		return Text{}, false
	}
	again, err := code.NewEncoder().Bytes(text)
	return Text{String: string(text), Name: name, code: code}, err == nil && bytes.Equal(again, data)
}

// unicodeOrder is the byte order of UTF-16, by its mark.
func unicodeOrder(data []byte) (unicode.Endianness, bool) {
	switch {
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return unicode.BigEndian, true
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return unicode.LittleEndian, true
	}
	return false, false
}

func zeros(data []byte) (order unicode.Endianness, ok bool) {
	if len(data) < 2 || (data[0] == 0) == (data[1] == 0) {
		return false, false
	}
	return unicode.Endianness(data[0] != 0), true // true is the little one
}

// single reads each byte as the character of that number, as ISO 8859-1 does.
func single(data []byte) string {
	runes := make([]rune, len(data))
	for i, c := range data {
		runes[i] = rune(c)
	}
	return string(runes)
}

// Encode turns text back into bytes of the source's charset. The text must be that of the source with ASCII added.
func (t *Text) Encode(text string) []byte {
	switch {
	case t.bytes:
		data := make([]byte, 0, len(text))
		for _, r := range text {
			data = append(data, byte(r))
		}
		return data
	case t.code != nil:
		if data, err := t.code.NewEncoder().String(text); err == nil {
			return []byte(t.bom + data)
		}
	}
	return []byte(t.bom + text)
}

// Plain reports whether ASCII is ASCII in the charset.
func (t *Text) Plain() bool {
	if t.code == nil {
		return true
	}
	const ascii = "class A { }\n"
	data, err := t.code.NewEncoder().String(ascii)
	return err == nil && data == ascii
}

// Guessed reports that neither the bytes nor the project tell the charset.
func (t *Text) Guessed() bool { return t.bytes }

// Offset turns an offset in UTF-16 code units of the file into one in bytes of String; -1: it lies outside.
func (t *Text) Offset(units int) int {
	units -= t.Mark
	for i, r := range t.String {
		if units <= 0 {
			return i
		}
		units -= width(r)
	}
	if units <= 0 {
		return len(t.String)
	}
	return -1
}

// Units turns offsets in bytes of String into UTF-16 code units of the file.
func (t *Text) Units() func(offset int32) int {
	table := make([]int32, len(t.String)+1)
	at := int32(t.Mark)
	for i, r := range t.String {
		table[i] = at
		at += int32(width(r))
	}
	table[len(t.String)] = at
	return func(offset int32) int { return int(table[offset]) }
}

// Length is how many UTF-16 code units text has.
func Length(text string) (n int) {
	for _, r := range text {
		n += width(r)
	}
	return n
}

func width(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// Line is the line, from 1, of an offset in UTF-16 code units of the file.
func (t *Text) Line(units int) int {
	at := t.Offset(units)
	if at < 0 {
		at = len(t.String)
	}
	return 1 + strings.Count(t.String[:at], "\n")
}

// java are names that only Java has, in lower case without marks.
var java = map[string]string{
	"utf8": "UTF-8", "ms932": "Shift_JIS", "sjis": "Shift_JIS", "windows31j": "Shift_JIS",
	"ms936": "GBK", "cp936": "GBK", "xmswin936": "GBK", "euccn": "GBK", "gb2312": "GBK",
	"ms949": "EUC-KR", "xwindows949": "EUC-KR", "cp949": "EUC-KR", "euckr": "EUC-KR", "ksc56011987": "EUC-KR",
	"ms950": "Big5", "xwindows950": "Big5", "cp950": "Big5", "big5hkscs": "Big5", "xms950hkscs": "Big5",
	"eucjp": "EUC-JP", "xeucjplinux": "EUC-JP", "iso2022jp": "ISO-2022-JP", "macroman": "macintosh", "xmacroman": "macintosh",
	"utf16le": "UTF-16LE", "utf16be": "UTF-16BE", "utf16": "UTF-16", "unicode": "UTF-16",
	"latin1": latin1, "latin9": "ISO-8859-15", "koi8r": "KOI8-R", "koi8u": "KOI8-U",
}

// Named is the charset with that name, as Java, IANA and web browsers have it; nil: there is none.
func Named(name string) encoding.Encoding {
	name = strings.TrimSpace(name)
	short := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	if known, ok := java[short]; ok {
		name = known
	} else if number, ok := strings.CutPrefix(short, "cp125"); ok {
		name = "windows-125" + number
	} else if number, ok := strings.CutPrefix(short, "iso8859"); ok {
		name = "ISO-8859-" + number
	} else if number, ok := strings.CutPrefix(short, "cp"); ok {
		name = "IBM" + number
	}
	switch short {
	case "utf32", "utf32be":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
	case "utf32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	}
	if code, err := ianaindex.IANA.Encoding(name); err == nil && code != nil {
		return code
	}
	code, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	return code
}

// declarations are the files of a project that name the charset of its sources.
var declarations = []struct {
	file string
	name *regexp.Regexp
}{
	{"beagle.yaml", regexp.MustCompile(`-encoding["']?[,\s]+(?:-\s+)?["']?([A-Za-z][\w.:-]*)`)}, // the build's command
	{"pom.xml", regexp.MustCompile(`<project\.build\.sourceEncoding>\s*([\w.:-]+)\s*<`)},
	{"pom.xml", regexp.MustCompile(`<encoding>\s*([\w.:-]+)\s*</encoding>`)},
	{"build.gradle", gradle},
	{"build.gradle.kts", gradle},
	{"gradle.properties", regexp.MustCompile(`file\.encoding=([\w.:-]+)`)},
	{"build.xml", regexp.MustCompile(`<javac\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']`)},
}

var gradle = regexp.MustCompile(`\bencoding\s*=?\s*\(?\s*["']([\w.:-]+)["']`)

const (
	eclipse  = ".settings/org.eclipse.core.resources.prefs"
	maxBytes = 1 << 20 // of a file that may name a charset
)

// ofProject is the charset that the innermost folder around a source names, and the file that names it.
func ofProject(path string) (name, from string) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", ""
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, filepath.FromSlash(eclipse))
		if data, err := safe.ReadFile(file, maxBytes); err == nil {
			if name := preferred(string(data), dir, path); name != "" {
				return name, file
			}
		}
		for _, d := range declarations {
			file := filepath.Join(dir, d.file)
			if data, err := safe.ReadFile(file, maxBytes); err == nil {
				if found := d.name.FindSubmatch(data); found != nil {
					return string(found[1]), file
				}
			}
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil || dir == filepath.Dir(dir) {
			return "", ""
		}
	}
}

func preferred(preferences, project, path string) (name string) {
	inside, err := filepath.Rel(project, path)
	if err != nil {
		return ""
	}
	longest := -1
	for line := range strings.Lines(preferences) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		place, is := strings.CutPrefix(key, "encoding/")
		if !ok || !is {
			continue
		}
		place = strings.TrimPrefix(place, "/")
		length := len(place)
		if place == "<project>" {
			length = 0
		} else if rest, below := strings.CutPrefix(filepath.ToSlash(inside), place); !below || rest != "" && rest[0] != '/' {
			continue
		}
		if length > longest {
			name, longest = value, length
		}
	}
	return name
}
