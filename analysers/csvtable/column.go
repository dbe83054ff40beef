package csvtable

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"beagle/model"
)

// column gathers the values of one column. Texts are kept as negative places
// in levels, so that what looked like a number until now needs no second copy.
type column struct {
	name      string
	as        model.Variable
	notes     []string // what people should know of it
	skip      bool
	tells     string // "launch", "weight", "seq": something about the row, which explains nothing
	tentative bool   // whether it tells that has to be seen in its values
	exported  bool   // it is called as "beagle export" calls it: nobody need be told what it is
	values    []float64
	code      []int32 // 0: a number; else 1 + place in levels
	levels    []string
	places    map[string]int32
	bools     int // codes that are a truth value
	holes     int // codes that say in words that a value is missing, if there are no other texts
	number    bool
	many      bool // too many levels
	commas    bool // numbers may have decimal commas: something else separates values
	groups    groups
	merged    merged
	measured  measured // numbers with units
}

// set reads one cell. A column is numbers as long as all cells are; texts are kept as levels beside them,
// since only at the end it is known which of both the column is. Missing values are NaN with code 0.
func (c *column) set(row int, text string) {
	if row == len(c.values) {
		c.values = append(c.values, 0)
		c.code = append(c.code, 0)
	}
	text = strings.TrimSpace(text)
	switch strings.ToLower(text) {
	case "", "na", "n/a", "nan", "?", "inf", "+inf", "-inf", "infinity", "-infinity":
		c.values[row], c.code[row] = math.NaN(), 0
		return
	}
	if x, code, err := c.parse(text); err == nil {
		c.values[row], c.code[row] = x, code
		c.number = true
		c.merged.see(text, x)
		return
	}
	if c.values[row] = c.measured.see(text, c.commas); c.many {
		c.code[row] = overflowing
		return
	}
	if c.code[row] = c.level(text); c.many {
		c.code[row] = overflowing
	}
}

// overflowing is the code of a text of which there are too many different ones.
const overflowing = math.MaxInt32

// parse reads a number, with a decimal comma where those are possible: then
// points before it group digits. Whether the comma of 12,345 groups digits or begins a
// fraction, the whole column has to tell: such a value is ambiguous.
func (c *column) parse(text string) (x float64, code int32, err error) {
	x, err = strconv.ParseFloat(text, 64)
	if errors.Is(err, strconv.ErrRange) {
		return math.NaN(), 0, nil // a number, but none that can be reckoned with
	}
	if err == nil {
		return x, c.groups.plain(text, x), nil
	}
	if digits, sure := grouped(text); digits != "" && (sure || !c.commas) {
		c.groups.sure = c.groups.sure || strings.Contains(text, ",")
		c.groups.points = c.groups.points || strings.Count(text, ".") > 1
		x, err = strconv.ParseFloat(digits, 64)
		return x, 0, err
	} else if digits != "" {
		code = ambiguous
	}
	if !c.commas || strings.Count(text, ",") != 1 {
		return x, 0, err
	}
	whole, fraction, _ := strings.Cut(text, ",")
	if strings.Contains(fraction, ".") {
		return 0, 0, err
	}
	if code != ambiguous {
		c.groups.decimals = true
	}
	x, err = strconv.ParseFloat(strings.ReplaceAll(whole, ".", "")+"."+fraction, 64)
	return x, code, err
}

// level is 1 + the place of a text among the levels, made at its first sight; 0 where the column has too
// many different texts to be an enumeration.
func (c *column) level(text string) int32 {
	if c.places == nil {
		c.places = map[string]int32{}
	}
	if len(text) > 200 {
		text = text[:200]
	}
	place, ok := c.places[text]
	if !ok {
		if len(c.levels) >= maxLevels {
			c.many = true
			return 0
		}
		c.levels = append(c.levels, strings.Clone(text))
		place = int32(len(c.levels))
		c.places[c.levels[place-1]] = place
		switch _, isBool := truth(text); {
		case isBool:
			c.bools++
		case hole(text):
			c.holes++
		}
	}
	return place
}

// hole reports whether a text says that a value is missing. Among other texts it
// is one of them: a filter may be "blur", "edge" or "none".
func hole(text string) bool {
	return strings.EqualFold(text, "none") || strings.EqualFold(text, "null")
}

// truth reads true and false, in any case of letters.
func truth(text string) (value float64, ok bool) {
	switch strings.ToLower(text) {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	return 0, false
}

// reorder puts the rows into another order; skipped columns have no rows.
func (c *column) reorder(order []int) {
	if c.skip {
		return
	}
	values, code := make([]float64, len(order)), make([]int32, len(order))
	for to, from := range order {
		values[to], code[to] = c.values[from], c.code[from]
	}
	c.values, c.code = values, code
}

// finish is the column by the kind of its values, or a note why it is left out.
func (c *column) finish() (model.Column, string) {
	c.ungroup()
	if note := c.merged.note(c.name); note != "" {
		c.notes, c.merged = append(c.notes, note), merged{}
	}
	out := model.Column{Variable: c.as, Kind: model.Number, Num: c.values}
	if c.measured.numbers() && !c.number {
		c.notes = append(c.notes, c.measured.note(c.name))
		return out, ""
	}
	switch {
	case c.many:
		return model.Column{}, fmt.Sprintf("%s was left out: it has more than %d distinct texts", c.name, maxLevels)
	case len(c.levels) == c.holes:
		for i, code := range c.code {
			if code > 0 {
				out.Num[i] = math.NaN()
			}
		}
		return out, ""
	case c.bools > 0 && c.bools+c.holes == len(c.levels) && (!c.number || c.onlyFlags()):
		out.Kind = model.Bool
		for i, code := range c.code {
			if code > 0 {
				x, known := truth(c.levels[code-1])
				if !known {
					x = math.NaN()
				}
				out.Num[i] = x
			}
		}
		return out, ""
	}
	if c.numbersButFew() {
		return out, ""
	}
	out.Kind = model.Text
	for i, code := range c.code {
		if code == 0 && !math.IsNaN(c.values[i]) { // a number among texts is a text
			code = c.level(strconv.FormatFloat(c.values[i], 'g', -1, 64))
			if c.many {
				return c.finish()
			}
		}
		if code > 0 {
			out.Num[i] = float64(code - 1)
		}
	}
	out.Levels = c.levels
	return out, ""
}

// onlyFlags reports whether all numbers of a column are 0 or 1.
func (c *column) onlyFlags() bool {
	for i, code := range c.code {
		if x := c.values[i]; code == 0 && x != 0 && x != 1 && !math.IsNaN(x) {
			return false
		}
	}
	return true
}

// Texts among numbers are levels of an enumeration unless the numbers are many and
// the texts few: those say why a value is missing.
const (
	mostOdd     = 0.1 // of the values
	manyNumbers = 20  // different ones
)

// numbersButFew reports whether a column holds numbers but for few texts, which
// become missing values, and are said.
func (c *column) numbersButFew() bool {
	numbers, texts, example := map[float64]bool{}, 0, ""
	for i, code := range c.code {
		switch {
		case code > 0:
			if texts++; example == "" {
				example = c.levels[code-1]
			}
		case len(numbers) < manyNumbers && !math.IsNaN(c.values[i]):
			numbers[c.values[i]] = true
		}
	}
	if len(numbers) < manyNumbers || float64(texts) > mostOdd*float64(len(c.code)) {
		return false
	}
	for i, code := range c.code {
		if code > 0 {
			c.values[i] = math.NaN()
		}
	}
	c.notes = append(c.notes, fmt.Sprintf("%s: %d of %d values are no numbers, such as %q: they count as missing", c.name, texts, len(c.code), example))
	return true
}

// nameVariables gives every column a variable of its own. Names that differ only in
// what no variable can be called by are numbered, in an order that is the same in
// another table with these columns.
func nameVariables(columns []*column) {
	sorted := slices.Clone(columns)
	slices.SortFunc(sorted, func(a, b *column) int { return strings.Compare(a.name, b.name) })
	taken := map[model.Variable]bool{}
	for _, plain := range []bool{true, false} { // who is called so keeps the name
		for _, c := range sorted {
			v := Variable(c.name)
			if plain != (v.Name == c.name || v.String() == c.name) {
				continue
			}
			for i := 2; taken[v]; i++ {
				v = Variable(c.name)
				v.Name = fmt.Sprintf("%s_%d", v.Name, i)
			}
			if v.Name != Variable(c.name).Name {
				c.notes = append(c.notes, fmt.Sprintf("%s is written %s: another column is called so, too", c.name, v))
			}
			taken[v] = true
			c.as = v
		}
	}
}

// Variable is the variable that a column stands for: name.CHARACTERISATION, or
// the VALUE of a parameter; names are made identifiers.
func Variable(name string) model.Variable {
	if v, err := model.ParseVariable(name); err == nil {
		v.Name = identifier(v.Name)
		return v
	}
	return model.Variable{Name: identifier(name), Char: model.ValueOf}
}

// identifier makes a name that StoEx accepts: other characters become _, and reserved words get one at their
// end.
func identifier(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '_', r >= '0' && r <= '9' && i > 0, r == '.' && i > 0:
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	switch word := b.String(); word {
	case "AND", "OR", "XOR", "NOT", "ordered", "IntPMF", "DoublePMF", "EnumPMF", "BoolPMF", "DoublePDF",
		"BYTESIZE", "NUMBER_OF_ELEMENTS", "STRUCTURE", "TYPE", "VALUE", "true", "false":
		return word + "_"
	default:
		return word
	}
}
