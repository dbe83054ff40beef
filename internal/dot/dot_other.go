//go:build !amd64

package dot

const wide = false

func four(*float64, int, *float64, *float64, *float64, *float64, *[4]float64) { panic("not wide") }
