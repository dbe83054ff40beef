package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"beagle/internal/safe"
)

// MaxMessage is the most bytes that a message may have, its line's end included.
const MaxMessage = 16 << 20

const maxDepth = 64

// Message is any message of JSON-RPC 2.0: a request has a method and an id, a notification a method only, an answer
// an id and a result or an error.
type Message struct {
	Version string          `json:"jsonrpc"`          // of JSON-RPC, always "2.0"
	ID      *int64          `json:"id,omitempty"`     // of the request, also in its answer; nil: a notification
	Method  string          `json:"method,omitempty"` // what is asked for; empty in answers
	Params  json.RawMessage `json:"params,omitempty"` // of a request, as its method has them
	Result  json.RawMessage `json:"result,omitempty"` // of an answer; nil: Error says why not
	Error   *Error          `json:"error,omitempty"`  // of an answer; nil: it went well
}

// Error is why a request was not answered.
type Error struct {
	Code    int    `json:"code" doc:"as in JSON-RPC 2.0; of no meaning to Beagle"`
	Message string `json:"message" doc:"for people"`
}

// TooLongError is the error of a line that is longer than a message may be.
type TooLongError struct{}

func (TooLongError) Error() string {
	return "it wrote a line of more than " + strconv.Itoa(MaxMessage>>20) + " MiB"
}

// NonsenseError is the error of a line that is no message.
type NonsenseError struct {
	Line string // its beginning, safe to print
	Why  string // it is no message
}

func (n NonsenseError) Error() string {
	return fmt.Sprintf("it wrote what is no message (%s): %s", n.Why, n.Line)
}

// Reader reads messages.
type Reader struct{ in *bufio.Reader }

// NewReader reads messages from an extension's standard output.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReaderSize(in, 64<<10)} }

// Read is the next message. The error is io.EOF at the end, TooLongError, NonsenseError, or one of reading.
func (r *Reader) Read() (*Message, error) {
	var line []byte
	for {
		part, err := r.in.ReadSlice('\n')
		if len(line)+len(part) > MaxMessage {
			return nil, TooLongError{}
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return Parse(line)
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) > 0:
			return nil, nonsense(line, "it ends in the middle of a line")
		default:
			return nil, err
		}
	}
}

// Parse reads one line.
func Parse(line []byte) (*Message, error) {
	if deep(line) {
		return nil, nonsense(line, fmt.Sprintf("values lie more than %d deep", maxDepth))
	}
	var m Message
	if err := json.Unmarshal(line, &m); err != nil {
		return nil, nonsense(line, err.Error())
	}
	switch {
	case m.Version != "2.0":
		return nil, nonsense(line, `"jsonrpc" must be "2.0"`)
	case m.Method != "" && (m.Result != nil || m.Error != nil):
		return nil, nonsense(line, "it is a request and an answer at a time")
	case m.Method == "" && m.ID == nil && m.Error == nil: // with an error, it could not read what it was sent
		return nil, nonsense(line, "it has neither method nor id")
	case m.Method == "" && (m.Result == nil) == (m.Error == nil):
		return nil, nonsense(line, "an answer has either a result or an error")
	}
	return &m, nil
}

// deep reports whether brackets lie deeper than they may; encoding/json would follow them to 10,000.
func deep(line []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// nonsense is the error that a line is no message; it shows the beginning of the line.
func nonsense(line []byte, why string) error {
	return NonsenseError{Line: safe.Line(string(bytes.TrimSpace(line[:min(len(line), 120)]))), Why: safe.Line(why)}
}

// Line is a message as it is sent.
func (m *Message) Line() ([]byte, error) {
	m.Version = "2.0"
	data, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	if len(data)+1 > MaxMessage {
		return nil, fmt.Errorf("the message %s of %d MiB is longer than an extension is sent", m.Method, len(data)>>20)
	}
	return append(data, '\n'), nil
}
