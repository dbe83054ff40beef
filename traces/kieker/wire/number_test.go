package wire

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"beagle/traces/kieker"
)

// numeral reads a number as number does, by math/big.
func numeral(line string) (value int64, next int) {
	text, _, _ := strings.Cut(line, ";")
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" || len(digits) > 19 || strings.Trim(digits, "0123456789") != "" {
		return 0, -1
	}
	n, _ := new(big.Int).SetString(text, 10)
	if !n.IsInt64() {
		return 0, -1
	}
	return n.Int64(), len(text) + 1
}

func TestNumbersOfLinesAreReadAsWritten(t *testing.T) {
	lines := []string{
		"", "-", ";", "+;", "--1", "+-1", "0", "-1", "+7;", "12345678", "12345678;", "123456789;x", "1234567:", "1234567/;", "12345678 ", "1234\xb95678;",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808;", "-9223372036854775809", "18446744073709551617", "0000000000000000001;", "00000000000000000001", "99999999999999999999999999",
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		line := fmt.Appendf(nil, "%d%s", int64(rng.Uint64())>>rng.IntN(64), []string{"", ";", ";abc", ";12345678", ";9;9;9;9"}[rng.IntN(5)])
		if rng.IntN(4) == 0 {
			line[rng.IntN(len(line))] = byte(rng.Uint32())
		}
		lines = append(lines, string(line))
	}
	for _, line := range lines {
		value, next := number([]byte(line), 0)
		if want, end := numeral(line); value != want || next != end {
			t.Errorf("%q: %d, goes on at %d; want %d at %d", line, value, next, want, end)
		}
	}
}

// Lines of classes without arrays are read at once; the way of the others must
// tell the same of them.
func TestBothWaysOfReadingALineTellTheSame(t *testing.T) {
	every := kieker.DefineSchema("a.B", "L first, Z flag, I small, B octet, C letter, H short, F single, D twice, S text, L last")
	whole := "-1;1700000000000000000;true;-2147483648;-128;x;32767;1.5;1.0E10;public void a.B.c(int);4294967296"
	var readers [2]*TextReader
	var classes [2]*kieker.Class
	for way := range readers {
		readers[way] = NewTextReader(kieker.NewSchemas(), nil, &kieker.Reading{}, nil)
		classes[way] = kieker.NewClass(every, &readers[way].intern.table)
	}
	rng := rand.New(rand.NewPCG(2, 1))
	understood := 0
	for range 20_000 {
		line := []byte(whole)
		for range rng.IntN(3) {
			at := rng.IntN(len(line))
			switch c := "0123456789-;;tx.E\xff"[rng.IntN(18)]; rng.IntN(3) {
			case 0:
				line[at] = c
			case 1:
				line = slices.Insert(line, at, c)
			default:
				line = slices.Delete(line, at, min(len(line), at+1+rng.IntN(8)))
			}
		}
		var read [2]bool
		var data [2][]byte
		for way, r := range readers {
			r.batch, r.arena = r.batch[:0], r.arena[:0]
			add := r.fixed
			if way == 1 {
				add = r.varying
			}
			if read[way] = add(classes[way], line); read[way] {
				data[way] = r.batch[0].Data
			}
			if len(r.arena) != len(r.batch)*every.DataSize() || len(r.batch) != len(data[way])/every.DataSize() {
				t.Fatalf("%q: %d bytes of %d records", line, len(r.arena), len(r.batch))
			}
		}
		if read[0] != read[1] || !bytes.Equal(data[0], data[1]) {
			t.Fatalf("%q: %v %x and %v %x", line, read[0], data[0], read[1], data[1])
		}
		if read[0] {
			understood++
		}
	}
	if understood < 5000 || understood > 15_000 {
		t.Errorf("%d of 20,000 lines are understood", understood)
	}
}
