// Package network takes spans over the network, on one port: OTLP by gRPC and by
// HTTP, in protobuf and JSON, and what Zipkin's reporters send.
//
// gRPC's unary calls are HTTP/2 with a frame of five bytes around each message and
// the outcome in trailers (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md),
// which net/http speaks. It sends reconstructed traces to whoever takes OTLP by HTTP, too.
package network

import (
	"context"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"beagle/internal/door"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces/kieker"
	"beagle/traces/spans"
)

// Options say how a Server works.
type Options struct {
	Open    func(source string) kieker.Handler
	Schemas *kieker.Schemas // layouts of the records that spans become; nil: the built-in ones
	// Quiet is how long a trace must be quiet until it is complete; 0 means 10 s, as exporters send every 5 s.
	Quiet time.Duration
	// Certificate and Key are files in PEM form; empty: connections are not encrypted.
	Certificate, Key string
	// Token has to come with each message, as "Authorization: Bearer TOKEN"; empty:
	// whoever reaches the port may send.
	Token string
	// Memory bounds spans that wait, in bytes; 0 means 64 MiB. Small messages take half of it
	// while they are read, and large ones Large.
	Memory int64
	// Keep is a folder in which messages are kept as they came; empty: none are.
	Keep string
}

// Server takes spans.
type Server struct {
	listener net.Listener
	server   *http.Server
	gatherer *spans.Gatherer
	handler  kieker.Handler
	report   *kieker.Reading
	kept     *keeper       // nil: messages are not kept
	room     atomic.Int64  // bytes left for small messages
	turns    chan struct{} // holds one element while a large message is read and decoded
	large    []byte        // memory for it; nil: there was none yet
	oneByOne sync.Mutex    // held while JSON is decoded: the small values of one span take many times their text
	stop     chan struct{}
	group    sync.WaitGroup
	once     sync.Once
}

const (
	maxConnections = 1024            // idle ones take some 10 KiB
	maxMessage     = 32 << 20        // bytes, unpacked
	smallest       = 32 << 10        // bytes of memory for a message
	small          = 1 << 20         // bytes of memory; what needs more waits for its turn
	turnWithin     = 5 * time.Second // half of what exporters wait for an answer
	headWithin     = 10 * time.Second
	bodyWithin     = 30 * time.Second
	quietWithin    = 2 * time.Minute
	lookEvery      = 200 * time.Millisecond
)

// Large is the memory for messages of more than 1 MiB, in bytes: one of them is read at a time.
const Large = maxMessage

// Listen starts a server. The address is host:port; port 0 takes a free one.
func Listen(address string, options Options) (*Server, error) {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Message: fmt.Sprintf("cannot listen on %s for spans: %v", address, err),
			Hint: "choose another port, or port 0 for any free one",
		}
	}
	secure, err := secured(options)
	if err != nil {
		listener.Close()
		return nil, err
	}
	if options.Quiet <= 0 {
		options.Quiet = 10 * time.Second
	}
	if options.Memory <= 0 {
		options.Memory = 64 << 20
	}
	var kept *keeper
	if options.Keep != "" {
		if kept, err = newKeeper(options.Keep); err != nil {
			listener.Close()
			return nil, model.Problem{Severity: model.Error, File: options.Keep, Message: "spans cannot be kept here: " + safe.Cause(err).Error(), Hint: "name another folder with --keep"}
		}
	}
	source := "spans on " + listener.Addr().String()
	s := &Server{listener: listener, report: kieker.NewReading(source, "spans: OTLP, Zipkin", time.Now()), stop: make(chan struct{}), turns: make(chan struct{}, 1), kept: kept}
	s.handler = options.Open(source)
	s.gatherer = spans.New(spans.Options{Quiet: options.Quiet, Memory: options.Memory, Schemas: options.Schemas}, s.report, s.handler)
	s.room.Store(options.Memory / 2)
	protocols := &http.Protocols{}
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	s.server = &http.Server{
		Handler: authorised(options.Token, s.routes()), Protocols: protocols, TLSConfig: secure, MaxHeaderBytes: 64 << 10,
		ReadHeaderTimeout: headWithin, ReadTimeout: bodyWithin, WriteTimeout: bodyWithin, IdleTimeout: quietWithin,
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: 16}, ErrorLog: nil,
	}
	s.server.ErrorLog = silent()
	s.server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connection{}, c)
	}
	bounded := door.New(listener, door.Options{Most: maxConnections})
	s.group.Go(func() {
		var err error
		if secure != nil {
			err = s.server.ServeTLS(bounded, "", "")
		} else {
			err = s.server.Serve(bounded)
		}
		if err != nil && !errors.Is(err, http.ErrServerClosed) {
			s.report.Fault(0, "no more connections are taken: "+err.Error())
		}
	})
	s.group.Go(s.look)
	return s, nil
}

func (s *Server) look() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case now := <-tick.C:
			s.gatherer.Idle(now)
		}
	}
}

// Where is the address that programs send to.
func (s *Server) Where() string { return s.listener.Addr().String() }

// Report says how it goes.
func (s *Server) Report() kieker.Report { return s.report.Report() }

// Close takes no more, and hands on what waits. It may be called again.
func (s *Server) Close() {
	s.once.Do(func() {
		const atMost = 2 * time.Second // for messages that are being read
		ctx, stop := context.WithTimeout(context.Background(), atMost)
		defer stop()
		if s.server.Shutdown(ctx) != nil {
			_ = s.server.Close()
		}
		close(s.stop)
		s.group.Wait()
		if s.kept != nil {
			s.kept.close()
		}
		s.gatherer.End()
		s.report.End(true, "")
		s.handler.Closed(s.report.Report())
	})
}

type connection struct{}

func useful(r *http.Request) {
	if c, ok := r.Context().Value(connection{}).(net.Conn); ok {
		door.Useful(c)
	}
}

// secured is how connections are encrypted; nil: they are not.
func secured(o Options) (*tls.Config, error) {
	if o.Certificate == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(o.Certificate, o.Key)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: o.Certificate, Message: "cannot use the certificate: " + err.Error(), Hint: "certificate and key are files in PEM form that belong together"}
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

func authorised(token string, next http.Handler) http.Handler {
	if token == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if bearer && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1 {
			next.ServeHTTP(w, r)
			return
		}
		const why = "the token is missing or wrong"
		if strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") {
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Grpc-Status", "16") // unauthenticated; a response of trailers only
			w.Header().Set("Grpc-Message", why)
			return
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		http.Error(w, why, http.StatusUnauthorized)
	})
}
