package expression

import (
	"math"
	"slices"

	"beagle/model"
	"gonum.org/v1/gonum/floats"
)

// batch is the number of rows that are evaluated at once: few enough for all intermediate results to stay in the
// first-level cache, enough to make the cost of choosing an instruction vanish.
const batch = 256

// Program is an expression that is ready to be evaluated over columns. It owns its intermediate results, so it serves
// one goroutine at a time.
//
// The form follows Burlacu et al., "Operon C++" (GECCO 2020): a postfix sequence of instructions, each applied to a
// batch of rows.
type Program struct {
	code    []instruction
	columns []model.Column
	consts  []float64
	pushed  [][]float64 // constants that are operands of their own, by batch; nil: others
	remaps  [][]float64
	buffers [][]float64 // one result per depth of the stack; the first is where values are wanted
	stack   [][]float64
	free    [][]float64 // memory that an earlier expression needed
	kept    [][]float64 // of instructions that KeepLogarithms was asked for: natural logarithms of a column
	batch   int         // rows that are evaluated at once
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
	applyLeft   // a constant before, and the operand
	applyRight  // the operand, and a constant after
	applyScaled // the first operand, and a constant times the second
	applyIf
)

// Eval writes the values of the rows from, from+1, ... into dst, as many as it holds; dst must be no column of the
// program.
func (p *Program) Eval(dst []float64, from int) {
	for start := 0; start < len(dst); start += p.batch {
		end := min(start+p.batch, len(dst))
		p.buffers[0] = dst[start:end]
		p.run(from+start, end-start)
		if last := p.code[len(p.code)-1].kind; last == pushColumn || last == pushConst {
			copy(dst[start:end], p.stack[0])
		}
	}
}

// run computes so many rows from one on, at most as many as the stack's columns have.
func (p *Program) run(from, rows int) {
	top := -1
	for i := range p.code {
		in := &p.code[i]
		switch in.kind {
		case pushColumn:
			top++
			p.stack[top] = p.columns[in.arg].Num[from : from+rows]
			continue
		case pushConst:
			top++
			p.stack[top] = p.pushed[in.arg][:rows]
			continue
		case applyBinary, applyScaled:
			top--
		case applyIf:
			top -= 2
		case applyRemap, applyUnary, applyLeft, applyRight:
		}
		out, a := p.buffers[top][:rows], p.stack[top]
		switch in.kind {
		case applyRemap:
			remap := p.remaps[in.arg]
			for i, x := range a {
				out[i] = math.NaN()
				if x >= 0 && int(x) < len(remap) {
					out[i] = remap[int(x)]
				}
			}
		case applyUnary:
			unary(in.fn, out, a)
		case applyLeft:
			if p.kept != nil && p.kept[i] != nil {
				right(Div, out, p.kept[i][from:from+rows], math.Log(p.consts[in.arg]))
			} else {
				left(in.op, out, p.consts[in.arg], a)
			}
		case applyRight:
			right(in.op, out, a, p.consts[in.arg])
		case applyScaled:
			floats.AddScaledTo(out, a[:len(out)], p.consts[in.arg], p.stack[top+1][:len(out)])
		case applyBinary:
			binary(in.op, out, a, p.stack[top+1])
		case applyIf:
			choose(out, a, p.stack[top+1], p.stack[top+2])
		case pushColumn, pushConst:
		}
		p.stack[top] = out
	}
}

// KeepLogarithms works the logarithms of columns out once, which is worth it for who evaluates the same rows many
// times: with other constants they stay the same. The columns must not change from then on.
func (p *Program) KeepLogarithms() {
	p.kept = make([][]float64, len(p.code))
	for i := 1; i < len(p.code); i++ {
		if in, before := p.code[i], p.code[i-1]; in.kind == applyLeft && in.op == Log && before.kind == pushColumn {
			column := p.columns[before.arg].Num
			p.kept[i] = make([]float64, len(column))
			for row, x := range column {
				p.kept[i][row] = math.Log(x)
			}
		}
	}
}

// Constants are the values of the expression's numbers, in the order in which they stand in the text of the
// expression.
func (p *Program) Constants() []float64 { return slices.Clone(p.consts) }

// SetConstants replaces the expression's numbers, so that fitting them does not need to compile again.
func (p *Program) SetConstants(values []float64) {
	for i, x := range values {
		p.consts[i] = x
		fill(p.pushed[i], x)
	}
}

func fill(values []float64, x float64) {
	for i := range values {
		values[i] = x
	}
}
