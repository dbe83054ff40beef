package network

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"beagle/traces/spans"
)

const (
	protobufType = "application/x-protobuf"
	jsonType     = "application/json"
	grpcService  = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"
)

// routes are the paths of OTLP and Zipkin. Agents also send metrics and logs unless
// they are told not to; refusing these would fill the measured program's log.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/traces", s.otlp)
	mux.HandleFunc("POST /v1/metrics", s.unwanted)
	mux.HandleFunc("POST /v1/logs", s.unwanted)
	mux.HandleFunc("POST /api/v2/spans", s.zipkin)
	mux.HandleFunc("POST "+grpcService, s.grpc)
	mux.HandleFunc("POST /opentelemetry.proto.collector.metrics.v1.MetricsService/Export", s.unwantedCall)
	mux.HandleFunc("POST /opentelemetry.proto.collector.logs.v1.LogsService/Export", s.unwantedCall)
	return mux
}

type failure struct {
	http, grpc int
	text       string
}

func (f *failure) Error() string { return f.text }

var (
	errTooLarge = &failure{http.StatusRequestEntityTooLarge, 8, fmt.Sprintf("the message is larger than %d MiB", maxMessage>>20)}
	errNoRoom   = &failure{http.StatusServiceUnavailable, 14, "there is no memory for more messages now; send it again"}
)

func damaged(err error) error {
	return &failure{http.StatusBadRequest, 3, "the message cannot be read: " + err.Error()}
}

// body reads a message, unpacked; done gives its memory back, and the data with it. Small messages are
// read side by side, from the room that all share. A large one waits for its turn and is read into one
// memory for all, so that many take no more than one does, and none is read in vain.
func (s *Server) body(r *http.Request, in io.Reader, packing string) (data []byte, done func(), err error) {
	var taken int64
	done = func() { s.room.Add(taken) }
	switch packing {
	case "", "identity":
	case "gzip":
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, done, damaged(err)
		}
		in = unpacked
	default:
		return nil, done, &failure{http.StatusUnsupportedMediaType, 12, fmt.Sprintf("the compression %.40q is not known; use gzip or none", packing)}
	}
	for {
		switch size := int64(max(smallest, 2*cap(data))); {
		case len(data) < cap(data):
		case cap(data) >= maxMessage:
			return nil, done, errTooLarge
		case size > small:
			all, err := s.turn(r.Context())
			if err != nil {
				return nil, done, err
			}
			data = append(all, data...)
			s.room.Add(taken)
			taken, done = 0, func() { <-s.turns }
		case s.room.Add(-size) < 0:
			s.room.Add(size)
			return nil, done, errNoRoom
		default:
			data = append(make([]byte, 0, size), data...)
			s.room.Add(taken)
			taken = size
		}
		n, err := in.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		s.report.Bytes.Add(int64(n))
		switch {
		case len(data) > maxMessage:
			return nil, done, errTooLarge
		case errors.Is(err, io.EOF):
			return data, done, nil
		case err != nil:
			return nil, done, damaged(err)
		}
	}
}

// turn waits until a large message may be read, and gives it the memory for one.
func (s *Server) turn(ctx context.Context) ([]byte, error) {
	wait := time.NewTimer(turnWithin)
	defer wait.Stop()
	select {
	case s.turns <- struct{}{}:
	case <-wait.C:
		return nil, errNoRoom
	case <-ctx.Done():
		return nil, errNoRoom
	}
	if s.large == nil {
		s.large = make([]byte, 0, maxMessage+1) // the end is seen, too
	}
	return s.large, nil
}

type taken struct {
	server   *Server
	rejected int64
	why      string
	now      time.Time
}

func (t *taken) add(s spans.Span) {
	if problem := t.server.gatherer.Add(s, t.now); problem != "" {
		t.rejected++
		t.why = problem
	}
}

func (s *Server) begin() *taken {
	now := time.Now()
	s.report.LastRecord.Store(now.UnixNano())
	return &taken{server: s, now: now}
}

func (s *Server) fault(r *http.Request, err error) {
	s.report.Fault(s.report.Bytes.Load(), fmt.Sprintf("%s: %v", r.RemoteAddr, err))
}

func (s *Server) otlp(w http.ResponseWriter, r *http.Request) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != protobufType && kind != jsonType {
		err := &failure{http.StatusUnsupportedMediaType, 12, fmt.Sprintf("%.40q is not read; send %s or %s", kind, protobufType, jsonType)}
		s.fault(r, err)
		http.Error(w, err.text, err.http)
		return
	}
	data, done, err := s.body(r, r.Body, r.Header.Get("Content-Encoding"))
	defer done()
	t := s.begin()
	if err == nil {
		if err = s.message(kind, data, t); err != nil {
			err = damaged(err)
		}
	}
	w.Header().Set("Content-Type", kind)
	if err != nil {
		s.fault(r, err)
		s.refuse(w, kind, err)
		return
	}
	useful(r)
	if kind == jsonType {
		answer := map[string]any{}
		if t.rejected > 0 {
			answer["partialSuccess"] = map[string]string{"rejectedSpans": strconv.FormatInt(t.rejected, 10), "errorMessage": t.why}
		}
		_ = json.NewEncoder(w).Encode(answer)
		return
	}
	_, _ = w.Write(t.answer())
}

func (s *Server) message(kind string, data []byte, t *taken) error {
	var err error
	if kind == jsonType {
		s.oneByOne.Lock()
		err = spans.Message(data, t.add, s.report.Fault)
		s.oneByOne.Unlock()
	} else {
		err = spans.OTLP(data, t.add)
	}
	if err == nil && s.kept != nil {
		if hindered := s.kept.keep(kind, data); hindered != nil {
			s.report.Fault(0, hindered.Error()) // who sent it is not to blame
		}
	}
	return err
}

func (s *Server) refuse(w http.ResponseWriter, kind string, err error) {
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{http.StatusBadRequest, 3, err.Error()}
	}
	if f.http == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	w.WriteHeader(f.http)
	if kind == jsonType {
		_ = json.NewEncoder(w).Encode(map[string]any{"code": f.grpc, "message": f.text})
		return
	}
	out := binary.AppendUvarint([]byte{1 << 3}, uint64(f.grpc))
	_, _ = w.Write(appendText(out, 2, f.text))
}

func (t *taken) answer() []byte {
	if t.rejected == 0 {
		return nil
	}
	partial := binary.AppendUvarint([]byte{1 << 3}, uint64(t.rejected))
	return appendText(nil, 1, string(appendText(partial, 2, t.why)))
}

func appendText(to []byte, number byte, text string) []byte {
	to = binary.AppendUvarint(append(to, number<<3|2), uint64(len(text)))
	return append(to, text...)
}

func (s *Server) zipkin(w http.ResponseWriter, r *http.Request) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != jsonType {
		err := &failure{http.StatusUnsupportedMediaType, 12, fmt.Sprintf("%.40q is not read; send JSON", kind)}
		s.fault(r, err)
		http.Error(w, err.text, err.http)
		return
	}
	data, done, err := s.body(r, r.Body, r.Header.Get("Content-Encoding"))
	defer done()
	if err == nil && !bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte{'['}) {
		err = damaged(errors.New("it is no list of spans"))
	} else if err == nil {
		if err = s.message(jsonType, data, s.begin()); err != nil {
			err = damaged(err)
		}
	}
	if err != nil {
		s.fault(r, err)
		s.refuse(w, jsonType, err)
		return
	}
	useful(r)
	w.WriteHeader(http.StatusAccepted)
}

func (s *Server) unwanted(w http.ResponseWriter, r *http.Request) {
	s.forget(r)
	w.Header().Set("Content-Type", r.Header.Get("Content-Type"))
	if strings.HasPrefix(r.Header.Get("Content-Type"), jsonType) {
		_, _ = io.WriteString(w, "{}")
	}
}

// unwantedCall answers calls with metrics or logs: all is well, and nothing is kept.
func (s *Server) unwantedCall(w http.ResponseWriter, r *http.Request) {
	s.forget(r)
	outcome(w, nil, nil)
}

func (s *Server) forget(r *http.Request) {
	if _, err := io.Copy(io.Discard, io.LimitReader(r.Body, maxMessage)); err == nil {
		useful(r)
	}
	s.report.Leave("messages with metrics or logs", 1)
}

func (s *Server) grpc(w http.ResponseWriter, r *http.Request) {
	t, err := s.call(r)
	if err != nil {
		s.fault(r, err)
		outcome(w, nil, err)
		return
	}
	useful(r)
	outcome(w, t.answer(), nil)
}

// call reads a unary gRPC request: a flag and a length in five bytes, then a message, which its flag may say is
// compressed.
func (s *Server) call(r *http.Request) (*taken, error) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") || r.ProtoMajor < 2 {
		return nil, &failure{http.StatusUnsupportedMediaType, 12, "this path is for gRPC over HTTP/2"}
	}
	var frame [5]byte
	if _, err := io.ReadFull(r.Body, frame[:]); err != nil {
		return nil, damaged(err)
	}
	size := binary.BigEndian.Uint32(frame[1:])
	if size > maxMessage {
		return nil, errTooLarge
	}
	packing := ""
	if frame[0]&1 != 0 {
		packing = r.Header.Get("Grpc-Encoding")
	}
	data, done, err := s.body(r, io.LimitReader(r.Body, int64(size)), packing)
	defer done()
	if err != nil {
		return nil, err
	}
	t := s.begin()
	if err := s.message(protobufType, data, t); err != nil {
		return nil, damaged(err)
	}
	return t, nil
}

func outcome(w http.ResponseWriter, answer []byte, err error) {
	w.Header().Set("Content-Type", "application/grpc")
	var f *failure
	if errors.As(err, &f) {
		w.Header().Set("Grpc-Status", strconv.Itoa(f.grpc))
		w.Header().Set("Grpc-Message", url.PathEscape(f.text))
		return
	}
	w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
	frame := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(answer)))
	_, _ = w.Write(append(frame, answer...)) //nolint:gosec // protobuf, which no browser shows
}

func silent() *log.Logger { return log.New(io.Discard, "", 0) }
