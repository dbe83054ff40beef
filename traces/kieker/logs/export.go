package logs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/measure"
	"beagle/model"
)

// maxTrace bounds the executions of one trace; a longer one is cut in traces.
const maxTrace = 1 << 20

// Log is a log that is being written.
type Log struct {
	Executions int64 // written
	Traces     int64 // that were written so far
	Cut        int64 // traces that were too long, and are several

	file     io.WriteCloser
	out      *bufio.Writer
	begin    int64    // wall clock of the present launch, ns since 1970
	last     int64    // end of what was written so far
	launch   int32    // the present one
	services []string // signatures
	sections []string
	threads  map[int64]*trace
}

type trace struct {
	open []int // indexes of the services that have not ended
	list []execution
}

// execution is one operation execution; times are ns since 1970.
type execution struct {
	signature string
	begin     int64
	end       int64 // 0: it has not ended
}

// NewLog makes a log of text files in a new or empty folder. Names are those of the
// elements; start is when the analysis began.
func NewLog(dir string, order measure.Order, elements []model.Element, start time.Time) (*Log, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	if len(entries) > 0 {
		return nil, model.Problem{Severity: model.Error, File: dir, Rule: "kieker-export", Message: "the folder is not empty", Hint: "name a new folder for the log"}
	}
	kinds := "$0=kieker.common.record.misc.KiekerMetadataRecord\n$1=kieker.common.record.controlflow.OperationExecutionRecord\n"
	if err := os.WriteFile(filepath.Join(dir, "kieker.map"), []byte(kinds), 0o600); err != nil {
		return nil, err
	}
	name := "kieker-" + start.UTC().Format("20060102-150405000") + "-UTC-001.dat"
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	l, err := begin(file, start)
	if err != nil {
		return nil, err
	}
	l.name(order, elements)
	return l, nil
}

func begin(file io.WriteCloser, start time.Time) (*Log, error) {
	l := &Log{file: file, out: bufio.NewWriterSize(file, 64<<10), begin: start.UnixNano(), last: start.UnixNano(), threads: map[int64]*trace{}}
	_, err := l.out.WriteString("$0;-1;2.0.2;beagle;beagle;1;false;0;NANOSECONDS;0\n")
	if err = errors.Join(err, l.out.Flush()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return l, nil
}

// Event takes an event; those of a thread come in order. What was sampled is written as often as it was recorded.
func (l *Log) Event(e measure.Event) error {
	if e.Launch != l.launch {
		if err := l.flush(); err != nil {
			return err
		}
		l.launch, l.begin = e.Launch, l.last
	}
	if e.Thread < 0 || e.Section < 0 { // says how often unrecorded executions ran
		return nil
	}
	switch e.Kind {
	case measure.ServiceEntered:
		if int(e.Section) < len(l.services) {
			t := l.thread(e.Thread)
			t.open = append(t.open, len(t.list))
			t.list = append(t.list, execution{signature: l.services[e.Section], begin: l.begin + e.Time})
		}
	case measure.ServiceLeft:
		if int(e.Section) < len(l.services) {
			return l.left(e)
		}
	case measure.DemandCaptured:
		if int(e.Section) < len(l.sections) {
			t := l.thread(e.Thread)
			begin := l.begin + e.Time
			t.list = append(t.list, execution{l.sections[e.Section], begin, begin + max(e.Wall, 0)})
			if len(t.open) == 0 || len(t.list) >= maxTrace {
				return l.write(t)
			}
		}
	default: // Kieker has no record for it
	}
	return nil
}

func (l *Log) thread(id int64) *trace {
	t := l.threads[id]
	if t == nil {
		t = &trace{}
		l.threads[id] = t
	}
	return t
}

func (l *Log) left(e measure.Event) error {
	t := l.thread(e.Thread)
	for n := len(t.open); n > 0; n-- {
		x := &t.list[t.open[n-1]]
		if x.signature != l.services[e.Section] {
			continue
		}
		for _, i := range t.open[n-1:] {
			t.list[i].end = l.begin + e.Time
		}
		t.open = t.open[:n-1]
		break
	}
	if len(t.open) > 0 {
		return nil
	}
	return l.write(t)
}

func (l *Log) write(t *trace) error {
	var still []execution
	for _, i := range t.open {
		still = append(still, t.list[i])
	}
	if len(still) > 0 {
		l.Cut++
	}
	ended := slices.DeleteFunc(t.list, func(x execution) bool { return x.end == 0 })
	t.list, t.open = nil, nil
	for i := range still {
		t.open = append(t.open, i)
	}
	defer func() { t.list = still }()
	if len(ended) == 0 {
		return nil
	}
	l.Traces++
	for _, r := range exits(nest(ended)) {
		l.Executions++
		l.last = max(l.last, r.end)
		if _, err := fmt.Fprintf(l.out, "$1;-1;%s;<no-session-id>;%d;%d;%d;beagle;%d;%d\n", r.signature, l.Traces, r.begin, r.end, r.order, r.depth); err != nil {
			return err
		}
	}
	return nil
}

type nested struct {
	execution
	order, depth int
}

// nest orders executions by their begin and finds their depth.
func nest(list []execution) []nested {
	slices.SortStableFunc(list, func(a, b execution) int {
		if a.begin != b.begin {
			return int(min(max(a.begin-b.begin, -1), 1))
		}
		return int(min(max(b.end-a.end, -1), 1))
	})
	out := make([]nested, len(list))
	var around []int64 // ends
	for i, x := range list {
		for n := len(around); n > 0 && (around[n-1] < x.begin || around[n-1] == x.begin && x.end > x.begin); n = len(around) {
			around = around[:n-1]
		}
		if n := len(around); n > 0 {
			x.end = min(x.end, around[n-1])
		}
		out[i] = nested{x, i, len(around)}
		around = append(around, x.end)
	}
	return out
}

// exits puts executions in the order in which they ended, inner ones first: that is how Kieker's probes record them.
func exits(list []nested) []nested {
	out := make([]nested, 0, len(list))
	var open []nested
	leave := func(depth int) {
		for n := len(open); n > depth; n-- {
			out = append(out, open[n-1])
			open = open[:n-1]
		}
	}
	for _, x := range list {
		leave(x.depth)
		open = append(open, x)
	}
	leave(0)
	return out
}

func (l *Log) flush() error {
	for _, id := range slices.Sorted(maps.Keys(l.threads)) {
		t := l.threads[id]
		for _, i := range t.open {
			t.list[i].end = max(l.last, t.list[i].begin)
			for _, x := range t.list {
				t.list[i].end = max(t.list[i].end, x.end)
			}
		}
		t.open = nil
		if err := l.write(t); err != nil {
			return err
		}
	}
	clear(l.threads)
	return nil
}

// Close writes the rest.
func (l *Log) Close() error { return errors.Join(l.flush(), l.out.Flush(), l.file.Close()) }

func (l *Log) name(order measure.Order, elements []model.Element) {
	for _, s := range order.Services {
		l.services = append(l.services, signature(s.Code.Unit, s.Name))
	}
	names := map[string]string{}
	for _, e := range elements {
		names[e.PCMID] = e.Name
	}
	for _, s := range order.Sections {
		name := identifier(names[s.PCMID])
		if id := identifier(s.PCMID); id != name {
			name = strings.TrimPrefix(name+"$"+id, "$")
		}
		l.sections = append(l.sections, signature(s.Code.Unit, name))
	}
}

func signature(class, operation string) string {
	if class == "" {
		class = "beagle.Unknown"
	}
	return "public void " + class + "." + identifier(operation) + "()"
}

// identifier keeps what Kieker's parser of signatures takes.
func identifier(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r == '_', r == '$':
			return r
		case r == ' ', r == '-', r == '.':
			return '_'
		default:
			return -1
		}
	}, text)
}
