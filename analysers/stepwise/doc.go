// Package stepwise proposes sums and products of more terms than can be tried in
// all combinations: programs with a dozen switches, some of which matter only
// together, sums of several products, and products of four and more parameters.
//
// Terms are taken one by one, the one that explains most of what is left first
// (orthogonal matching pursuit: Pati, Rezaiifar and Krishnaprasad 1993), as long as
// the rows pay for it, and dropped again where later ones say the same. Three
// switches are tried together where two of them matter together. Products are sums
// of logarithms, whose exponents are the simple ones that the data allow.
package stepwise
