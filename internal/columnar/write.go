package columnar

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// Write writes rows as a Parquet file whose columns may lack values. The values of a column are numbers, truth values or texts, nil
// where there is none; where they are of several kinds all are written as texts. Columns stand in the order of their names.
func Write(w io.Writer, names []string, rows [][]any) error {
	group := parquet.Group{}
	texts := make([]bool, len(names))
	for i, name := range names {
		var kind parquet.Node
		kind, texts[i] = kindOf(rows, i)
		group[name] = parquet.Optional(kind)
	}
	schema := parquet.NewSchema("measurements", group)
	at := make([]int, len(names))
	for i, name := range names {
		leaf, _ := schema.Lookup(name)
		at[i] = leaf.ColumnIndex
	}
	out := parquet.NewWriter(w, schema, parquet.Compression(&parquet.Zstd))
	row := make(parquet.Row, len(names))
	for _, values := range rows {
		for i, value := range values {
			if texts[i] && value != nil {
				value = fmt.Sprint(value)
			}
			present := 1
			if value == nil {
				present = 0
			}
			row[at[i]] = parquet.ValueOf(value).Level(0, present, at[i])
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return out.Close()
}

// kindOf is the type of a column's values, and whether they are to be written as texts.
func kindOf(rows [][]any, column int) (kind parquet.Node, text bool) {
	found := map[string]bool{}
	for _, row := range rows {
		if row[column] != nil {
			found[fmt.Sprintf("%T", row[column])] = true
		}
	}
	switch {
	case len(found) > 1 || found["string"]:
		return parquet.String(), true
	case found["bool"]:
		return parquet.Leaf(parquet.BooleanType), false
	}
	return parquet.Leaf(parquet.DoubleType), false
}
