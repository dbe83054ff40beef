package traces

import (
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces/kieker"
	"beagle/traces/kieker/live"
	"beagle/traces/spans/network"
)

// Flags say which ways are open.
type Flags struct {
	OTLP  string        // address for spans over OTLP; empty: nobody sends any
	Cert  string        // certificate of that address; empty: nothing is encrypted there
	Key   string        // and its key
	Token string        // file with what senders must know; empty: nothing
	Keep  string        // folder that keeps spans as they came; empty: none
	Quiet time.Duration // after how long without a span a trace counts as complete
	Kafka []string      // HOST:PORT/TOPIC
	Group string        // group of consumers of Kafka
	AMQP  []string      // amqp://USER@HOST:PORT/VHOST?queue=NAME
}

// passwordVariable has the password of users of AMQP, which does not belong into a
// list of processes.
const passwordVariable = "BEAGLE_AMQP_PASSWORD" //nolint:gosec // its name, not a password

// Add adds the flags to a command.
func (f *Flags) Add(c *cobra.Command) {
	set := c.Flags()
	set.StringVar(&f.OTLP, "otlp", "", "address to receive spans on, by OTLP (gRPC and HTTP) and from Zipkin's reporters, e.g. 127.0.0.1:4318")
	set.StringVar(&f.Cert, "otlp-cert", "", "with --otlp: file with the certificate, to encrypt connections")
	set.StringVar(&f.Key, "otlp-key", "", "with --otlp: file with its key")
	set.StringVar(&f.Token, "otlp-token", "", "with --otlp: file with a token that senders must give, as the header Authorization: Bearer TOKEN")
	set.StringVar(&f.Keep, "keep", "", "with --otlp: also keep the spans as they come in this folder, e.g. for beagle run --logs")
	set.DurationVar(&f.Quiet, "quiet", 10*time.Second, "a trace of spans is complete when none of them came for so long; exporters send each 5s")
	set.StringSliceVar(&f.Kafka, "kafka", nil, "topic of Kafka with chunks of Kieker's records, as its KafkaWriter sends them: HOST:PORT/TOPIC; may be repeated")
	set.StringVar(&f.Group, "kafka-group", "", "consumer group that shares the topic and goes on where it was; without one all that the topic keeps is read")
	set.StringSliceVar(&f.AMQP, "amqp", nil, "queue with chunks of Kieker's records, as its ChunkingAmqpWriter sends them: amqp://USER@HOST:PORT/VHOST?queue=NAME; the password may stand in "+passwordVariable+"; may be repeated")
}

// Any reports whether any way was asked for.
func (f *Flags) Any() bool { return f.OTLP != "" || len(f.Kafka)+len(f.AMQP) > 0 }

// Check refuses flags that would do nothing.
func (f *Flags) Check(given func(flag string) bool) error {
	switch {
	case given("quiet") && f.OTLP == "":
		return app.Usage("--quiet needs --otlp")
	case f.OTLP == "" && f.Keep != "":
		return app.Usage("--keep needs --otlp")
	case f.OTLP == "" && f.Cert+f.Key+f.Token != "":
		return app.Usage("--otlp-cert, --otlp-key and --otlp-token need --otlp")
	case (f.Cert == "") != (f.Key == ""):
		return app.Usage("--otlp-cert and --otlp-key go together")
	case given("kafka-group") && len(f.Kafka) == 0:
		return app.Usage("--kafka-group needs --kafka")
	case f.Quiet < 0:
		return app.Usage("--quiet cannot be negative")
	}
	return nil
}

// Open opens the ways. Spans that wait may take so much memory, and messages that are read as much
// again and what is Beyond.
func (f *Flags) Open(a *app.App, open func(source string) kieker.Handler, schemas *kieker.Schemas, memory int64) (all []kieker.Entrance, err error) {
	defer func() {
		if err != nil {
			for _, e := range all {
				e.Close()
			}
			all = nil
		}
	}()
	if f.OTLP != "" {
		token, err := f.token()
		if err != nil {
			return all, err
		}
		server, err := network.Listen(f.OTLP, network.Options{Open: open, Schemas: schemas, Quiet: f.Quiet, Memory: memory, Certificate: f.Cert, Key: f.Key, Token: token, Keep: f.Keep})
		if err != nil {
			return all, err
		}
		all = append(all, server)
	}
	options := live.BrokerOptions{Open: open, Schemas: schemas, Say: a.SayLine}
	for _, at := range f.Kafka {
		hosts, topic, _ := strings.Cut(at, "/")
		one, err := live.Kafka(hosts, topic, f.Group, options)
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	for _, at := range f.AMQP {
		one, err := live.AMQP(queue(at), options)
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	return all, nil
}

// Beyond is how many bytes the ways take beyond twice the memory that Open is given: one large
// message of OTLP needs room, however little memory there is.
func (f *Flags) Beyond(memory int64) int64 {
	if f.OTLP == "" {
		return 0
	}
	return max(0, network.Large-memory/2)
}

// token is what senders of spans must know; empty: nothing.
func (f *Flags) token() (string, error) {
	if f.Token == "" {
		return "", nil
	}
	const longest = 4096
	data, err := safe.ReadFile(f.Token, longest)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(data))
	if token == "" || strings.ContainsAny(token, " \r\n") {
		return "", model.Problem{Severity: model.Error, File: f.Token, Message: "this is no token", Hint: "it must be one line without blanks, e.g. that of openssl rand -hex 16"}
	}
	return token, nil
}

// Protected reports whether nobody can send without a token, nor read along.
func (f *Flags) Protected() bool { return f.Cert != "" && f.Token != "" }

func queue(at string) live.Queue {
	address, query, _ := strings.Cut(at, "?")
	values, _ := url.ParseQuery(query)
	q := live.Queue{Name: values.Get("queue"), Password: os.Getenv(passwordVariable)}
	values.Del("queue")
	if q.Address = address; len(values) > 0 {
		q.Address += "?" + values.Encode()
	}
	return q
}

// Reachable warns where other hosts may reach an address: whoever does can send
// anything, and others on the way can read along.
func Reachable(addr string) string {
	host, _, err := net.SplitHostPort(addr)
	if err != nil || strings.Contains(addr, " ") { // a broker, not an address of ours
		return ""
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		return ""
	}
	return "; other hosts reach it without a password, and nothing is encrypted: listen on 127.0.0.1 and use a tunnel where that matters"
}
