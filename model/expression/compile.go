package expression

import (
	"fmt"
	"math"
	"slices"

	"beagle/model"
)

// batch is the number of rows that are evaluated at once: few enough for all
// intermediate results to stay in the first-level cache, enough to make the
// cost of choosing an instruction vanish.
const batch = 256

// Program is an expression that is ready to be evaluated over columns. It owns
// its intermediate results, so it serves one goroutine at a time.
//
// The form follows Burlacu et al., "Operon C++" (GECCO 2020): a postfix
// sequence of instructions, each applied to a batch of rows.
type Program struct {
	code    []instruction
	columns []model.Column
	consts  [][]float64
	remaps  [][]float64
	buffers [][]float64 // one result per depth of the stack
	stack   [][]float64
	batch   int // rows that are evaluated at once
}

type instruction struct {
	kind instructionKind
	op   Op
	fn   Func
	arg  int // index of the column, constant or remap
}

type instructionKind uint8

const (
	pushColumn instructionKind = iota
	pushConst
	applyRemap // level indices of one column become those of another
	applyUnary
	applyBinary
	applyIf
)

// Compile prepares an expression for columns, which may grow later as long as
// their levels only grow at the end. A variable without a column is an error
// that wraps model.ErrUndefined.
func Compile(n Node, columns []model.Column) (*Program, error) {
	p := &Program{columns: columns, batch: batch}
	if len(columns) > 0 { // few rows need little memory
		p.batch = max(1, min(batch, len(columns[0].Num)))
	}
	depth, err := p.emit(n, 0)
	if err != nil {
		return nil, err
	}
	p.stack = make([][]float64, depth)
	p.buffers = make([][]float64, depth)
	for i := range p.buffers {
		p.buffers[i] = make([]float64, p.batch)
	}
	return p, nil
}

// emit appends the instructions of n, whose result is to stand at the given
// height of the stack, and returns the greatest height that is needed.
func (p *Program) emit(n Node, height int) (int, error) {
	switch n := n.(type) {
	case Constant:
		p.constant(float64(n))
		return height + 1, nil
	case Variable:
		column, err := p.column(n)
		if err != nil {
			return 0, err
		}
		if p.columns[column].Kind == model.Text {
			return 0, fmt.Errorf("%s is a text; it can only be compared for equality", n)
		}
		p.code = append(p.code, instruction{kind: pushColumn, arg: column})
		return height + 1, nil
	case Unary:
		need, err := p.emit(n.Arg, height)
		p.code = append(p.code, instruction{kind: applyUnary, fn: n.Func})
		return need, err
	case Binary:
		if p.isText(n.Left) || p.isText(n.Right) {
			return height + 2, p.emitText(n)
		}
		return p.emitAll(instruction{kind: applyBinary, op: n.Op}, height, n.Left, n.Right)
	case If:
		return p.emitAll(instruction{kind: applyIf}, height, n.Cond, n.Then, n.Else)
	case Text:
		return 0, fmt.Errorf("the text %q can only be compared for equality", string(n))
	}
	return 0, fmt.Errorf("unknown expression %T", n)
}

func (p *Program) emitAll(last instruction, height int, operands ...Node) (int, error) {
	most := 0
	for i, operand := range operands {
		need, err := p.emit(operand, height+i)
		if err != nil {
			return 0, err
		}
		most = max(most, need)
	}
	p.code = append(p.code, last)
	return most, nil
}

func (p *Program) constant(x float64) {
	values := make([]float64, p.batch)
	for i := range values {
		values[i] = x
	}
	p.code = append(p.code, instruction{kind: pushConst, arg: len(p.consts)})
	p.consts = append(p.consts, values)
}

func (p *Program) column(v Variable) (int, error) {
	for i := range p.columns {
		if p.columns[i].Variable == v.Variable {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%w: there is no column for %s", model.ErrUndefined, v)
}

func (p *Program) isText(n Node) bool {
	switch n := n.(type) {
	case Text:
		return true
	case Variable:
		column, err := p.column(n)
		return err == nil && p.columns[column].Kind == model.Text
	}
	return false
}

// emitText compiles a comparison of texts to a comparison of level indices.
func (p *Program) emitText(n Binary) error {
	if n.Op != Equal && n.Op != NotEqual {
		return fmt.Errorf("%s: texts can only be compared for equality", String(n))
	}
	left, right := n.Left, n.Right
	if _, ok := left.(Text); ok {
		left, right = right, left
	}
	var levels []string
	switch left := left.(type) {
	case Text:
		p.constant(truth(left == right))
		p.constant(1)
		p.code = append(p.code, instruction{kind: applyBinary, op: n.Op})
		return nil
	case Variable:
		column, err := p.column(left)
		if err != nil {
			return err
		}
		if p.columns[column].Kind != model.Text {
			return fmt.Errorf("%s mixes a text and a number", String(n))
		}
		levels = p.columns[column].Levels
		p.code = append(p.code, instruction{kind: pushColumn, arg: column})
	default:
		return fmt.Errorf("%s mixes a text and a number", String(n))
	}
	switch right := right.(type) {
	case Text:
		p.constant(float64(slices.Index(levels, string(right)))) // -1: equal to none
	case Variable:
		column, err := p.column(right)
		if err != nil {
			return err
		}
		if p.columns[column].Kind != model.Text {
			return fmt.Errorf("%s mixes a text and a number", String(n))
		}
		remap := make([]float64, len(p.columns[column].Levels))
		for i, level := range p.columns[column].Levels {
			remap[i] = float64(slices.Index(levels, level))
		}
		p.code = append(p.code,
			instruction{kind: pushColumn, arg: column},
			instruction{kind: applyRemap, arg: len(p.remaps)})
		p.remaps = append(p.remaps, remap)
	default:
		return fmt.Errorf("%s mixes a text and a number", String(n))
	}
	p.code = append(p.code, instruction{kind: applyBinary, op: n.Op})
	return nil
}

// Eval writes the values of the rows from, from+1, ... into dst, as many as it
// holds. It does not allocate.
func (p *Program) Eval(dst []float64, from int) {
	for start := 0; start < len(dst); start += p.batch {
		end := min(start+p.batch, len(dst))
		copy(dst[start:end], p.run(from+start, end-start))
	}
}

func (p *Program) run(from, rows int) []float64 {
	top := -1
	for _, in := range p.code {
		switch in.kind {
		case pushColumn:
			top++
			p.stack[top] = p.columns[in.arg].Num[from : from+rows]
		case pushConst:
			top++
			p.stack[top] = p.consts[in.arg][:rows]
		case applyRemap:
			out := p.buffers[top][:rows]
			remap := p.remaps[in.arg]
			for i, x := range p.stack[top] {
				out[i] = math.NaN()
				if x >= 0 && int(x) < len(remap) {
					out[i] = remap[int(x)]
				}
			}
			p.stack[top] = out
		case applyUnary:
			out := p.buffers[top][:rows]
			unary(in.fn, out, p.stack[top])
			p.stack[top] = out
		case applyBinary:
			top--
			out := p.buffers[top][:rows]
			binary(in.op, out, p.stack[top], p.stack[top+1])
			p.stack[top] = out
		case applyIf:
			top -= 2
			out := p.buffers[top][:rows]
			choose(out, p.stack[top], p.stack[top+1], p.stack[top+2])
			p.stack[top] = out
		}
	}
	return p.stack[0]
}

// Constants are the values of the expression's numbers, in the order in which
// they stand in the text of the expression.
func (p *Program) Constants() []float64 {
	out := make([]float64, len(p.consts))
	for i, c := range p.consts {
		out[i] = c[0]
	}
	return out
}

// SetConstants replaces the expression's numbers, so that fitting them does
// not need to compile again. Texts in comparisons count as numbers, so only
// programs without texts may be changed.
func (p *Program) SetConstants(values []float64) {
	for i, x := range values {
		c := p.consts[i]
		for j := range c {
			c[j] = x
		}
	}
}
