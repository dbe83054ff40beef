// Package measure turns SEFF elements into a measurement order, has a
// measurement tool carry it out, and parses the measurement events it sends
// into observations that depend on a parameterisation.
//
// order.go says what is to be measured, event.go what comes back, tool.go what a measurement
// tool is (tools.go where they are registered), launch.go, range.go and resource.go how the
// program is run, clock.go by which time, timeout.go until when. These are words only: who
// measures lies below (java, or an extension), who decides on launches in campaign, who
// understands events in parser.
package measure
