package source

import "strings"

// StatementEnd is the semicolon or closing brace of a statement. It knows no more
// of Java than brackets, literals and comments.
func (Java) StatementEnd(text string, start int) int {
	depth := 0
	for i := start; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
			if depth < 0 || depth == 0 && c == '}' {
				return i
			}
		case ';':
			if depth == 0 {
				return i
			}
		case '"', '\'':
			i = skipLiteral(text, i)
		case '/':
			i = skipComment(text, i)
		}
	}
	return len(text)
}

// skipLiteral is the offset of the last character of a literal that begins at an offset.
func skipLiteral(text string, i int) int {
	for k := i + 1; k < len(text) && text[k] != '\n'; k++ {
		switch text[k] {
		case '\\':
			k++
		case text[i]:
			return k
		}
	}
	return i
}

// skipComment is the offset behind a comment that begins at an offset; the offset itself
// where none does.
func skipComment(text string, i int) int {
	var end string
	switch {
	case strings.HasPrefix(text[i:], "//"):
		end = "\n"
	case strings.HasPrefix(text[i:], "/*"):
		end = "*/"
	default:
		return i
	}
	if at := strings.Index(text[i+2:], end); at >= 0 {
		return i + 2 + at + len(end) - 1
	}
	return len(text)
}
