package probe

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"time"

	"beagle/internal/safe"
	"beagle/measure"
	"beagle/model"
)

const (
	headerSize    = 4096
	segmentHeader = 32
	maxSegment    = 1 << 20
	fileMagic     = "BAGLERT1"
	segmentMagic  = "BAGLSEG1"
	version       = 4

	whyAt     = 128 // what failed
	whyLength = 256

	stateRecording = 1
	stateFullSize  = 2
	stateFailed    = 3
)

// Follower reads the files of one launch while they grow.
type Follower struct {
	Dir     string   // folder that the probes write into
	Only    string   // a file, in place of all in Dir
	Decoder *Decoder // gets everything that is read
	Start   int64    // wall clock at the start of the launch, ns since 1970; 0: the first record's file

	files []*file
	known map[string]bool
	buf   []byte
}

// Ending says what is known when the launch has ended.
type Ending struct {
	Files    int             // record files that were found
	Lost     int64           // records that are known to be lost
	Complete bool            // everything that the probes wrote was read, and they wrote everything
	Problems []model.Problem // what a person should know of the launch
	Runtime  measure.Runtime // of all JVMs
}

type file struct {
	*os.File
	path     string
	number   int64
	ready    bool // the header was read
	origin   Origin
	spans    []span // where segments follow one another
	segments int64
	reading  map[int32]*segment // by thread
	later    map[place]*segment // later segments of threads
	due      map[place]bool     // segments that are to be read as soon as they are there
	rests    map[int32][]rest   // by thread
	failed   error
}

// Poll reads what is new and reports whether there was any.
func (f *Follower) Poll(ctx context.Context) (progress bool, err error) { return f.poll(ctx, false) }

// poll reads what is new in all files, until the context ends.
func (f *Follower) poll(ctx context.Context, final bool) (progress bool, err error) {
	if err := f.discover(); err != nil {
		return false, err
	}
	for _, file := range f.files {
		if file.failed != nil {
			continue
		}
		moved, err := f.read(ctx, file, final)
		progress = progress || moved
		if err != nil {
			file.failed = err
		}
	}
	f.Decoder.Flush()
	return progress, nil
}

// ended forgets a thread of which nothing more comes.
func (f *Follower) ended(file *file, thread int32) {
	f.rest(file, thread)
	delete(file.rests, thread)
	delete(file.reading, thread)
	f.Decoder.End(file.thread(thread))
}

func (file *file) thread(number int32) int64 { return file.number<<32 | int64(number) }

func (f *Follower) rest(file *file, thread int32) {
	for _, r := range file.rests[thread] {
		var word [8]byte
		if _, err := file.ReadAt(word[:], r.offset); err == nil {
			f.Decoder.Rest(r.probe, binary.LittleEndian.Uint64(word[:]))
		}
	}
}

// Began is when the runtime of a JVM made its file.
func Began(path string) (time.Time, error) {
	opened, err := os.Open(path)
	if err != nil {
		return time.Time{}, err
	}
	defer opened.Close()
	header := make([]byte, 32)
	if _, err := io.ReadFull(opened, header); err != nil || string(header[:8]) != fileMagic {
		return time.Time{}, model.Problem{Severity: model.Error, File: path, Rule: "records", Message: "this is no file of Beagle's probes", Hint: "the program may have ended before it recorded anything"}
	}
	return time.UnixMilli(int64(binary.LittleEndian.Uint64(header[24:]))), nil
}

// Finish reads the rest after the launch has ended, and closes the files.
func (f *Follower) Finish(ctx context.Context) (Ending, error) {
	var ending Ending
	for ctx.Err() == nil {
		progress, err := f.poll(ctx, true)
		if err != nil {
			return ending, err
		}
		if !progress {
			break
		}
	}
	for _, file := range f.files {
		for thread := range file.rests {
			f.rest(file, thread)
		}
	}
	f.Decoder.Finish()
	ending.Files = len(f.files)
	ending.Complete = len(f.files) > 0 && ctx.Err() == nil
	for _, file := range f.files {
		if ctx.Err() == nil { // else it is known why something is missing
			f.end(file, &ending)
		}
		_ = file.Close()
	}
	return ending, nil
}

func (f *Follower) end(file *file, ending *Ending) {
	problem := func(severity model.Severity, message, hint string) {
		ending.Complete = false
		ending.Problems = append(ending.Problems, model.Problem{Severity: severity, Message: message, Hint: hint, File: file.path, Rule: "records"})
	}
	if file.failed != nil {
		problem(model.Error, "the records cannot be read further: "+file.failed.Error(), "")
		return
	}
	header := make([]byte, whyAt+whyLength)
	if _, err := file.ReadAt(header, 0); err != nil || !file.ready {
		problem(model.Warning, "the program ended before it could record anything", "")
		return
	}
	word := func(at int) int64 { return int64(binary.LittleEndian.Uint64(header[at:])) }
	ending.Runtime.Add(measure.Runtime{
		Collected: time.Duration(word(104)) * time.Millisecond, Compiled: time.Duration(word(112)) * time.Millisecond, Lasted: time.Duration(word(120)),
	})
	lost := word(64)
	ending.Lost += lost
	switch word(56) {
	case stateRecording:
	case stateFullSize:
		problem(model.Warning, "the records reached their limit of size; later ones are missing", "measure fewer elements or a smaller launch")
	default:
		why, _, _ := bytes.Cut(header[whyAt:], []byte{0})
		problem(model.Error, "the probes could not write their records: "+safe.Line(string(why)), "see whether the disk is full, the folder is there, and the program may open more files")
	}
	if written := word(48); written != file.segments {
		problem(model.Error, fmt.Sprintf("%d of %d segments of records were found", file.segments, written), "")
	}
	if len(file.later) > 0 {
		problem(model.Error, fmt.Sprintf("the records between %d segments are missing", len(file.later)), "")
	}
}

func (f *Follower) discover() error {
	names, err := filepath.Glob(filepath.Join(f.Dir, "*.beagle"))
	if err != nil {
		return err
	}
	if f.Only != "" {
		names = []string{f.Only}
	}
	sort.Strings(names)
	for _, name := range names {
		if f.known[name] {
			continue
		}
		opened, err := os.Open(name)
		if err != nil {
			return err
		}
		if f.known == nil {
			f.known = map[string]bool{}
		}
		f.known[name] = true
		f.files = append(f.files, &file{
			File: opened, path: name, number: int64(len(f.files)),
			reading: map[int32]*segment{}, later: map[place]*segment{}, due: map[place]bool{}, rests: map[int32][]rest{},
		})
	}
	return nil
}

// read goes through a file's threads in their order.
func (f *Follower) read(ctx context.Context, file *file, final bool) (progress bool, err error) {
	if !file.ready {
		if ready, err := f.header(file); !ready {
			return false, err
		}
	}
	if err := f.newSegments(file); err != nil {
		return false, err
	}
	f.costs(file)
	threads := make([]int32, 0, len(file.reading))
	for thread := range file.reading {
		threads = append(threads, thread)
	}
	slices.Sort(threads)
	for _, thread := range threads {
		select {
		case <-ctx.Done(): // who asked knows; a segment takes little time
			return progress, nil
		default:
		}
		moved, err := f.segment(file, thread, file.reading[thread], final)
		if err != nil {
			return progress, err
		}
		progress = progress || moved
	}
	return progress, nil
}

// header reads a file's header once the JVM has written it.
func (f *Follower) header(file *file) (ready bool, err error) {
	header := make([]byte, headerSize)
	if _, err := file.ReadAt(header, 0); err != nil {
		return false, ignoreEOF(err)
	}
	switch magic := string(header[:8]); {
	case magic == "\x00\x00\x00\x00\x00\x00\x00\x00":
		return false, nil
	case magic != fileMagic:
		return false, errors.New("this is no file of Beagle's probes")
	}
	if v := binary.LittleEndian.Uint32(header[8:]); v != version {
		return false, fmt.Errorf("the probes write version %d of their format; this Beagle reads version %d", v, version)
	}
	if table := int64(binary.LittleEndian.Uint64(header[16:])); table != f.Decoder.Table.Hash() {
		return false, errors.New("the records belong to another instrumentation of the program")
	}
	wall := int64(binary.LittleEndian.Uint64(header[24:])) * 1e6
	nano := int64(binary.LittleEndian.Uint64(header[32:]))
	if f.Start == 0 {
		f.Start = wall
	}
	file.origin = Origin{Base: wall - nano - f.Start}
	file.spans = []span{{headerSize, math.MaxInt64}}
	file.ready = true
	return true, nil
}

func (f *Follower) costs(file *file) {
	var costs [24]byte
	if _, err := file.ReadAt(costs[:], 80); err != nil {
		return
	}
	word := func(i int) int64 { return int64(binary.LittleEndian.Uint64(costs[8*i:])) }
	file.origin.Costs = NewCosts(word(0), word(1), word(2))
}

// ignoreEOF makes nothing of the error that a file ends, also within a record: programs are killed.
func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}
