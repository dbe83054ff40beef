package dictionary

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"beagle/internal/scratch"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// subset is a choice of terms, by index in ascending order; index 0 is the
// constant term.
type subset struct {
	terms  []int
	length float64 // description length up to a constant
	rss    float64 // extended subsets only
}

// gram is the Gram matrix of weighted, scaled terms and their products with
// the target.
type gram struct {
	size   int
	points float64
	m      []float64 // size * size, upper triangle mirrored
	y      []float64
	yy     float64
	length []float64 // of each term
	factor []float64 // by which a residual sum of squares may shrink for each term's length
	room   *scratch.Floats
}

// choose are the best subsets of terms of each size up to most by weighted least squares.
func choose(d *dataset.Data, terms []regression.Term, weight []float64, most int) []subset {
	g := newGram(d, terms, weight)
	defer g.room.Give()
	return g.search(most, beamWidth)
}

// newGram multiplies all terms with each other and with the target once: T² dot products of n points. After
// that, least squares of any subset of k terms costs k³ and touches no point any more, which is what makes
// looking at all pairs affordable. Terms are scaled to length one, so that the matrix is one of
// correlations.
func newGram(d *dataset.Data, terms []regression.Term, weight []float64) *gram {
	size, n := len(terms), d.Points()
	g := &gram{size: size, points: float64(n), room: scratch.Take(size*size + 3*size)}
	parts := g.room.Values
	clear(parts)
	g.m, parts = parts[:size*size], parts[size*size:]
	g.y, g.length, g.factor = parts[:size], parts[size:2*size], parts[2*size:]
	rows := make([]int, 0, n) // points without weight are left out
	for i, w := range weight {
		if w > 0 {
			rows = append(rows, i)
		}
	}
	n = len(rows)
	g.points = float64(n)
	// Points, terms and target times the root of the weights, terms scaled to length
	// one.
	root := make([]float64, n)
	target := make([]float64, n)
	for i, at := range rows {
		root[i] = math.Sqrt(weight[at])
		target[i] = d.Y[at] * root[i]
		g.yy += target[i] * target[i]
	}
	room := scratch.Take(size * n)
	defer room.Give()
	z := room.Values
	for j, t := range terms {
		row := z[j*n : (j+1)*n]
		sum := 0.0
		for i, at := range rows {
			row[i] = t.Values[at] * root[i]
			sum += row[i] * row[i]
		}
		floats.Scale(1/math.Sqrt(sum), row)
		g.y[j], g.length[j], g.factor[j] = floats.Dot(row, target), t.Length, math.Exp(2*t.Length/g.points)
	}
	g.products(z, n)
	return g
}

// products are the scalar products of all columns of n rows, in tiles that stay
// in the first-level cache: rows by rows, and few columns with all before them.
func (g *gram) products(z []float64, n int) {
	const rows, few = 256, 12
	for from := 0; from < n; from += rows {
		to := min(from+rows, n)
		for tile := 0; tile < g.size; tile += few {
			end := min(tile+few, g.size)
			for i := range end {
				a := z[i*n+from : i*n+to]
				for j := max(tile, i); j < end; j++ {
					g.m[i*g.size+j] += floats.Dot(a, z[j*n+from:j*n+to])
				}
			}
		}
	}
	for i := range g.size {
		for j := range i {
			g.m[i*g.size+j] = g.m[j*g.size+i]
		}
	}
}

// score is the description length of a model that leaves rss, without the
// parts that all models share.
func (g *gram) score(rss, length float64) float64 {
	return g.points/2*math.Log(max(rss, 1e-13*g.yy)/g.yy) + length
}

// bound is what a residual sum of squares times the factors of its terms must
// stay below for a score to be less than worst: most pairs need no logarithm.
func (g *gram) bound(worst float64) float64 { return g.yy * math.Exp(2*worst/g.points) }

// collinear terms are those whose part that others do not say is smaller.
const collinear = 1e-9

// search returns the best subsets of each size up to most: all of one term, of two, and
// of the constant with two others, and a beam beyond. They are not sorted, and the same
// subset may be among them once only.
func (g *gram) search(most, beam int) []subset {
	var ones, twos []subset
	for j := range g.size {
		ones = append(ones, subset{terms: []int{j}, length: g.score(g.yy-g.y[j]*g.y[j], g.length[j])})
	}
	worst, bound := math.Inf(1), math.Inf(1)
	for j := range g.size {
		for k := range j {
			// Two-term least squares in closed form on unit columns.
			c := g.m[j*g.size+k]
			free := 1 - c*c
			if free < collinear {
				continue
			}
			rest := g.y[j] - c*g.y[k]
			rss := g.yy - g.y[k]*g.y[k] - rest*rest/free
			if rss*g.factor[j]*g.factor[k] > bound {
				continue
			}
			before := worst
			if twos, worst = offer(twos, worst, beam, k, j, -1, g.score(rss, g.length[j]+g.length[k])); worst != before {
				bound = g.bound(worst)
			}
		}
	}
	all := shortest(ones, beam)
	level := shortest(twos, beam)
	all = append(all, level...)
	// Each level extends the best of the level below by one term. Where hardly any noise
	// is left, terms are exchanged, too: the right choice need not grow out of the best
	// smaller one.
	for size := 3; size <= most; size++ {
		next := g.extend(level, 4*beam)
		if size == 3 {
			next = append(next, g.pairsWithConstant(beam)...)
		}
		level = unique(next)
		if g.nearly(level) {
			level = unique(append(level, g.extend(without(level[:min(beam/4, len(level))]), beam)...))
		}
		level = level[:min(beam, len(level))]
		all = append(all, level...)
		if size == usual && !g.nearly(level) {
			break
		}
	}
	return all
}

// usual is the number of terms, including the constant, beyond which only data
// that are explained almost exactly are worth the search.
const usual = 5

// nearly reports whether hardly any noise is left: then the one right choice
// leaves nothing, and is worth looking for besides the best that grew from
// smaller ones. Few points are met by wrong choices, too.
func (g *gram) nearly(level []subset) bool {
	return len(level) > 0 && g.points >= 10*float64(len(level[0].terms)) && level[0].rss < 1e-4*g.yy && level[0].rss > 1e-12*g.yy
}

// without are subsets with each of their terms left out, to be exchanged.
func without(all []subset) []subset {
	var out []subset
	for _, s := range all {
		for i := range s.terms {
			out = append(out, subset{terms: slices.Delete(slices.Clone(s.terms), i, i+1)})
		}
	}
	return unique(out)
}

// offer keeps the beam's best of many subsets without keeping them all. A
// third term of -1 is none.
func offer(found []subset, worst float64, beam, a, b, c int, score float64) ([]subset, float64) {
	if score >= worst {
		return found, worst
	}
	terms := []int{a, b}
	if c >= 0 {
		terms = append(terms, c)
	}
	found = append(found, subset{terms: terms, length: score})
	if len(found) >= 8*beam {
		found = shortest(found, beam)
		worst = found[len(found)-1].length
	}
	return found, worst
}

// pairsWithConstant are the best choices of the constant and two other terms.
func (g *gram) pairsWithConstant(beam int) []subset {
	size := g.size
	free := make([]float64, size) // what is left of a term without its mean
	y := make([]float64, size)
	for j := 1; j < size; j++ {
		c := g.m[j]
		free[j] = 1 - c*c
		y[j] = g.y[j] - c*g.y[0]
	}
	base := g.yy - g.y[0]*g.y[0]
	// Without their means, all columns are orthogonal to the constant: two-term least
	// squares again.
	worst, bound := math.Inf(1), math.Inf(1)
	var found []subset
	for j := 1; j < size; j++ {
		if free[j] < collinear {
			continue
		}
		gainJ := y[j] * y[j] / free[j]
		for k := 1; k < j; k++ {
			cross := g.m[j*size+k] - g.m[j]*g.m[k]
			left := free[k] - cross*cross/free[j]
			if left < collinear {
				continue
			}
			rest := y[k] - cross*y[j]/free[j]
			rss := base - gainJ - rest*rest/left
			if rss*g.factor[0]*g.factor[j]*g.factor[k] > bound {
				continue
			}
			before := worst
			if found, worst = offer(found, worst, beam, 0, k, j, g.score(rss, g.length[0]+g.length[j]+g.length[k])); worst != before {
				bound = g.bound(worst)
			}
		}
	}
	return shortest(found, beam)
}

// extend adds each term to each subset and keeps the best. Subsets that are
// reached in several ways are among them several times.
func (g *gram) extend(from []subset, keep int) []subset {
	var out []subset
	worst := math.Inf(1)
	for _, s := range from {
		// Cholesky factor of the subset's Gram matrix, and the target solved.
		k := len(s.terms)
		l := make([]float64, k*k)
		z := make([]float64, k)
		rss, length := g.yy, 0.0
		for i, a := range s.terms {
			length += g.length[a]
			sum := g.y[a]
			for j := range i {
				v := g.m[a*g.size+s.terms[j]]
				for t := range j {
					v -= l[i*k+t] * l[j*k+t]
				}
				l[i*k+j] = v / l[j*k+j]
				sum -= l[i*k+j] * z[j]
			}
			d := 1.0
			for t := range i {
				d -= l[i*k+t] * l[i*k+t]
			}
			l[i*k+i] = math.Sqrt(max(d, collinear/10))
			z[i] = sum / l[i*k+i]
			rss -= z[i] * z[i]
		}
		row := make([]float64, k)
		bound := g.bound(worst - length)
		for a := range g.size {
			if slices.Contains(s.terms, a) {
				continue
			}
			free, rest := 1.0, g.y[a]
			for i := range k {
				v := g.m[a*g.size+s.terms[i]]
				for t := range i {
					v -= row[t] * l[i*k+t]
				}
				row[i] = v / l[i*k+i]
				free -= row[i] * row[i]
				rest -= row[i] * z[i]
			}
			if free < collinear {
				continue
			}
			left := rss - rest*rest/free
			if left*g.factor[a] > bound {
				continue
			}
			score := g.score(left, length+g.length[a])
			if score > worst {
				continue
			}
			terms := append(slices.Clone(s.terms), a)
			slices.Sort(terms)
			out = append(out, subset{terms, score, left})
			if len(out) >= 4*keep {
				out = shortest(out, keep)
				worst = out[len(out)-1].length
				bound = g.bound(worst - length)
			}
		}
	}
	return out
}

// shortest sorts subsets by length, ties by their terms so that the result does not depend on chance, and
// keeps the first.
func shortest(s []subset, count int) []subset {
	slices.SortFunc(s, func(a, b subset) int {
		if a.length != b.length {
			return cmp.Compare(a.length, b.length)
		}
		return slices.Compare(a.terms, b.terms)
	})
	return s[:min(count, len(s))]
}

// unique sorts subsets by length, and leaves each in once.
func unique(s []subset) []subset {
	s = shortest(s, len(s))
	return slices.CompactFunc(s, func(a, b subset) bool { return slices.Equal(a.terms, b.terms) })
}
