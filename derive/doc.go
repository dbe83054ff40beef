// Package derive reads variables of the user's own (derive: in beagle.yaml), such
// as pixels: "width.VALUE * height.VALUE". A formula is evaluated by govaluate;
// what is learnt with its variable is said to the model by the same formula as an
// expression tree, where there is one.
package derive
