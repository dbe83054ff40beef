package spans

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// inspected is what Node (util.inspect) and Python (repr) print of objects, as JSON.
type inspected struct {
	in  *bufio.Reader
	out bytes.Buffer // the object at hand
}

func (i *inspected) Read(to []byte) (int, error) {
	for i.out.Len() == 0 {
		c, err := i.in.ReadByte()
		if err != nil {
			return 0, err
		}
		if c != '{' {
			for c != '\n' && err == nil {
				c, err = i.in.ReadByte()
			}
			continue
		}
		if err := i.object(0); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return 0, fmt.Errorf("a printed object is damaged: %w", err)
		}
		i.out.WriteByte('\n')
	}
	return i.out.Read(to)
}

var errSyntax = errors.New("it is not as Node or Python prints objects")

func (i *inspected) first(blank string) (byte, error) {
	for {
		c, err := i.in.ReadByte()
		if err != nil || strings.IndexByte(blank, c) < 0 {
			return c, err
		}
	}
}

const (
	blanks   = " \t\r\n"
	between  = blanks + ","
	maxNests = 100 // of objects; Node prints four levels unless told otherwise
)

func (i *inspected) object(depth int) error {
	if depth > maxNests || i.out.Len() > maxDocument {
		return errSyntax
	}
	i.out.WriteByte('{')
	for n := 0; ; n++ {
		c, err := i.first(between)
		if err != nil {
			return err
		}
		if c == '}' {
			return i.out.WriteByte('}')
		}
		if n > 0 {
			i.out.WriteByte(',')
		}
		if err := i.key(c); err != nil {
			return err
		}
		if err := i.value(depth + 1); err != nil {
			return err
		}
	}
}

func (i *inspected) key(c byte) error {
	var name string
	var err error
	if quoted(c) {
		if name, err = i.text(c); err != nil {
			return err
		}
		c, err = i.first(blanks)
	} else {
		for name = string(c); err == nil; name += string(c) {
			if c, err = i.in.ReadByte(); c == ':' || c == '\n' || len(name) > maxText {
				break
			}
		}
	}
	if err != nil || c != ':' {
		return errors.Join(errSyntax, err)
	}
	return i.write(name)
}

func (i *inspected) write(key string) error {
	text, err := json.Marshal(key)
	i.out.Write(text)
	i.out.WriteByte(':')
	return err
}

func (i *inspected) value(depth int) error {
	c, err := i.first(blanks)
	switch {
	case err != nil:
		return err
	case c == '{':
		return i.object(depth)
	case c == '[':
		return i.list(depth)
	case quoted(c):
		return i.joined(c)
	}
	word := []byte{c}
	for {
		if c, err = i.in.ReadByte(); err != nil || len(word) > maxText {
			return errors.Join(errSyntax, err)
		}
		if c == '{' { // the name of a class stands before its objects
			return i.object(depth)
		}
		if strings.IndexByte(",}]\n", c) >= 0 {
			break
		}
		word = append(word, c)
	}
	if err := i.in.UnreadByte(); err != nil {
		return err
	}
	word = bytes.TrimSuffix(bytes.TrimSpace(word), []byte("n")) // of large integers
	if !json.Valid(word) {
		word = []byte("null")
	}
	_, err = i.out.Write(word)
	return err
}

// list translates a list whose bracket was read. What stands for something that is not
// printed, such as [Object], has a capital letter behind its bracket.
func (i *inspected) list(depth int) error {
	if c, err := i.in.ReadByte(); err != nil {
		return err
	} else if c >= 'A' && c <= 'Z' {
		for c != ']' && err == nil {
			c, err = i.in.ReadByte()
		}
		i.out.WriteString("null")
		return err
	} else if err := i.in.UnreadByte(); err != nil {
		return err
	}
	if depth > maxNests || i.out.Len() > maxDocument {
		return errSyntax
	}
	i.out.WriteByte('[')
	for n := 0; ; n++ {
		c, err := i.first(between)
		if err != nil {
			return err
		}
		if c == ']' {
			return i.out.WriteByte(']')
		}
		if n > 0 {
			i.out.WriteByte(',')
		}
		if err := i.in.UnreadByte(); err != nil {
			return err
		}
		if err := i.value(depth + 1); err != nil { // "... 3 more items" is null, too
			return err
		}
	}
}

func quoted(c byte) bool { return c == '\'' || c == '"' || c == '`' }

// joined translates a text, which is printed in pieces where it is long.
func (i *inspected) joined(quote byte) error {
	whole, err := i.text(quote)
	for err == nil {
		var c byte
		if c, err = i.first(blanks); err != nil || c != '+' {
			err = errors.Join(err, i.in.UnreadByte())
			break
		}
		if quote, err = i.first(blanks); err == nil && quoted(quote) {
			var more string
			more, err = i.text(quote)
			whole += more
		}
		if len(whole) > maxDocument {
			return errSyntax
		}
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(whole)
	i.out.Write(text)
	return err
}

func (i *inspected) text(quote byte) (string, error) {
	var out []byte
	for len(out) <= maxDocument {
		c, err := i.in.ReadByte()
		switch {
		case err != nil:
			return "", err
		case c == quote:
			return string(out), nil
		case c != '\\':
			out = append(out, c)
			continue
		}
		if c, err = i.in.ReadByte(); err != nil {
			return "", err
		}
		digits := map[byte]int{'x': 2, 'u': 4}[c]
		if digits == 0 {
			if at := strings.IndexByte("nrtbfv0", c); at >= 0 {
				c = "\n\r\t\b\f\v\x00"[at]
			}
			out = append(out, c)
			continue
		}
		code := make([]byte, digits)
		for n := range code {
			if code[n], err = i.in.ReadByte(); err != nil {
				return "", err
			}
		}
		number, err := strconv.ParseUint(string(code), 16, 32)
		if err != nil {
			return "", errSyntax
		}
		out = append(out, string(rune(number))...)
	}
	return "", errSyntax
}
