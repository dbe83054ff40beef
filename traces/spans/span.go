// Package spans reads what other tracers record: spans of OpenTelemetry (OTLP in protobuf and JSON), of Jaeger and of
// Zipkin.
package spans

import "strings"

// ID is what tells spans of a trace apart; 0 is none.
type ID uint64

// TraceID is what tells traces apart; zeros are none.
type TraceID [16]byte

// Kind is the role of a span in a conversation between services.
type Kind uint8

// The kinds of OpenTelemetry, with its numbers: a server answers a client, a consumer takes what a producer
// has left somewhere, and an internal span talks to nobody.
const (
	Unspecified Kind = iota
	Internal
	Server
	Client
	Producer
	Consumer
)

// Span is one execution as a tracer recorded it. Times are ns since 1970.
type Span struct {
	Trace      TraceID // the trace that it belongs to
	ID, Parent ID      // its own number, and that of the span that started it; zero: nobody did
	Kind       Kind    // whether it serves, calls or does neither
	Failed     bool    // the tracer says that the execution ended with an error
	// Remote says that the parent belongs to another process, which may not be one that sends here.
	Remote     bool
	Start, End int64     // ns since 1970
	Operation  Operation // what was executed
	Inputs     []Input   // attributes of the developers, in the order in which they came
}

// Operation is what was executed, and where.
type Operation struct {
	Component string // class or module, or the service where no code is named
	Name      string // of a method with (), else as the span is called
	Host      string // the service
}

// Input is an attribute that the program's developers set, such as a parameter.
type Input struct {
	Name, Value string // key of the attribute, and its value as text
}

const (
	maxText   = 1 << 10 // bytes of a name or a value
	maxInputs = 32
)

type described struct {
	service, host    string
	function, inside string // code.function, code.namespace
	functionName     string // code.function.name
	inputs           []Input
}

func (d *described) attribute(key, value string) {
	switch key {
	case "code.function.name":
		d.functionName = clip(value)
	case "code.function":
		d.function = clip(value)
	case "code.namespace":
		d.inside = clip(value)
	default:
		// What conventions name has a dot: what has none was named by a developer.
		if key != "" && !strings.Contains(key, ".") && len(d.inputs) < maxInputs {
			d.inputs = append(d.inputs, Input{clip(key), clip(value)})
		}
	}
}

func (d *described) resource(key, value string) {
	switch key {
	case "service.name":
		d.service = clip(value)
	case "host.name":
		d.host = clip(value)
	}
}

func (d *described) operation(name string) Operation {
	host := d.service
	if host == "" {
		host = d.host
	}
	if host == "" {
		host = "unknown service"
	}
	inside, function := d.inside, d.functionName
	if function == "" {
		function = d.function
	}
	if dot := strings.LastIndexByte(function, '.'); inside == "" && dot > 0 {
		inside, function = function[:dot], function[dot+1:]
	} else if inside != "" {
		function = strings.TrimPrefix(function, inside+".")
	}
	if inside != "" && function != "" {
		return Operation{Component: inside, Name: plain(function) + "()", Host: host}
	}
	if name = clip(name); name == "" {
		name = "unnamed"
	}
	return Operation{Component: host, Name: plain(name), Host: host}
}

func plain(name string) string { return strings.NewReplacer("(", "{", ")", "}").Replace(name) }

func clip(text string) string {
	if len(text) > maxText {
		text = text[:maxText]
	}
	return strings.ToValidUTF8(text, "")
}

func (s *Span) problem() string {
	switch {
	case s.Trace == TraceID{}:
		return "spans without the id of a trace"
	case s.ID == 0:
		return "spans without an id"
	case s.ID == s.Parent:
		return "spans that are their own parents"
	case s.Start <= 0 || s.End < s.Start:
		return "spans that end before they begin, or have no times"
	}
	return ""
}
