package columnar

import (
	"bytes"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"beagle/internal/need"
	"beagle/model"
)

// said is the text of a file.
func said(data []byte) (string, error) {
	r, err := Text(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	var file bytes.Buffer
	rows := [][]any{{1.5, "a \"b\", c", true, 7.0}, {nil, "#d\nnext", false, "seven"}, {3.0, nil, nil, nil}}
	if err := Write(&file, []string{"n", "kind", "flag", "mixed"}, rows); err != nil {
		t.Fatal(err)
	}
	if !Is(file.Bytes()) || IsArrow(file.Bytes()) {
		t.Error("it is not seen to be Parquet")
	}
	got, err := said(file.Bytes())
	want := "\"flag\",\"kind\",\"mixed\",\"n\"\n" + "true,\"a \"\"b\"\", c\",\"7\",1.5\n" + "false,\"#d next\",\"seven\",\n" + ",,,3\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

func TestManyRowsAreReadInTheirOrder(t *testing.T) {
	var rows [][]any
	for i := range 10 * mostRows {
		rows = append(rows, []any{float64(i)})
	}
	var file bytes.Buffer
	if err := Write(&file, []string{"n"}, rows); err != nil {
		t.Fatal(err)
	}
	got, err := said(file.Bytes())
	if lines := strings.Split(strings.TrimSpace(got), "\n"); err != nil || len(lines) != 1+len(rows) || lines[len(rows)] != "639" {
		t.Errorf("%v, %d lines, the last %s", err, len(lines), lines[len(lines)-1])
	}
}

func TestNestedValuesAndDecimalsAreColumnsAndListsAreNone(t *testing.T) {
	type inner struct {
		X int64 `parquet:"x"`
	}
	type row struct {
		Cents int64   `parquet:"cents,decimal(2:18)"`
		In    inner   `parquet:"in"`
		Many  []int64 `parquet:"many,list"`
		Small uint32  `parquet:"small"`
	}
	var file bytes.Buffer
	if err := parquet.Write(&file, []row{{-1234, inner{5}, []int64{1, 2}, 4_000_000_000}, {50, inner{6}, nil, 1}}); err != nil {
		t.Fatal(err)
	}
	got, err := said(file.Bytes())
	if want := "\"cents\",\"in.x\",\"small\"\n-12.34,5,4000000000\n0.50,6,1\n"; err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestDecimalsOfBytesAreInTwosComplement(t *testing.T) {
	for text, data := range map[string][]byte{"-0.001": {0xff, 0xff, 0xff}, "1.000": {0, 3, 0xe8}, "0.000": {}} {
		if got := decimal(whole(parquet.FixedLenByteArrayValue(data)), 3); got != text {
			t.Errorf("%v: %s, want %s", data, got, text)
		}
	}
}

func TestAFileThatIsCutIsDamaged(t *testing.T) {
	var file bytes.Buffer
	if err := Write(&file, []string{"n"}, [][]any{{1.0}, {2.0}}); err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{file.Bytes()[:file.Len()/2], []byte("PAR1"), nil} {
		if _, err := said(data); err == nil || model.AsProblem(err, "").Hint == "" {
			t.Errorf("%d bytes: %v", len(data), err)
		}
	}
}

func TestAFileThatMightTakeAnyMemoryIsRefused(t *testing.T) {
	var file bytes.Buffer
	if err := parquet.Write(&file, []struct{ N int64 }{{1}}, parquet.Compression(&parquet.Lz4Raw)); err != nil {
		t.Fatal(err)
	}
	if _, err := said(file.Bytes()); err == nil || !strings.Contains(err.Error(), "is compressed by LZ4") {
		t.Error(err)
	}
	if err := bounded(&format.ColumnMetaData{TotalUncompressedSize: mostSize + 1}); err == nil {
		t.Error("a chunk is read that needs more memory than allowed")
	}
	lying := append([]byte("PAR1PAR1"), 0xff, 0xff, 0xff, 0x7f, 'P', 'A', 'R', '1') // two gigabytes of last part
	if _, err := said(lying); err == nil {
		t.Error("a length beyond the file is believed")
	}
}

// Bytes that were turned anywhere, lengths and codecs among them, neither end the program nor take more memory than two pages
// may: the library reserves what a page says, in 31 bits.
func TestADamagedFileTakesBoundedMemory(t *testing.T) {
	var file bytes.Buffer
	if err := Write(&file, []string{"n", "kind", "flag"}, [][]any{{1.5, "a", true}, {nil, "b", nil}}); err != nil {
		t.Fatal(err)
	}
	turned := 2000
	if need.Long() {
		turned = 200_000
	}
	chance := rand.New(rand.NewPCG(1, 2))
	var before, after runtime.MemStats
	for range turned {
		data := bytes.Clone(file.Bytes())
		for range 1 + chance.IntN(4) {
			data[chance.IntN(len(data))] = byte(chance.IntN(256))
		}
		runtime.ReadMemStats(&before)
		if r, err := Text(bytes.NewReader(data), int64(len(data))); err == nil {
			_, _ = io.CopyN(io.Discard, r, 1<<16)
		}
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 4<<10 {
			t.Fatalf("%d MiB for %d bytes: %x", took, len(data), data)
		}
	}
}

// FuzzText: no file makes it panic, or read without an end.
func FuzzText(f *testing.F) {
	var file bytes.Buffer
	if err := Write(&file, []string{"n", "kind", "flag"}, [][]any{{1.5, "a", true}, {nil, "b", nil}}); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(_ *testing.T, data []byte) {
		r, err := Text(bytes.NewReader(data), int64(len(data)))
		if err == nil {
			const most = 1 << 12
			_, _ = io.CopyN(io.Discard, r, most)
		}
	})
}
