package stoex

import (
	"fmt"
	"slices"
	"strings"

	"beagle/model"
)

// Compiled is an expression whose variables are places of a frame, for those who evaluate it many times: no variable
// is looked up by its name, what is constant is computed once, and evaluating allocates nothing.
type Compiled struct {
	run   step
	text  string
	value Val  // where constant
	fixed bool // neither variables nor randomness
	draws bool // has randomness of its own
}

// Frame is what an expression is evaluated in.
type Frame struct {
	Values []Val   // of the variables, by the places that they were compiled with
	Random *Random // where values of distributions are drawn from; nil: an expression that draws fails
	// Resolve gives a deferred value; see Deferred.
	Resolve func(Val) (Val, error)
}

type step func(*Frame) (Val, error)

// Compile prepares an expression. place gives each variable its index in Frame.Values.
func Compile(x Expr, place func(model.Variable) int) *Compiled {
	c := &compiler{place: place}
	run := c.node(x)
	out := &Compiled{run: run, text: Format(x), draws: c.draws}
	if !c.draws && !c.reads {
		if v, err := run(&Frame{}); err == nil {
			out.value, out.fixed = v, true
		}
	}
	return out
}

// Eval evaluates the expression, as Eval does.
func (c *Compiled) Eval(f *Frame) (Val, error) {
	if c.fixed {
		return c.value, nil
	}
	return c.run(f)
}

// Constant is the value of an expression without variables and randomness.
func (c *Compiled) Constant() (Val, bool) { return c.value, c.fixed }

// Draws reports whether the expression itself is random.
func (c *Compiled) Draws() bool { return c.draws }

func (c *Compiled) String() string { return c.text }

type compiler struct {
	place        func(model.Variable) int
	draws, reads bool
}

// node makes a closure of each node, so that evaluating an expression is a few calls without looking at types again.
func (c *compiler) node(x Expr) step {
	switch x := plain(x).(type) {
	case *Int:
		return literalValue(IntValue(x.Value))
	case *Double:
		return literalValue(DoubleValue(x.Value))
	case *Text:
		return literalValue(TextValue(x.Value))
	case *Bool:
		return literalValue(BoolValue(x.Value))
	case *Ref:
		return c.ref(x)
	case *Unary:
		op, operand := x.Op, c.node(x.X)
		return func(f *Frame) (Val, error) {
			v, err := operand(f)
			if err != nil {
				return v, err
			}
			return unaryOp(op, v)
		}
	case *Binary:
		return c.binary(x)
	case *Cond:
		return c.cond(x)
	case *Call:
		return c.call(x)
	case *PMF:
		c.draws = true
		return func(f *Frame) (Val, error) {
			if f.Random == nil {
				return Val{}, errRandom
			}
			return f.Random.sample(x)
		}
	default:
		return func(*Frame) (Val, error) { return Val{}, fmt.Errorf("an expression of type %T has no value", x) }
	}
}

func literalValue(v Val) step { return func(*Frame) (Val, error) { return v, nil } }

// ref reads a variable's place in the frame.
func (c *compiler) ref(x *Ref) step {
	c.reads = true
	at := c.place(model.Variable{Name: x.name(), Char: x.Char})
	name := x.String()
	return func(f *Frame) (Val, error) {
		var v Val
		if at < len(f.Values) { // outside of all services there are none
			v = f.Values[at]
		}
		switch v.kind {
		case valUndefined:
			return v, fmt.Errorf("%w: %s has no value here; the caller does not pass it", model.ErrUndefined, name)
		case valDeferred:
			return f.Resolve(v)
		default:
			return v, nil
		}
	}
}

// binary evaluates both sides, as simulators do: neither AND nor OR leaves one out.
func (c *compiler) binary(x *Binary) step {
	op, left, right := x.Op, c.node(x.X), c.node(x.Y)
	whole, text := takenForWhole(x), Format(x)
	return func(f *Frame) (Val, error) {
		a, err := left(f)
		if err != nil {
			return a, err
		}
		b, err := right(f)
		if err != nil {
			return b, err
		}
		if whole && (a.kind == valDouble || b.kind == valDouble) {
			return a, fmt.Errorf("%s counts as a whole number here and is %s: simulators end at a DOUBLE; give it as Round(...) or Trunc(...)", text, doubleOf(a, b))
		}
		return binaryOp(op, a, b)
	}
}

// takenForWhole reports whether simulators compute a sum or a product with whole numbers, because NUMBER_OF_ELEMENTS
// and BYTESIZE count as such whatever they are given.
func takenForWhole(x *Binary) bool {
	whole := func(x Expr) (yes, given bool) {
		switch x := plain(x).(type) {
		case *Int:
			return true, false
		case *Ref:
			counts := x.Char == model.NumberOfElements || x.Char == model.ByteSize
			return counts, counts
		default:
			return false, false
		}
	}
	left, givenLeft := whole(x.X)
	right, givenRight := whole(x.Y)
	return left && right && (givenLeft || givenRight) && (x.Op == OpAdd || x.Op == OpSub || x.Op == OpMul)
}

func doubleOf(a, b Val) Val {
	if a.kind == valDouble {
		return a
	}
	return b
}

func (c *compiler) cond(x *Cond) step {
	condition, yes, no := c.node(x.If), c.node(x.Then), c.node(x.Else)
	return func(f *Frame) (Val, error) {
		v, err := condition(f)
		if err != nil {
			return v, err
		}
		truth, ok := v.Bool()
		switch {
		case !ok:
			return v, fmt.Errorf("the condition is %s, not a truth value", v)
		case truth:
			return yes(f)
		default:
			return no(f)
		}
	}
}

const mostArgs = 3

func (c *compiler) call(x *Call) step {
	name := x.Name
	var operands []step
	for _, a := range x.Args {
		operands = append(operands, c.node(a))
	}
	if f, known := library[name]; known && f.random {
		c.draws = true
		if drawn := prepared(x); drawn != nil {
			return drawn
		}
	}
	return func(f *Frame) (Val, error) {
		var args [mostArgs]Val
		if len(operands) > mostArgs {
			return Val{}, fmt.Errorf("%s takes no %d arguments", name, len(operands))
		}
		for i, o := range operands {
			v, err := o(f)
			if err != nil {
				return v, err
			}
			args[i] = v
		}
		return call(name, args[:len(operands)], f.Random)
	}
}

func prepared(x *Call) step {
	args := make([]Val, len(x.Args))
	for i, a := range x.Args {
		v, err := Eval(a, nil, nil)
		if err != nil {
			return nil
		}
		args[i] = v
	}
	if f := library[x.Name]; f.args != len(args) {
		return nil
	}
	parameters, err := distribution(x.Name, args)
	if err != nil {
		return nil
	}
	name := x.Name
	return func(f *Frame) (Val, error) {
		if f.Random == nil {
			return Val{}, errRandom
		}
		return f.Random.draw(name, parameters), nil
	}
}

// CompilePlace copies a place of the frame, also where nobody has given it a value yet.
func CompilePlace(at int) *Compiled {
	return &Compiled{run: func(f *Frame) (Val, error) { return f.Values[at], nil }}
}

// Reference is the expression that is a variable's value.
func Reference(v model.Variable) Expr { return &Ref{Path: strings.Split(v.Name, "."), Char: v.Char} }

// CompileVariable reads a variable from a place of the frame.
func CompileVariable(v model.Variable, at int) *Compiled {
	return Compile(Reference(v), func(model.Variable) int { return at })
}

// Variables are the variables that an expression reads, each once.
func Variables(x Expr) (list []model.Variable) {
	walk(x, func(n Expr) {
		if r, ok := n.(*Ref); ok {
			if v := (model.Variable{Name: r.name(), Char: r.Char}); !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	})
	return list
}
