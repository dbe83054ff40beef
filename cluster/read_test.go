package cluster

import (
	"path/filepath"
	"testing"
	"time"

	"beagle/cluster/broker"
)

// A reader whose consumer the server has forgotten says so, so that who reads can
// begin anew; or gets what there is.
func TestAReaderThatGetsNothingSaysSo(t *testing.T) {
	server, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", State: filepath.Join(t.TempDir(), "hub"), Name: DefaultName, Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	b, err := Dial(t.Context(), Access{URL: server.URL(), Credentials: server.Credentials("hub"), Name: DefaultName})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
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
