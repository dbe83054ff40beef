package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"beagle/model"
	"beagle/traces/kieker"
)

// Kafka takes the messages of a topic. Brokers are HOST:PORT, with commas. Without a group all that the topic keeps
// is read, then what comes; members of a group share the topic, and go on where the group was. What a member had
// taken when it was killed counts again where its last seconds were not told to the broker.
func Kafka(brokers, topic, group string, options BrokerOptions) (kieker.Entrance, error) {
	if topic == "" || brokers == "" {
		return nil, wrong("--kafka", "HOST:PORT/TOPIC")
	}
	m := newMessages("topic "+topic+" on "+brokers, "chunks by Kafka", options)
	settings := []kgo.Opt{
		kgo.WithHooks(connects{m}),
		kgo.SeedBrokers(strings.Split(brokers, ",")...), kgo.ConsumeTopics(topic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchMaxBytes(maxMessage), kgo.FetchMaxPartitionBytes(4 << 20), kgo.BrokerMaxReadBytes(4 * maxMessage), kgo.MaxConcurrentFetches(2),
		kgo.KeepRetryableFetchErrors(), // a topic that is not there is said
	}
	if group != "" {
		settings = append(settings, kgo.ConsumerGroup(group), kgo.AutoCommitMarks(), kgo.AutoCommitInterval(time.Second))
	}
	client, err := kgo.NewClient(settings...)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Message: fmt.Sprintf("cannot read topic %s: %v", topic, err), Hint: "write HOST:PORT/TOPIC, with commas between several HOST:PORT"}
	}
	m.run(func(ctx context.Context) {
		defer client.Close()
		for m.fetch(ctx, client, group != "") {
		}
	})
	return m, nil
}

// connects hears of brokers that cannot be reached, which the client tries again and again.
type connects struct{ of *messages }

func (c connects) OnBrokerConnect(_ kgo.BrokerMetadata, _ time.Duration, _ net.Conn, err error) {
	if err != nil {
		c.of.trouble(err)
	}
}

func (m *messages) fetch(ctx context.Context, client *kgo.Client, marks bool) bool {
	fetched := client.PollFetches(ctx)
	if fetched.IsClientClosed() || ctx.Err() != nil {
		if marks { // what was handed on since
			last, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
			defer stop()
			_ = client.CommitMarkedOffsets(last)
		}
		return false
	}
	var wrong error
	fetched.EachError(func(_ string, _ int32, err error) {
		if !errors.Is(err, context.Canceled) {
			wrong = err
		}
	})
	fetched.EachRecord(func(r *kgo.Record) {
		m.message(r.Value, r.Offset)
		if marks {
			client.MarkCommitRecords(r)
		}
	})
	m.trouble(wrong)
	return true
}

func wrong(flag, form string) error {
	return model.Problem{Severity: model.Error, Message: flag + " needs an address", Hint: "write " + form}
}
