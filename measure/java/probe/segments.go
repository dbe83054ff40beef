package probe

import (
	"encoding/binary"
	"fmt"
	"slices"
)

type segment struct {
	offset, size int64
	index        int32 // of the thread's segments, from 1
	pos          int64 // consumed
	seen         int64 // valid at the last poll
}

// span is a part of a file whose segments are known up to at: the file, or an area of small segments.
type span struct{ at, end int64 }

type place struct{ thread, index int32 }

type rest struct {
	probe  int32
	offset int64
}

func (f *Follower) newSegments(file *file) error {
	for i := 0; i < len(file.spans); i++ { //nolint:intrange // the list grows meanwhile
		if err := f.inSpan(file, i); err != nil {
			return err
		}
	}
	file.spans = slices.DeleteFunc(file.spans, func(s span) bool { return s.at+segmentHeader >= s.end })
	return nil
}

// inSpan finds new segments in one stretch of a file.
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
			file.later[here] = s
		}
	}
}

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
					f.ended(file, thread)
					thread = int32(head >> 32 & 0xffffff)
					s.index = 1
					file.reading[thread] = s
				case typeEnd:
					f.ended(file, thread)
					return true, nil
				case typeRest:
					file.rests[thread] = append(file.rests[thread], rest{int32(head >> 32 & 0xffffff), s.offset + at + 8})
				default:
					if err := f.Decoder.Record(file.thread(thread), &file.origin, words[:size/8]); err != nil {
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

func (file *file) advance(thread, index int32) {
	next := place{thread, index}
	delete(file.reading, thread)
	if s := file.later[next]; s != nil {
		file.reading[thread] = s
		delete(file.later, next)
		return
	}
	file.due[next] = true
}
