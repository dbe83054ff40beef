package app

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestASignalEndsReadingWhatNobodyTypes(t *testing.T) {
	silent, typist := io.Pipe()
	defer typist.Close()
	ctx, stop := context.WithCancel(context.Background())
	in := NewUntilStopped(ctx, silent)
	go func() {
		_, _ = typist.Write([]byte("1 + 2\n"))
		stop()
	}()
	text, err := io.ReadAll(in)
	if string(text) != "1 + 2\n" && string(text) != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("read %q, %v", text, err)
	}
}

func TestReadingUntilStoppedReadsAll(t *testing.T) {
	want := strings.Repeat("line after line\n", 10_000)
	if err := iotest.TestReader(NewUntilStopped(t.Context(), strings.NewReader(want)), []byte(want)); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadAll(NewUntilStopped(t.Context(), iotest.TimeoutReader(strings.NewReader(want)))); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("an error became %v", err)
	}
}
