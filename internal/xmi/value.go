package xmi

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"beagle/internal/safe"
)

// ASCII reports whether the file declares that it holds ASCII only.
func (d *Document) ASCII() bool {
	e := strings.ToUpper(d.Encoding)
	return e == "ASCII" || e == "US-ASCII"
}

// Damaged yields the attributes whose bytes the declared encoding does not have.
func (n *Node) Damaged() []string {
	var names []string
	for i := range n.Attrs {
		if n.Attrs[i].invalid {
			names = append(names, n.AttrName(i))
		}
	}
	return names
}

// value is an attribute's value after the normalisation of XML 1.0, §3.3.3.
func (d *Document) value(a *Attr) string {
	raw := d.text[a.From:a.To]
	if a.plain {
		return raw
	}
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '&':
			r, length := entity(raw[i:])
			if length == 0 { // only in text, which is not checked while scanning
				r, length = '&', 1
			}
			b.WriteRune(r)
			i += length
		case c == '\r' && i+1 < len(raw) && raw[i+1] == '\n': // one line end, §2.11
			b.WriteByte(' ')
			i += 2
		case c == '\t' || c == '\n' || c == '\r':
			b.WriteByte(' ')
			i++
		case c >= 0x80 && d.latin:
			b.WriteRune(rune(c))
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

func entity(text string) (r rune, length int) {
	end := strings.IndexByte(text[:min(len(text), 12)], ';')
	if end < 2 {
		return 0, 0
	}
	name := text[1:end]
	switch name {
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "amp":
		return '&', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	}
	if name[0] != '#' || len(name) < 2 {
		return 0, 0
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	code, err := strconv.ParseUint(digits, base, 32)
	if err != nil || !legal(rune(code)) {
		return 0, 0
	}
	return rune(code), end + 1
}

func legal(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF ||
		r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= 0x10FFFF
}

// escape writes a value as Eclipse does.
func (d *Document) escape(value string, quote byte) (string, error) {
	if !utf8.ValidString(value) {
		return "", fmt.Errorf("the text %q is not UTF-8", safe.Clip(value))
	}
	ascii := d.ASCII() || d.latin
	var b strings.Builder
	for _, r := range value {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '"' && quote == '"':
			b.WriteString("&quot;")
		case r == '\'' && quote == '\'':
			b.WriteString("&apos;")
		case r == '\t' || r == '\n' || r == '\r':
			fmt.Fprintf(&b, "&#x%X;", r)
		case !legal(r):
			return "", fmt.Errorf("XML has no character with code %d", r)
		case r >= 0x80 && ascii:
			fmt.Fprintf(&b, "&#x%x;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}
