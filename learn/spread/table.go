package spread

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"beagle/model"
)

// tableHead is what a table is but for its numbers, which follow as eight bytes
// each: columns, target, weights, records, launches and sequence numbers.
type tableHead struct {
	Columns         []columnHead
	Target          columnHead
	Rows            int
	Weight, Records bool
	Launch, Seq     bool
}

// columnHead is a column without its values.
type columnHead struct {
	Variable model.Variable
	Kind     model.ValueKind
	Levels   []string
}

// Bounds of tables that are read: those of the blackboard's own are smaller.
const (
	mostRows    = 1 << 20
	mostColumns = 4096
	mostNumbers = 1 << 24
)

// encodeTable is a table as bytes, the same ones for the same table.
func encodeTable(t *model.Table) ([]byte, error) {
	head := tableHead{Target: headOf(&t.Target), Rows: t.Rows(), Weight: t.Weight != nil, Records: t.Records != nil, Launch: t.Launch != nil, Seq: t.Seq != nil}
	for i := range t.Columns {
		head.Columns = append(head.Columns, headOf(&t.Columns[i]))
	}
	data, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	data = append(data, '\n')
	put := func(bits uint64) { data = binary.LittleEndian.AppendUint64(data, bits) }
	numbers := func(all []float64) {
		for _, x := range all {
			put(math.Float64bits(x))
		}
	}
	for i := range t.Columns {
		numbers(t.Columns[i].Num)
	}
	numbers(t.Target.Num)
	numbers(t.Weight)
	numbers(t.Records)
	for _, x := range t.Launch {
		put(uint64(int64(x)))
	}
	for _, x := range t.Seq {
		put(uint64(x))
	}
	return data, nil
}

func headOf(c *model.Column) columnHead { return columnHead{c.Variable, c.Kind, c.Levels} }

// decodeTable reads what encodeTable wrote, and believes nothing.
func decodeTable(data []byte) (*model.Table, error) {
	var head tableHead
	line := 0
	for line < len(data) && data[line] != '\n' {
		line++
	}
	if line == len(data) {
		return nil, errors.New("the table has no head")
	}
	if err := json.Unmarshal(data[:line], &head); err != nil {
		return nil, fmt.Errorf("the table's head is damaged: %w", err)
	}
	parts := len(head.Columns) + 1
	for _, there := range []bool{head.Weight, head.Records, head.Launch, head.Seq} {
		if there {
			parts++
		}
	}
	data = data[line+1:]
	if head.Rows < 0 || head.Rows > mostRows || len(head.Columns) > mostColumns || parts*head.Rows > mostNumbers || len(data) != 8*parts*head.Rows {
		return nil, errors.New("the table is damaged")
	}
	next := func() uint64 {
		bits := binary.LittleEndian.Uint64(data)
		data = data[8:]
		return bits
	}
	numbers := func() []float64 {
		all := make([]float64, head.Rows)
		for i := range all {
			all[i] = math.Float64frombits(next())
		}
		return all
	}
	t := &model.Table{}
	for _, c := range append(head.Columns, head.Target) {
		column := model.Column{Variable: c.Variable, Kind: c.Kind, Levels: c.Levels, Num: numbers()}
		if c.Kind == model.Text {
			for _, x := range column.Num {
				if x == x && (x < 0 || x >= float64(len(c.Levels)) || x != math.Trunc(x)) {
					return nil, errors.New("a text of the table is not among its levels")
				}
			}
		}
		t.Columns = append(t.Columns, column)
	}
	t.Target, t.Columns = t.Columns[len(head.Columns)], t.Columns[:len(head.Columns):len(head.Columns)]
	if len(t.Columns) == 0 {
		t.Columns = nil
	}
	if head.Weight {
		t.Weight = numbers()
	}
	if head.Records {
		t.Records = numbers()
	}
	if head.Launch {
		t.Launch = make([]int32, head.Rows)
		for i := range t.Launch {
			t.Launch[i] = int32(next())
		}
	}
	if head.Seq {
		t.Seq = make([]int64, head.Rows)
		for i := range t.Seq {
			t.Seq[i] = int64(next())
		}
	}
	return t, nil
}
