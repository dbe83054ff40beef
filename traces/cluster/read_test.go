package cluster

import (
	"path/filepath"
	"testing"
	"time"

	"beagle/traces/cluster/broker"
)

// site is a hub's connection to a server of its own.
func site(t *testing.T) *Bus {
	t.Helper()
	server, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", State: filepath.Join(t.TempDir(), "hub"), Name: DefaultName, Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	b, err := Dial(t.Context(), Access{URL: server.URL(), Credentials: server.Credentials("hub"), Name: DefaultName})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// A reader whose consumer the server has forgotten says so, so that who reads can
// begin anew; or gets what there is.
func TestAReaderThatGetsNothingSaysSo(t *testing.T) {
	b := site(t)
	b.look = 50 * time.Millisecond
	if err := b.Create(t.Context(), Layout{Partitions: 2, Quiet: time.Second}); err != nil {
		t.Fatal(err)
	}
	r, err := b.Partition(0).Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	stream, err := b.in.find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name := range stream.ConsumerNames(t.Context()).Name() {
		if err := stream.DeleteConsumer(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Partition(0).Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	if m, ok := <-r.Next(); ok && m.Sequence != 1 || !ok && r.Err() == nil {
		t.Errorf("%+v, %v", m, r.Err())
	}
}

// A reader to whom nothing came yet notices that another stream, whose numbers begin anew, is in the place of
// the one that it reads: else it would wait for a number that is far away.
func TestAReaderNoticesThatAnotherStreamIsInThePlaceOfItsOwn(t *testing.T) {
	b := site(t)
	b.look = 50 * time.Millisecond
	layout := Layout{Partitions: 2, Quiet: time.Second}
	if err := b.Create(t.Context(), layout); err != nil {
		t.Fatal(err)
	}
	tick := func(n int) {
		t.Helper()
		for range n {
			if err := b.Partition(0).Tick(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	tick(10)
	r, err := b.Partition(0).Read(t.Context(), 11)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := b.js.DeleteStream(t.Context(), b.in.name); err != nil {
		t.Fatal(err)
	}
	if err := b.Create(t.Context(), layout); err != nil {
		t.Fatal(err)
	}
	tick(3)
	select {
	case m, ok := <-r.Next():
		if ok && m.Sequence > 3 || !ok && r.Err() == nil {
			t.Errorf("%+v, %v", m, r.Err())
		}
	case <-time.After(time.Minute):
		t.Error("it waits for ever")
	}
}

// The first checkpoint of all is the only one of its partition for a while: nothing is below it.
func TestForgettingWhatIsBelowTheFirstMessageKeepsIt(t *testing.T) {
	b := site(t)
	if err := b.Create(t.Context(), Layout{Partitions: 2, Quiet: time.Second}); err != nil {
		t.Fatal(err)
	}
	p := b.Partition(0)
	var at Position
	if err := p.Publish(t.Context(), &at, Checkpoint{Nonce: "first"}, [][]byte{nil}, false); err != nil {
		t.Fatal(err)
	}
	if err := p.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	for below := range uint64(2) { // nats-server 2.9 takes both for no limit, later ones 0
		if err := p.ForgetOut(t.Context(), below); err != nil {
			t.Fatal(err)
		}
		if err := p.Forget(t.Context(), below); err != nil {
			t.Fatal(err)
		}
	}
	if now, err := p.Position(t.Context()); err != nil || now.Nonce != "first" || at.Number != 1 {
		t.Errorf("after %d: %+v, %v", at.Number, now, err)
	}
	if last, err := b.in.last(t.Context(), b.in.subject("0.*")); err != nil || last == nil || last.Sequence != 1 {
		t.Errorf("%+v, %v", last, err)
	}
}
