// Package builtin puts the program together: every exchangeable part is registered here, by the id that settings and
// results name it by. Import it for its effect, as the command line and tests do:
//
//	import _ "beagle/builtin"
//
// A new part is a folder of its own and a line here.
package builtin

import (
	"beagle/measure"
	"beagle/measure/java"
	"beagle/model/adapter"
	"beagle/model/language"
	"beagle/model/prediction"
	"beagle/pcm"
	"beagle/predict"
)

func init() {
	measure.Tools.Register(measure.DefaultTool, measure.ToolKind{
		Doc: "Java programs: probes in the built program or in a copy of the sources, recorded by our own runtime (probe: builtin) or by Kieker (probe: kieker)",
		New: func(o measure.ToolOptions) measure.Tool { return java.NewTool(java.Options(o)) },

		Suffixes: java.Language{}.Suffixes(), Elsewhere: true,
	})
	language.Languages.Register("java", java.Language{})
	adapter.Adapters.Register(adapter.Default, pcm.Adapter{})
	prediction.Predictors.Register(".repository", predict.Predictor{})
}
