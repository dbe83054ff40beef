package spans

import (
	"encoding/binary"
	"strings"
)

// Encode is an OTLP message of traces in protobuf with the spans, each below the resource of its host.
func Encode(all []Span) []byte {
	var hosts []string
	byHost := map[string][]byte{}
	for i := range all {
		host := all[i].Operation.Host
		if _, known := byHost[host]; !known {
			hosts = append(hosts, host)
		}
		byHost[host] = appendMessage(byHost[host], 2, encodeSpan(&all[i]))
	}
	var out []byte
	for _, host := range hosts {
		scope := appendMessage(nil, 1, appendMessage(nil, 1, []byte("beagle")))
		resource := appendMessage(nil, 1, appendMessage(nil, 1, attributeText("service.name", host)))
		out = appendMessage(out, 1, appendMessage(resource, 2, append(scope, byHost[host]...)))
	}
	return out
}

func encodeSpan(s *Span) []byte {
	var out []byte
	out = appendMessage(out, 1, s.Trace[:])
	out = appendMessage(out, 2, binary.BigEndian.AppendUint64(nil, uint64(s.ID)))
	if s.Parent != 0 {
		out = appendMessage(out, 4, binary.BigEndian.AppendUint64(nil, uint64(s.Parent)))
	}
	name, method := strings.CutSuffix(s.Operation.Name, "()")
	label := name
	if method { // as agents call spans of methods
		label = s.Operation.Component[strings.LastIndexByte(s.Operation.Component, '.')+1:] + "." + name
	}
	out = appendMessage(out, 5, []byte(label))
	out = append(out, 6<<3, byte(s.Kind))
	out = binary.LittleEndian.AppendUint64(append(out, 7<<3|1), uint64(s.Start))
	out = binary.LittleEndian.AppendUint64(append(out, 8<<3|1), uint64(s.End))
	if method {
		out = appendMessage(out, 9, attributeText("code.function.name", s.Operation.Component+"."+name))
	}
	for _, in := range s.Inputs {
		out = appendMessage(out, 9, attributeText(in.Name, in.Value))
	}
	if s.Failed {
		out = appendMessage(out, 15, []byte{3 << 3, statusError})
	}
	if s.Remote {
		out = append(binary.AppendUvarint(out, 16<<3|5), parentIsRemote&0xff, parentIsRemote>>8, 0, 0)
	}
	return out
}

func attributeText(key, value string) []byte {
	return appendMessage(appendMessage(nil, 1, []byte(key)), 2, appendMessage(nil, 1, []byte(value)))
}

func appendMessage(to []byte, number int, data []byte) []byte {
	to = binary.AppendUvarint(to, uint64(number)<<3|2)
	to = binary.AppendUvarint(to, uint64(len(data)))
	return append(to, data...)
}

// Rejected is how many spans a receiver says it did not take, and why (ExportTraceServiceResponse).
func Rejected(answer []byte) (count int64, why string) {
	_ = message(answer, func(f field) error {
		if f.number != 1 {
			return nil
		}
		return message(f.bytes, func(f field) error {
			switch f.number {
			case 1:
				count = max(0, int64(f.value))
			case 2:
				why = clip(string(f.bytes))
			}
			return nil
		})
	})
	return count, why
}
