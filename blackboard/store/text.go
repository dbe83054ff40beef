package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

func encodeValue(v model.Value) any {
	switch v.Kind {
	case model.Number:
		return number(v.Num)
	case model.Bool:
		return v.Num != 0
	case model.Text:
		return v.Str
	default:
		return nil
	}
}

func decodeValue(x any) (model.Value, error) {
	switch x := x.(type) {
	case nil:
		return model.Value{}, nil
	case float64:
		return model.NumberValue(x), nil
	case bool:
		return model.BoolValue(x), nil
	case string:
		return model.TextValue(x), nil
	}
	return model.Value{}, fmt.Errorf("%v is no value", x)
}

func number(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return map[string]string{"number": strconv.FormatFloat(x, 'g', -1, 64)}
	}
	return x
}

// decodeNumber reads a number, or the text that stands for one that JSON does not have.
func decodeNumber(x any) (float64, error) {
	switch x := x.(type) {
	case float64:
		return x, nil
	case map[string]any:
		text, _ := x["number"].(string)
		return strconv.ParseFloat(text, 64)
	}
	return 0, fmt.Errorf("%v is no number", x)
}

func encodeInputs(inputs []blackboard.Assignment) map[string]any {
	out := make(map[string]any, len(inputs))
	for _, a := range inputs {
		out[a.Variable.String()] = encodeValue(a.Value)
	}
	return out
}

func decodeInputs(text string, columns []model.Variable) ([]blackboard.Assignment, error) {
	var values map[string]any
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		return nil, err
	}
	var out []blackboard.Assignment
	for _, c := range columns {
		if x, ok := values[c.String()]; ok {
			v, err := decodeValue(x)
			if err != nil {
				return nil, err
			}
			out = append(out, blackboard.Assignment{Variable: c, Value: v})
		}
	}
	if len(out) != len(values) {
		return nil, errors.New("an input is no column")
	}
	return out, nil
}

// Expressions are lists as in Lisp: ["+", 1, ["*", 2, {"var": "n.VALUE"}]].

func encodeNode(n expression.Node) any {
	switch n := n.(type) {
	case nil:
		return nil
	case expression.Constant:
		return number(float64(n))
	case expression.Text:
		return map[string]string{"text": string(n)}
	case expression.Variable:
		return map[string]string{"var": n.Variable.String()}
	case expression.Unary:
		return []any{n.Func.String(), encodeNode(n.Arg)}
	case expression.Binary:
		return []any{n.Op.String(), encodeNode(n.Left), encodeNode(n.Right)}
	case expression.If:
		return []any{"if", encodeNode(n.Cond), encodeNode(n.Then), encodeNode(n.Else)}
	default:
		panic(fmt.Sprintf("no text for expressions of type %T", n))
	}
}

// maxDepth bounds expressions that are read; encoding/json bounds the text's own nesting.
const maxDepth = 1000

// decodeNode reads an expression's tree.
func decodeNode(x any, depth int) (expression.Node, error) {
	if depth > maxDepth {
		return nil, errors.New("the expression is nested too deeply")
	}
	switch x := x.(type) {
	case float64:
		return expression.Constant(x), nil
	case map[string]any:
		return decodeLeaf(x)
	case []any:
		if len(x) == 0 {
			break
		}
		name, _ := x[0].(string)
		args := make([]expression.Node, len(x)-1)
		for i := range args {
			arg, err := decodeNode(x[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			args[i] = arg
		}
		return apply(name, args)
	}
	return nil, fmt.Errorf("%v is no expression", x)
}

func decodeLeaf(x map[string]any) (expression.Node, error) {
	if text, ok := x["text"].(string); ok {
		return expression.Text(text), nil
	}
	if text, ok := x["number"].(string); ok {
		value, err := strconv.ParseFloat(text, 64)
		return expression.Constant(value), err
	}
	text, _ := x["var"].(string)
	v, err := model.ParseVariable(text)
	return expression.Variable{Variable: v}, err
}

var ops, funcs = func() (map[string]expression.Op, map[string]expression.Func) {
	ops, funcs := map[string]expression.Op{}, map[string]expression.Func{}
	for op := expression.Add; op <= expression.Xor; op++ {
		ops[op.String()] = op
	}
	for f := expression.Neg; f <= expression.Sin; f++ {
		funcs[f.String()] = f
	}
	return ops, funcs
}()

func apply(name string, args []expression.Node) (expression.Node, error) {
	switch len(args) {
	case 1:
		if f, ok := funcs[name]; ok {
			return expression.Unary{Func: f, Arg: args[0]}, nil
		}
	case 2:
		if op, ok := ops[name]; ok {
			return expression.Binary{Op: op, Left: args[0], Right: args[1]}, nil
		}
	case 3:
		if name == "if" {
			return expression.If{Cond: args[0], Then: args[1], Else: args[2]}, nil
		}
	}
	return nil, fmt.Errorf("%q with %d operands is no expression", name, len(args))
}

type tree struct {
	Expression any      `json:"expression,omitempty"`
	Branches   []branch `json:"branches,omitempty"`
	Basis      int64    `json:"basis,omitempty"`
}

type branch struct {
	Guard       any `json:"guard,omitempty"`
	Probability any `json:"probability,omitempty"`
}

func encodeProposal(p blackboard.Proposal) tree {
	t := tree{Expression: encodeNode(p.Expression), Basis: p.Basis}
	for _, b := range p.Branches {
		t.Branches = append(t.Branches, branch{Guard: encodeNode(b.Guard), Probability: number(b.Probability)})
	}
	return t
}

func decodeText(text string, into *blackboard.Proposal) error {
	var t tree
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return err
	}
	return t.decode(into)
}

func (t *tree) decode(into *blackboard.Proposal) (err error) {
	into.Basis = t.Basis
	if t.Expression != nil {
		if into.Expression, err = decodeNode(t.Expression, 0); err != nil {
			return err
		}
	}
	for _, b := range t.Branches {
		var p blackboard.BranchProposal
		if b.Guard != nil {
			if p.Guard, err = decodeNode(b.Guard, 0); err != nil {
				return err
			}
		}
		if p.Probability, err = decodeNumber(b.Probability); err != nil {
			return err
		}
		into.Branches = append(into.Branches, p)
	}
	return nil
}

func readable(p blackboard.Proposal) string {
	if p.Expression != nil {
		return expression.String(p.Expression)
	}
	text := ""
	for i, b := range p.Branches {
		if i > 0 {
			text += " | "
		}
		if b.Guard != nil {
			text += expression.String(b.Guard)
		} else {
			text += strconv.FormatFloat(b.Probability, 'g', 4, 64)
		}
	}
	return text
}

type said struct {
	Element  model.ElementID `json:"element"`
	Analyser string          `json:"analyser"`
	Why      string          `json:"why,omitempty"`
	tree
}

// EncodeProposal is a proposal as JSON that holds all of it, numbers to the last bit.
func EncodeProposal(p blackboard.Proposal) (json.RawMessage, error) {
	return json.Marshal(said{p.Element, p.Analyser, p.Why, encodeProposal(p)})
}

// DecodeProposal reads what EncodeProposal wrote. Expressions that are nested too deeply, or none, are errors.
func DecodeProposal(data json.RawMessage) (p blackboard.Proposal, err error) {
	var s said
	if err := json.Unmarshal(data, &s); err != nil {
		return p, err
	}
	p = blackboard.Proposal{Element: s.Element, Analyser: s.Analyser, Why: s.Why}
	return p, s.decode(&p)
}
