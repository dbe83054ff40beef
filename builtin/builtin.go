// Package builtin puts the program together: every exchangeable part is
// registered here, by the id that settings and results name it by. Import it for
// its effect, as the command line and tests do:
//
//	import _ "beagle/builtin"
//
// A new part is a folder of its own and a line here.
package builtin

import (
	"beagle/measure/java/source"
	"beagle/model/adapter"
	"beagle/model/language"
	"beagle/pcm"
)

func init() {
	language.Languages.Register("java", source.Java{})
	adapter.Adapters.Register(adapter.Default, pcm.Adapter{})
}
