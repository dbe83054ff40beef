package stoex

import (
	"maps"
	"slices"
	"strings"

	"beagle/model"
	"beagle/model/adapter"
)

// Type is what the editor of Palladio infers for an expression (ExpressionInferTypeVisitor, with the types of
// TypeEnum).
type Type string

// The types. Those that end in PMF or PDF are of what is drawn at random; AnyPMF is what a variable may be.
const (
	TypeInt       Type = "INT"
	TypeDouble    Type = "DOUBLE"
	TypeBool      Type = "BOOL"
	TypeEnum      Type = "ENUM"
	TypeIntPMF    Type = "INT_PMF"
	TypeDoublePMF Type = "DOUBLE_PMF"
	TypeEnumPMF   Type = "ENUM_PMF"
	TypeBoolPMF   Type = "BOOL_PMF"
	TypeDoublePDF Type = "DOUBLE_PDF"
	TypeAnyPMF    Type = "ANY_PMF"
	TypeAny       Type = "ANY"
)

var pmfTypes = map[PMFKind]Type{
	IntPMF: TypeIntPMF, DoublePMF: TypeDoublePMF, EnumPMF: TypeEnumPMF, BoolPMF: TypeBoolPMF, DoublePDF: TypeDoublePDF,
}

// TypeOf infers the type of an expression.
func TypeOf(x Expr) Type {
	switch x := x.(type) {
	case *Int:
		return TypeInt
	case *Double:
		return TypeDouble
	case *Text:
		return TypeEnum
	case *Bool:
		return TypeBool
	case *Ref:
		if x.Char == model.NumberOfElements || x.Char == model.ByteSize {
			return TypeIntPMF
		}
		return TypeAnyPMF
	case *Paren:
		return TypeOf(x.X)
	case *Unary:
		if x.Op == OpNot {
			return truthType(TypeOf(x.X))
		}
		return TypeOf(x.X)
	case *Binary:
		return binaryType(x.Op, TypeOf(x.X), TypeOf(x.Y))
	case *Cond:
		return TypeAny
	case *Call:
		if (x.Name == "Min" || x.Name == "Max") && len(x.Args) == 2 && TypeOf(x.Args[0]) == TypeInt && TypeOf(x.Args[1]) == TypeInt {
			return TypeInt // of the class that both arguments have
		}
		if f, ok := library[x.Name]; ok {
			return f.result
		}
		return TypeAny
	case *PMF:
		return pmfTypes[x.Kind]
	default:
		return TypeAny
	}
}

func (t Type) random() bool { return strings.HasSuffix(string(t), "_PMF") || t == TypeDoublePDF }

func truthType(operands ...Type) Type {
	for _, t := range operands {
		if t.random() {
			return TypeBoolPMF
		}
	}
	return TypeBool
}

// binaryType is the type of an operator's result by Palladio's type inference.
func binaryType(op Op, x, y Type) Type {
	whole := func(t Type) bool { return t == TypeInt || t == TypeIntPMF }
	switch {
	case op.comparison() || op.boolean():
		return truthType(x, y)
	case op == OpPow:
		return TypeDouble
	case op == OpMod:
		return TypeIntPMF
	case x == TypeDoublePDF || y == TypeDoublePDF:
		return TypeDoublePDF
	case whole(x) && whole(y) && !x.random() && !y.random():
		return TypeInt
	case whole(x) && whole(y):
		return TypeIntPMF
	case x.random() || y.random():
		return TypeDoublePMF
	default:
		return TypeDouble
	}
}

// numeric and logical report whether a value of the type can be used as one.
func (t Type) numeric() bool {
	switch t {
	case TypeBool, TypeBoolPMF, TypeEnum, TypeEnumPMF:
		return false
	default:
		return true
	}
}

func (t Type) logical() bool {
	return t == TypeBool || t == TypeBoolPMF || t == TypeAny || t == TypeAnyPMF
}

type function struct {
	args   int
	random bool
	result Type
	about  string
}

var library = map[string]function{
	"Norm":           {2, true, TypeDoublePDF, "normal distribution: mean, standard deviation"},
	"Exp":            {1, true, TypeDoublePDF, "exponential distribution: rate"},
	"Pois":           {1, true, TypeIntPMF, "Poisson distribution: mean"},
	"UniDouble":      {2, true, TypeDoublePDF, "uniform distribution: from, to"},
	"UniInt":         {2, true, TypeIntPMF, "uniform whole numbers: from, to"},
	"Lognorm":        {2, true, TypeDoublePDF, "log-normal distribution: mu, sigma"},
	"LognormMoments": {2, true, TypeDoublePDF, "log-normal distribution: mean, standard deviation"},
	"Gamma":          {2, true, TypeDoublePDF, "gamma distribution: alpha, theta"},
	"GammaMoments":   {2, true, TypeDoublePDF, "gamma distribution: mean, coefficient of variation"},
	"Trunc":          {1, false, TypeInt, "largest whole number not above"},
	"Round":          {1, false, TypeInt, "nearest whole number"},
	"Ceil":           {1, false, TypeInt, "smallest whole number not below"},
	"Log":            {2, false, TypeDouble, "logarithm: base, value"},
	"Sqrt":           {1, false, TypeDouble, "square root"},
	"Min":            {2, false, TypeDouble, "smaller of two of one type"},
	"Max":            {2, false, TypeDouble, "larger of two of one type"},
	"MinDeviation":   {3, false, TypeDouble, "value minus relative or absolute deviation"},
	"MaxDeviation":   {3, false, TypeDouble, "value plus relative or absolute deviation"},
}

// Functions are those that both simulators know, by name.
func Functions() []adapter.Function {
	all := make([]adapter.Function, 0, len(library))
	for _, name := range slices.Sorted(maps.Keys(library)) {
		all = append(all, adapter.Function{Name: name, About: library[name].about})
	}
	return all
}

var instead = map[string]string{
	"Binom": "it is documented, but no simulator knows it",
	"Ln":    "write Log(2.718281828459045, x)",
	"log":   "write Log(2.718281828459045, x)",
	"ln":    "write Log(2.718281828459045, x)",
	"exp":   "write 2.718281828459045 ^ x",
	"Pow":   "write x ^ y",
	"pow":   "write x ^ y",
	"Abs":   "write Max(x, (-1.0) * x)",
	"abs":   "write Max(x, (-1.0) * x)",
	"Floor": "write Trunc(x), which rounds down",
	"Sin":   "StoEx has no trigonometry",
	"Cos":   "StoEx has no trigonometry",
}
