package traces

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/java"
	"beagle/measure/java/probe"
	"beagle/traces/kieker/logs"
)

// OwnLogs puts logs of Kieker's form in the place of paths that hold records of
// Beagle's own probes, by programs that have ended. They are made below a folder; one that
// was made there before is taken as it is, so that who reads on finds what he knows.
func OwnLogs(ctx context.Context, a *app.App, paths []string, folder string) (read []string, err error) {
	for _, path := range paths {
		files := recordFiles(path)
		if len(files) == 0 {
			read = append(read, path)
			continue
		}
		for _, file := range files {
			log, err := ownLog(ctx, a, file, folder)
			if err != nil {
				return nil, err
			}
			read = append(read, log)
		}
	}
	return read, nil
}

func ownLog(ctx context.Context, a *app.App, file, folder string) (log string, err error) {
	if file, err = filepath.Abs(file); err != nil {
		return "", err
	}
	began, err := probe.Began(file)
	if err != nil {
		return "", err
	}
	log = filepath.Join(folder, fmt.Sprintf("%x", sha256.Sum256([]byte(began.String()+file)))[:16])
	if _, err := os.Stat(log); err == nil {
		return log, nil
	}
	unfinished := log + ".new"
	if err := os.RemoveAll(unfinished); err != nil {
		return "", err
	}
	if err := asLog(ctx, a, file, unfinished, began); err != nil {
		return "", errors.Join(err, os.RemoveAll(unfinished))
	}
	return log, os.Rename(unfinished, log)
}

func recordFiles(path string) (files []string) {
	_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && strings.HasSuffix(name, ".beagle") {
			files = append(files, name)
		}
		return nil // what cannot be read is said where it is read
	})
	slices.Sort(files)
	return files
}

func asLog(ctx context.Context, a *app.App, file, to string, began time.Time) error {
	meaning, err := java.ReadMeaning(filepath.Dir(file))
	if err != nil {
		return err
	}
	log, err := logs.NewLog(to, meaning.Order, nil, began)
	if err != nil {
		return err
	}
	writing := &logSink{log: log}
	follower := probe.Follower{Only: file, Decoder: &probe.Decoder{Table: meaning.Table, Launch: 1, Sink: writing}}
	ending, err := follower.Finish(ctx)
	for _, problem := range ending.Problems {
		a.Warn(problem)
	}
	for _, err := range []error{err, ctx.Err(), writing.err, log.Close()} {
		if err != nil {
			return err
		}
	}
	if writing.left > 0 {
		a.Say("%s: %s are not in the records, which are samples where a thread runs a service often: counts are of what was recorded", filepath.Base(file), quantity.Plural(int(writing.left), "execution", "executions"))
	}
	return nil
}

type logSink struct {
	log  *logs.Log
	left float64
	err  error
}

// Events implements measure.Sink.
func (s *logSink) Events(batch []measure.Event) {
	for _, e := range batch {
		if e.Kind == measure.ServiceEntered && e.Weight > 1 {
			s.left += e.Weight - 1
		}
		if s.err == nil {
			s.err = s.log.Event(e)
		}
	}
}
