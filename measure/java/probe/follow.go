package probe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"beagle/model"
)

// Sizes and marks of the file format; P.java writes them.
const (
	headerSize    = 4096
	segmentHeader = 32
	maxSegment    = 1 << 20
	fileMagic     = "BAGLERT1"
	segmentMagic  = "BAGLSEG1"
	version       = 2

	stateRecording = 1
	stateFullSize  = 2
	stateFailed    = 3
)

// Follower reads the files of one launch while they grow.
type Follower struct {
	Dir     string
	Decoder *Decoder
	Start   int64 // wall clock at the start of the launch, ns since 1970

	files []*file
	known map[string]bool
	buf   []byte
}

// Ending says what is known when the launch has ended.
type Ending struct {
	Files    int
	Lost     int64
	Complete bool // everything that the probes wrote was read, and they wrote everything
	Problems []model.Problem
}

// file is the file of one JVM.
type file struct {
	*os.File
	path     string
	number   int64
	ready    bool // the header was read
	origin   Origin
	spans    []span // where segments follow one another
	segments int64
	reading  map[int32]*segment // by thread
	waiting  map[place]*segment // later segments of threads
	due      map[place]bool     // segments that are to be read as soon as they are there
	rests    []rest
	failed   error
}

// span is a part of a file whose segments are known up to at: the file, or an
// area of small segments.
type span struct{ at, end int64 }

// place is the how-manieth segment of a thread.
type place struct{ thread, index int32 }

// rest is where the number of a probe's executions since its last record stands.
type rest struct {
	probe  int32
	offset int64
}

// segment is a part of a file that one thread writes.
type segment struct {
	offset, size int64
	index        int32 // of the thread's segments, from 1
	pos          int64 // consumed
	seen         int64 // valid at the last poll
}

// Poll reads what is new and reports whether there was any. A record is taken at
// the poll after the one that saw it first: by then all its words are visible
// on any processor.
func (f *Follower) Poll() (progress bool, err error) { return f.poll(false) }

func (f *Follower) poll(final bool) (progress bool, err error) {
	if err := f.discover(); err != nil {
		return false, err
	}
	for _, file := range f.files {
		if file.failed != nil {
			continue
		}
		moved, err := f.read(file, final)
		progress = progress || moved
		if err != nil {
			file.failed = err
		}
	}
	f.Decoder.Flush()
	return progress, nil
}

// rest reads how often probes ran since their last records.
func (f *Follower) rest(file *file) {
	for _, r := range file.rests {
		var word [8]byte
		if _, err := file.ReadAt(word[:], r.offset); err == nil {
			f.Decoder.Rest(r.probe, binary.LittleEndian.Uint64(word[:]))
		}
	}
}

// Finish reads the rest after the launch has ended, and closes the files.
func (f *Follower) Finish() (Ending, error) {
	var ending Ending
	for {
		progress, err := f.poll(true)
		if err != nil {
			return ending, err
		}
		if !progress {
			break
		}
	}
	for _, file := range f.files {
		f.rest(file)
	}
	f.Decoder.Finish()
	ending.Files = len(f.files)
	ending.Complete = len(f.files) > 0
	for _, file := range f.files {
		f.end(file, &ending)
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
	header := make([]byte, 96)
	if _, err := file.ReadAt(header, 0); err != nil || !file.ready {
		problem(model.Warning, "the program ended before it could record anything", "")
		return
	}
	word := func(at int) int64 { return int64(binary.LittleEndian.Uint64(header[at:])) }
	lost := word(64)
	ending.Lost += lost
	switch word(56) {
	case stateRecording:
	case stateFullSize:
		problem(model.Warning, "the records reached their limit of size; later ones are missing", "measure fewer elements or a smaller launch")
	default:
		problem(model.Error, "the probes could not write their records", "see whether the disk is full")
	}
	if written := word(48); written != file.segments {
		problem(model.Error, fmt.Sprintf("%d of %d segments of records were found", file.segments, written), "")
	}
	if len(file.waiting) > 0 {
		problem(model.Error, fmt.Sprintf("the records between %d segments are missing", len(file.waiting)), "")
	}
}

// discover opens new files.
func (f *Follower) discover() error {
	names, err := filepath.Glob(filepath.Join(f.Dir, "*.beagle"))
	if err != nil {
		return err
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
			reading: map[int32]*segment{}, waiting: map[place]*segment{}, due: map[place]bool{},
		})
	}
	return nil
}

func (f *Follower) read(file *file, final bool) (progress bool, err error) {
	if !file.ready {
		if ready, err := f.header(file); !ready {
			return false, err
		}
	}
	if err := f.newSegments(file); err != nil {
		return false, err
	}
	threads := make([]int32, 0, len(file.reading))
	for thread := range file.reading {
		threads = append(threads, thread)
	}
	sort.Slice(threads, func(i, j int) bool { return threads[i] < threads[j] })
	for _, thread := range threads {
		moved, err := f.segment(file, thread, file.reading[thread], final)
		if err != nil {
			return progress, err
		}
		progress = progress || moved
	}
	return progress, nil
}

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
	cost := func(i int) int64 { return int64(binary.LittleEndian.Uint64(header[80+8*i:])) }
	file.origin = Origin{Base: wall - nano - f.Start, Costs: NewCosts(cost(0), cost(1), cost(2))}
	file.spans = []span{{headerSize, math.MaxInt64}}
	file.ready = true
	return true, nil
}

// newSegments finds the segments behind the last ones known.
func (f *Follower) newSegments(file *file) error {
	for i := 0; i < len(file.spans); i++ { // it grows meanwhile
		if err := f.inSpan(file, i); err != nil {
			return err
		}
	}
	file.spans = slices.DeleteFunc(file.spans, func(s span) bool { return s.at+segmentHeader >= s.end })
	return nil
}

func (f *Follower) inSpan(file *file, i int) error {
	for {
		at, end := file.spans[i].at, file.spans[i].end
		if at+segmentHeader >= end {
			return nil
		}
		var h [segmentHeader]byte
		if _, err := file.ReadAt(h[:], at); err != nil {
			return ignoreEOF(err)
		}
		if string(h[:8]) != segmentMagic {
			return nil
		}
		size := int64(binary.LittleEndian.Uint32(h[8:]))
		if size <= segmentHeader || size > maxSegment || size%8 != 0 || size > end-at {
			return fmt.Errorf("a segment of %d bytes at offset %d", size, at)
		}
		file.spans[i].at += size
		file.segments++
		thread, index := int32(binary.LittleEndian.Uint32(h[12:])), int32(binary.LittleEndian.Uint32(h[24:]))
		if thread == 0 {
			if i > 0 {
				return fmt.Errorf("an area in an area at offset %d", at)
			}
			file.spans = append(file.spans, span{at + segmentHeader, at + size})
			continue
		}
		s := &segment{offset: at, size: size, index: index, pos: segmentHeader}
		here := place{thread, index}
		if index == 1 || file.due[here] {
			file.reading[thread] = s
			delete(file.due, here)
		} else {
			file.waiting[here] = s
		}
	}
}

// segment reads the records of a thread's present segment.
func (f *Follower) segment(file *file, thread int32, s *segment, final bool) (progress bool, err error) {
	if f.buf == nil {
		f.buf = make([]byte, 64<<10)
	}
	var words [maxWords]uint64
	limit, at := s.seen, s.pos
	for {
		data := f.buf[:min(int64(len(f.buf)), s.size-at)]
		if at == s.pos && at == s.seen { // most have nothing new
			data = data[:min(len(data), 8*maxWords)]
		}
		if _, err := file.ReadAt(data, s.offset+at); err != nil {
			return progress, ignoreEOF(err)
		}
		begin := at
		for len(data) >= 8 {
			head := binary.LittleEndian.Uint64(data)
			if head == 0 {
				s.seen = at
				return progress, nil
			}
			size := int64(Words(head)) * 8
			if size == 0 || at+size > s.size {
				return progress, fmt.Errorf("record %#x at offset %d is none", head, s.offset+at)
			}
			if size > int64(len(data)) {
				break
			}
			if final || at+size <= limit {
				progress = true
				s.pos = at + size
				for i := range size / 8 {
					words[i] = binary.LittleEndian.Uint64(data[8*i:])
				}
				switch head >> 56 {
				case typeNext:
					file.advance(thread, s.index+1)
					return true, nil
				case typeThread:
					delete(file.reading, thread)
					thread = int32(head >> 32 & 0xffffff)
					s.index = 1
					file.reading[thread] = s
				case typeRest:
					file.rests = append(file.rests, rest{int32(head >> 32 & 0xffffff), s.offset + at + 8})
				default:
					if err := f.Decoder.Record(file.number<<32|int64(thread), &file.origin, words[:size/8]); err != nil {
						return progress, err
					}
				}
			}
			data = data[size:]
			at += size
		}
		s.seen = at
		if at+8 > s.size || at == begin && len(data) == int(s.size-at) {
			return progress, nil
		}
	}
}

// advance lets a thread go on in its next segment.
func (file *file) advance(thread, index int32) {
	next := place{thread, index}
	delete(file.reading, thread)
	if s := file.waiting[next]; s != nil {
		file.reading[thread] = s
		delete(file.waiting, next)
		return
	}
	file.due[next] = true
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}
