package stoex

import (
	"maps"
	"slices"

	"beagle/model/adapter"
)

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

// instead says what to write for functions that people expect.
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
