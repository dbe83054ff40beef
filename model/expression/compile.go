package expression

import (
	"fmt"
	"slices"
	"sync"

	"beagle/model"
)

// Compile prepares an expression for columns, which may grow later as long as their levels only grow at the end. A
// variable without a column is an error that wraps model.ErrUndefined.
func Compile(n Node, columns []model.Column) (*Program, error) {
	p := new(Program)
	if err := p.compile(n, columns); err != nil {
		return nil, err
	}
	return p, nil
}

var programs = sync.Pool{New: func() any { return new(Program) }}

// Values puts the values of an expression at the rows of columns into dst, which holds as many; without columns it
// has one value everywhere.
func Values(dst []float64, n Node, columns []model.Column) error {
	p := programs.Get().(*Program) //nolint:forcetypeassert // nothing else is put there
	err := p.compile(n, columns)
	if err == nil {
		p.Eval(dst, 0)
	}
	p.release()
	programs.Put(p)
	return err
}

func (p *Program) compile(n Node, columns []model.Column) error {
	p.columns, p.batch = columns, batch
	if len(columns) > 0 { // few rows need little memory
		p.batch = max(1, min(batch, len(columns[0].Num)))
	}
	depth, err := p.emit(n, 0)
	if err != nil {
		return err
	}
	p.stack = slices.Grow(p.stack[:0], depth)[:depth]
	p.buffers = append(p.buffers[:0], nil) // the first is where values are wanted
	for range depth - 1 {
		p.buffers = append(p.buffers, p.room())
	}
	return nil
}

func (p *Program) room() []float64 {
	for len(p.free) > 0 {
		room := p.free[len(p.free)-1]
		if p.free = p.free[:len(p.free)-1]; cap(room) >= p.batch {
			return room[:p.batch]
		}
	}
	return make([]float64, p.batch)
}

func (p *Program) release() {
	for _, room := range p.pushed {
		if room != nil {
			p.free = append(p.free, room)
		}
	}
	if len(p.buffers) > 0 {
		p.free = append(p.free, p.buffers[1:]...)
	}
	clear(p.stack)
	clear(p.buffers)
	p.code, p.consts, p.pushed, p.remaps, p.buffers, p.columns, p.kept = p.code[:0], p.consts[:0], p.pushed[:0], nil, p.buffers[:0], nil, nil
}

// emit appends the instructions of n, whose result is to stand at the given height of the stack, and returns the
// greatest height that is needed.
func (p *Program) emit(n Node, height int) (int, error) {
	switch n := n.(type) {
	case Constant:
		p.push(float64(n))
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
		return p.emitBinary(n, height)
	case If:
		return p.emitAll(instruction{kind: applyIf}, height, n.Cond, n.Then, n.Else)
	case Text:
		return 0, fmt.Errorf("the text %q can only be compared for equality", string(n))
	}
	return 0, fmt.Errorf("unknown expression %T", n)
}

// emitAll compiles operands and the instruction that takes them from the stack; it says how high the stack becomes.
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

// emitBinary keeps constants out of the stack.
func (p *Program) emitBinary(n Binary, height int) (int, error) {
	left, isLeft := n.Left.(Constant)
	right, isRight := n.Right.(Constant)
	switch {
	case isLeft && !isRight:
		in := instruction{kind: applyLeft, op: n.Op, arg: p.constant(float64(left))}
		return p.emitAll(in, height, n.Right)
	case isRight && !isLeft:
		need, err := p.emit(n.Left, height)
		p.code = append(p.code, instruction{kind: applyRight, op: n.Op, arg: p.constant(float64(right))})
		return need, err
	}
	if factor, rest, ok := scaledBy(n.Right); ok && n.Op == Add {
		need, err := p.emit(n.Left, height)
		if err != nil {
			return 0, err
		}
		in := instruction{kind: applyScaled, arg: p.constant(float64(factor))}
		more, err := p.emitAll(in, height+1, rest)
		return max(need, more), err
	}
	return p.emitAll(instruction{kind: applyBinary, op: n.Op}, height, n.Left, n.Right)
}

func scaledBy(n Node) (factor Constant, rest Node, ok bool) {
	b, ok := n.(Binary)
	if !ok || b.Op != Mul {
		return 0, nil, false
	}
	factor, ok = b.Left.(Constant)
	return factor, b.Right, ok
}

func (p *Program) constant(x float64) int {
	p.consts, p.pushed = append(p.consts, x), append(p.pushed, nil)
	return len(p.consts) - 1
}

func (p *Program) push(x float64) {
	place := p.constant(x)
	p.code = append(p.code, instruction{kind: pushConst, arg: place})
	p.pushed[place] = p.room()
	fill(p.pushed[place], x)
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
		p.push(truth(left == right))
		p.push(1)
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
		place := p.constant(float64(slices.Index(levels, string(right)))) // -1: equal to none
		p.code = append(p.code, instruction{kind: applyRight, op: n.Op, arg: place})
		return nil
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
