// Package columnar reads and writes tables as Parquet files.
package columnar

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"beagle/model"
)

// Is reports whether a file that begins so is a Parquet file.
func Is(start []byte) bool { return bytes.HasPrefix(start, []byte("PAR1")) }

// IsArrow reports whether a file that begins so is one of Arrow, a file or a stream.
func IsArrow(start []byte) bool {
	return bytes.HasPrefix(start, []byte("ARROW1")) || bytes.HasPrefix(start, []byte("\xff\xff\xff\xff"))
}

// Limits on what is read: a text is cut behind so many bytes, since no two inputs differ farther behind; a chunk of a column is in
// memory as a whole.
const (
	longest    = 200
	mostRows   = 64       // at once
	mostSize   = 1 << 30  // bytes of such a chunk
	mostFooter = 64 << 20 // bytes
)

// Text is a Parquet file as comma-separated text, whose first line names the columns: those of nested structures by their path with
// points, without lists. Missing values are empty. Rows are read as they are asked for. Errors are of type model.Problem.
func Text(file io.ReaderAt, size int64) (r io.Reader, err error) {
	defer recovered(&err)
	if err := closed(file, size); err != nil {
		return nil, damaged(err)
	}
	f, err := parquet.OpenFile(file, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, damaged(err)
	}
	t := &text{groups: f.RowGroups()}
	for _, group := range f.Metadata().RowGroups {
		for i := range group.Columns {
			if err := bounded(&group.Columns[i].MetaData); err != nil {
				return nil, err
			}
		}
	}
	var names []string
	for _, path := range f.Schema().Columns() {
		leaf, known := f.Schema().Lookup(path...)
		if known && leaf.MaxRepetitionLevel == 0 {
			t.columns = append(t.columns, column{leaf.ColumnIndex, formatOf(leaf.Node.Type())})
			names = append(names, quoted(strings.Join(path, ".")))
		}
	}
	if len(names) == 0 {
		return nil, model.Problem{Severity: model.Error, Message: "the Parquet file has no column with one value a row", Hint: "write a table whose columns are numbers, texts or truth values"}
	}
	t.out.WriteString(strings.Join(names, ",") + "\n")
	return t, nil
}

// bounded is the error of a column that might take any amount of memory.
func bounded(c *format.ColumnMetaData) error {
	switch name := strings.Join(c.PathInSchema, "."); {
	case c.Codec == format.Lz4Raw: // of a damaged one the library reserves more and more
		return model.Problem{
			Severity: model.Error, Message: "the column " + name + " is compressed by LZ4, which Beagle does not read",
			Hint: "write the file with another compression: pyarrow.parquet.write_table(table, FILE, compression=\"zstd\")",
		}
	case c.TotalUncompressedSize > mostSize || c.TotalUncompressedSize < 0:
		return model.Problem{
			Severity: model.Error, Message: fmt.Sprintf("a row group has more than %d MiB in the column %s", mostSize>>20, name),
			Hint: "write the file with smaller row groups: pyarrow.parquet.write_table(table, FILE, row_group_size=100000)",
		}
	}
	return nil
}

// closed is the error of a file that does not end as a Parquet file does: with the length of its last part, which lies in the file,
// and the four letters. The library would reserve as much memory as any length says.
func closed(file io.ReaderAt, size int64) error {
	const letters = 4
	end := make([]byte, 2*letters)
	if _, err := file.ReadAt(end, max(size-int64(len(end)), 0)); err != nil {
		return err
	}
	if length := int64(binary.LittleEndian.Uint32(end)); !Is(end[letters:]) || length > size-int64(len(end))-letters || length > mostFooter {
		return errors.New("it does not end as one does")
	}
	return nil
}

// recovered makes the panic of a damaged file an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = damaged(fmt.Errorf("%v", p))
	}
}

func damaged(err error) error {
	return model.Problem{Severity: model.Error, Message: "the Parquet file is damaged, or written as no other one is: " + err.Error(), Hint: "write it again, or write CSV"}
}

// text is a reader of the file's rows as lines.
type text struct {
	columns []column
	groups  []parquet.RowGroup
	rows    parquet.Rows // of the row group that is read; nil: of none
	out     bytes.Buffer
}

type column struct {
	index int
	say   func(parquet.Value) string
}

// Read reads lines.
func (t *text) Read(p []byte) (n int, err error) {
	for t.out.Len() == 0 {
		if err := t.fill(); err != nil {
			return 0, err
		}
	}
	return t.out.Read(p)
}

// fill adds the next lines; the error is io.EOF behind the last one.
func (t *text) fill() (err error) {
	defer recovered(&err)
	if t.rows == nil {
		if len(t.groups) == 0 {
			return io.EOF
		}
		t.rows, t.groups = t.groups[0].Rows(), t.groups[1:]
	}
	rows := make([]parquet.Row, mostRows)
	n, err := t.rows.ReadRows(rows)
	for _, row := range rows[:n] {
		t.line(row)
	}
	if n == 0 || err != nil {
		closed := t.rows.Close()
		t.rows = nil
		if err != nil && !errors.Is(err, io.EOF) {
			return damaged(err)
		}
		if closed != nil {
			return damaged(closed)
		}
	}
	return nil
}

func (t *text) line(row parquet.Row) {
	cells := make([]string, len(t.columns))
	for _, v := range row {
		for i, c := range t.columns {
			if c.index == v.Column() && !v.IsNull() {
				cells[i] = c.say(v)
			}
		}
	}
	t.out.WriteString(strings.Join(cells, ",") + "\n")
}

// formatOf says how values of a type are written as text.
func formatOf(t parquet.Type) func(parquet.Value) string {
	if logical := t.LogicalType(); logical != nil {
		switch l := logical.Value.(type) {
		case *format.DecimalType:
			return func(v parquet.Value) string { return decimal(whole(v), int(l.Scale)) }
		case *format.IntType:
			if !l.IsSigned {
				return func(v parquet.Value) string {
					if v.Kind() == parquet.Int32 {
						return strconv.FormatUint(uint64(v.Uint32()), 10)
					}
					return strconv.FormatUint(v.Uint64(), 10)
				}
			}
		case *format.UUIDType:
			return func(v parquet.Value) string { return hex.EncodeToString(v.ByteArray()) }
		}
	}
	return plain
}

func plain(v parquet.Value) string {
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	case parquet.Int32:
		return strconv.FormatInt(int64(v.Int32()), 10)
	case parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	case parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 32)
	case parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case parquet.ByteArray:
		return quoted(string(v.ByteArray()))
	case parquet.Int96, parquet.FixedLenByteArray: // times, and bytes that are no text
	}
	return ""
}

// quoted is a text on one line between quotation marks.
func quoted(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), longest)], "")
	return `"` + strings.NewReplacer(`"`, `""`, "\n", " ", "\r", " ", "\x00", " ").Replace(text) + `"`
}

// whole is the unscaled value of a decimal, which may be a number or the bytes of one in two's complement.
func whole(v parquet.Value) *big.Int {
	if v.Kind() == parquet.Int32 {
		return big.NewInt(int64(v.Int32()))
	}
	if v.Kind() == parquet.Int64 {
		return big.NewInt(v.Int64())
	}
	data := v.ByteArray()
	x := new(big.Int).SetBytes(data)
	if len(data) > 0 && data[0]&0x80 != 0 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return x
}

func decimal(x *big.Int, scale int) string {
	const most = 100 // digits; a decimal of 256 bits has 76
	if scale < 0 || scale > most {
		return ""
	}
	return new(big.Rat).SetFrac(x, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)).FloatString(scale)
}
