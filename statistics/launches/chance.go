package launches

import (
	"math/rand/v2"
)

// shuffles are how many orders of the rows a stretch is held against: it has to
// stand out more than in all of them, which happens by chance once in fifty
// tables.
const shuffles = 49

// beyondChance reports whether the stretch that differs most from the other rows does so
// by more than any in the same rows in another order. What a regression misses of some
// inputs is large here and there, and in one order or another it lies side by side: only
// where the order matters is there a stretch (permutation test, as in Olshen,
// Venkatraman, Lucito and Wigler, "Circular binary segmentation for the analysis of
// array-based DNA copy number data", 2004). Rows with the same inputs, one after the
// other, stay together. It takes 50 searches; the seed follows from the number of rows.
func beyondChance(residual []float64, fresh []bool) bool {
	var blocks [][]float64
	for i := range residual {
		if i == 0 || fresh[i] {
			blocks = append(blocks, nil)
		}
		blocks[len(blocks)-1] = append(blocks[len(blocks)-1], residual[i])
	}
	least := shortest * len(residual) / len(blocks)
	actual := largestStretch(blocks, least)
	r := rand.New(rand.NewPCG(uint64(len(residual)), 7))
	for range shuffles {
		r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
		if largestStretch(blocks, least) >= actual {
			return false
		}
	}
	return true
}

// largestStretch is how far the stretch that differs most stands out: the gain of
// stretch, in squared residuals.
func largestStretch(blocks [][]float64, least int) float64 {
	sums, mean, n := []float64{0}, 0.0, 0.0
	for _, b := range blocks {
		for _, x := range b {
			mean += x
			n++
		}
	}
	mean /= n
	for _, b := range blocks {
		for _, x := range b {
			sums = append(sums, sums[len(sums)-1]+x-mean)
		}
	}
	_, _, gain := stretch(sums, 0, len(sums)-1, least)
	return gain
}
