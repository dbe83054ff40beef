// Beagle learns how the costs of a Java program depend on its inputs and
// writes what it learnt into the program's Palladio Component Model.
package main

import (
	"os"

	"beagle/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
