package live_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
	"beagle/traces/kieker/live"
)

func topic(t *testing.T) (address string, send func(messages ...[]byte)) {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(3, "kiekerRecords"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	address = strings.Join(cluster.ListenAddrs(), ",")
	client, err := kgo.NewClient(kgo.SeedBrokers(address), kgo.DefaultProduceTopic("kiekerRecords"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return address, func(messages ...[]byte) {
		t.Helper()
		for _, one := range messages {
			if err := client.ProduceSync(context.Background(), &kgo.Record{Value: one}).FirstErr(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func kafka(t *testing.T, address, group string) (*kiekertest.Counter, kieker.Entrance) {
	t.Helper()
	to := &kiekertest.Counter{}
	in, err := live.Kafka(address, "kiekerRecords", group, live.BrokerOptions{Open: func(string) kieker.Handler { return to }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.Close)
	return to, in
}

func TestATopicIsReadFromItsBeginning(t *testing.T) {
	address, send := topic(t)
	send(kiekertest.Chunk(), []byte("a line of text"), kiekertest.Chunk())
	to, in := kafka(t, address, "")
	to.Until(t, 2)
	send(kiekertest.Chunk())
	to.Until(t, 3)
	for deadline := time.Now().Add(time.Minute); in.Report().Broken == 0 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
	}
	in.Close()
	_, closed := to.Counted()
	if r := in.Report(); closed != 1 || r.Records != 3 || r.Broken != 1 || !strings.Contains(r.Problems[0].Message, "no chunk") || r.Source != "topic kiekerRecords on "+address {
		t.Errorf("closed %d times: %+v", closed, r)
	}
}

func TestAGroupGoesOnWhereItWas(t *testing.T) {
	address, send := topic(t)
	send(kiekertest.Chunk(), kiekertest.Chunk())
	first, in := kafka(t, address, "beagle")
	first.Until(t, 2)
	in.Close()
	send(kiekertest.Chunk())
	second, in := kafka(t, address, "beagle")
	second.Until(t, 1)
	in.Close()
	before, _ := first.Counted()
	behind, _ := second.Counted()
	if before != 2 || behind != 1 {
		t.Errorf("%d and %d records", before, behind)
	}
}

func TestABrokerThatIsAwayIsSaidOnce(t *testing.T) {
	said := make(chan string, 100)
	in, err := live.Kafka("127.0.0.1:1", "x", "", live.BrokerOptions{Open: func(string) kieker.Handler { return &kiekertest.Counter{} }, Say: func(line string) { said <- line }})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	select {
	case line := <-said:
		if !strings.Contains(line, "topic x on 127.0.0.1:1") {
			t.Error(line)
		}
	case <-time.After(time.Minute):
		t.Error("nothing is said")
	}
}

func TestAddressesThatAreNoneAreRefused(t *testing.T) {
	if _, err := live.Kafka("127.0.0.1:1", "", "", live.BrokerOptions{}); err == nil {
		t.Error("no topic")
	}
	for _, q := range []live.Queue{{}, {Address: "http://x/", Name: "q"}, {Address: "amqp://127.0.0.1:1/"}, {Address: "amqp://127.0.0.1:1/", Name: "q"}} {
		if _, err := live.AMQP(q, live.BrokerOptions{}); err == nil {
			t.Error(q)
		}
	}
}
