package findings

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/pcm/stoex"
)

// Scattered multiplies a demand by the distribution of single observations
// around it: one with two parameters, or eight bins where those are clearly
// closer to the data. ks and wasserstein are its distances from the data; the
// text is empty where nothing is known of the scatter.
func Scattered(trend string, r judge.Residual) (text string, ks, wasserstein float64) {
	if r.Deviation == 0 || trend == "" {
		return "", 0, 0
	}
	// That distance is chance in one of twenty samples of a logarithmic normal
	// distribution (Smirnov 1948).
	chance := 1.36 / math.Sqrt(float64(max(r.Rows, 1)))
	if len(r.Bins) > 1 && r.BinsKS < r.KS/2 && r.KS > max(0.1, chance) {
		var b strings.Builder
		fmt.Fprintf(&b, "(%s) * DoublePDF[(%s;0.0)", trend, fourDigits(r.Bins[0]))
		share := stoex.FormatDouble(1 / float64(len(r.Bins)-1))
		for _, border := range r.Bins[1:] {
			fmt.Fprintf(&b, "(%s;%s)", fourDigits(border), share)
		}
		b.WriteByte(']')
		return b.String(), r.BinsKS, r.Wasserstein
	}
	return fmt.Sprintf("(%s) * LognormMoments(%s, %s)", trend, fourDigits(r.Mean), fourDigits(r.Deviation)), r.KS, r.Wasserstein
}

// fourDigits is more than as is known of a distribution.
func fourDigits(x float64) string {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return stoex.FormatDouble(short)
}

// say puts a proposal into StoEx; with its scatter where the user wants that.
func (f *Findings) say(e *model.Element, p *blackboard.Proposal, rate float64) (said, error) {
	texts, err := Say(e, p, rate, f.derived)
	if err != nil || !f.Config.Scatter || e.Kind != model.InternalAction || p.Expression == nil {
		return texts, err
	}
	text, ks, wasserstein := Scattered(texts.stoex, judge.Scatter(f.Data.Data(e).Table, nil, p.Expression))
	if text != "" {
		texts.stoex = text
		texts.scatter = fmt.Sprintf("scatter %.2g off the data (KS), %.2g (Wasserstein)", ks, wasserstein)
	}
	return texts, nil
}
