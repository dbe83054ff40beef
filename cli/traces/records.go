package traces

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/measure/java/records"
	"beagle/measure/kieker/export"
)

// ownRecords puts logs of Kieker's form in the place of paths that hold records of
// Beagle's own probes, into a folder that done removes.
func ownRecords(a *app.App, paths []string) (logs []string, done func(), err error) {
	done = func() {}
	var temp string
	for _, path := range paths {
		files := recordFiles(path)
		if len(files) == 0 {
			logs = append(logs, path)
			continue
		}
		if temp == "" {
			if temp, err = os.MkdirTemp("", "beagle-traces-"); err != nil {
				return nil, done, err
			}
			done = func() { _ = os.RemoveAll(temp) }
		}
		for _, file := range files {
			log := filepath.Join(temp, strconv.Itoa(len(logs)))
			if err := asLog(a, file, log); err != nil {
				done()
				return nil, func() {}, err
			}
			logs = append(logs, log)
		}
	}
	return logs, done, nil
}

// recordFiles are the files that Beagle's own probes wrote, at or below a path.
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

// asLog writes what a JVM recorded as a log.
func asLog(a *app.App, file, to string) error {
	meaning, err := records.ReadMeaning(filepath.Dir(file))
	if err != nil {
		return err
	}
	began, err := probe.Began(file)
	if err != nil {
		return err
	}
	log, err := export.New(to, meaning.Order, nil, began)
	if err != nil {
		return err
	}
	writing := &logSink{log: log}
	follower := probe.Follower{Only: file, Decoder: &probe.Decoder{Table: meaning.Table, Launch: 1, Sink: writing}}
	ending, err := follower.Finish()
	for _, problem := range ending.Problems {
		a.Warn(problem)
	}
	for _, err := range []error{err, writing.err, log.Close()} {
		if err != nil {
			return err
		}
	}
	if writing.left > 0 {
		a.Say("%s: %s are not in the records, which are samples where a thread runs a service often: counts are of what was recorded", filepath.Base(file), quantity.Plural(int(writing.left), "execution", "executions"))
	}
	return nil
}

// logSink writes events into a log. left are the executions of services that
// recorded ones stand for.
type logSink struct {
	log  *export.Log
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
