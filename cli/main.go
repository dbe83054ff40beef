// Package cli is the command line: commands, flags, configuration file, exit
// codes.
package cli

// Main runs the command line and returns the process's exit code.
func Main(args []string) int {
	_ = args
	return 2
}
