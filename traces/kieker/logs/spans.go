package logs

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces/spans"
)

// Files with spans of other tracers are one source together, however many they are.

// holdsSpans reports whether a file is one of spans: a file in a folder where some are in it for sure, and one that
// was named where it can be nothing else.
func holdsSpans(path string, named bool) bool {
	in, err := safe.Open(context.Background(), path)
	if err != nil {
		return false
	}
	defer in.Close()
	plain, _, err := decompress(bufio.NewReader(in))
	if err != nil {
		return false
	}
	format, whole := spans.DetectFile(plain)
	head, _ := whole.Peek(whole.Buffered())
	return format.Sure(head) || named && format != spans.None
}

func spanFiles(folder string) (files []string) {
	const most = 10_000 // that are looked into
	looked := 0
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || looked > most {
			return fs.SkipDir
		}
		if entry.IsDir() || !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), ".") {
			return nil
		}
		name := strings.TrimSuffix(strings.ToLower(entry.Name()), ".gz")
		if slices.Contains([]string{".json", ".jsonl", ".ndjson", ".pb", ".binpb", ".bin", ".otlp", ".log", ".txt", ".out"}, filepath.Ext(name)) {
			if looked++; holdsSpans(path, false) {
				files = append(files, path)
			}
		}
		return nil
	})
	return files
}

func together(logs []logSource) []logSource {
	first := slices.IndexFunc(logs, func(l logSource) bool { return l.spans })
	if first < 0 {
		return logs
	}
	var out []logSource
	for i, log := range logs {
		if log.spans && i != first {
			logs[first].files = append(logs[first].files, log.files...)
		}
	}
	for i, log := range logs {
		if !log.spans || i == first {
			out = append(out, log)
		}
	}
	return out
}

func followsSpans(path string) error {
	return model.Problem{
		Severity: model.Error, Rule: "format", File: path, Message: "--follow does not work with files of spans",
		Hint: "let the programs or their collector send spans to beagle traces --otlp",
	}
}

func (c *contents) spans(ctx context.Context, files []string) error {
	gatherer := spans.New(spans.Options{Schemas: c.options.Schemas}, c.report, c.handler)
	for _, path := range files {
		c.report.Begin(path, false)
		if err := spanFile(ctx, path, gatherer); err != nil && ctx.Err() == nil {
			c.report.Fault(c.report.Bytes.Load(), fmt.Sprintf("the file is not read from here on: %v", err))
		}
	}
	c.report.Begin("", false)
	gatherer.End()
	if len(files) > 1 {
		c.report.SetKind(fmt.Sprintf("spans of %s", quantity.Plural(len(files), "file", "files")))
	}
	return ctx.Err()
}

func spanFile(ctx context.Context, path string, to *spans.Gatherer) error {
	in, err := safe.Open(ctx, path)
	if err != nil {
		return safe.Cause(err)
	}
	defer in.Close()
	plain, _, err := decompress(bufio.NewReader(in))
	if err != nil {
		return err
	}
	return to.Read(&until{ctx, plain})
}

type until struct {
	ctx context.Context //nolint:containedctx // it lives as long as the reading
	in  io.Reader
}

// Read fails with the context's error once the context has ended.
func (u *until) Read(to []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.in.Read(to)
}
