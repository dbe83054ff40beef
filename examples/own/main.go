// Program own is Beagle with one more analyser, which is compiled in: the example of
// docs/extending-go.md. scripts/with examples/own builds it as a module of its own,
// as somebody else's would be.
package main

import (
	"os"

	"beagle/analysers"
	"beagle/cli"
)

func main() {
	analysers.Added.Register(cubeRoot.Name, cubeRoot)
	os.Exit(cli.Main(os.Args[1:]))
}
