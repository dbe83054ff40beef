// Type-checks the program for systems that no test runs on; built by scripts/tool.
module beagle/tools/typecheck

go 1.26.0

tool beagle/tools/typecheck

require golang.org/x/tools v0.49.0

require (
	golang.org/x/mod v0.39.0 // indirect
	golang.org/x/sync v0.22.0 // indirect
)
