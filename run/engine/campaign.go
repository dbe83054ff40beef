package engine

import (
	"time"

	"beagle/measure/campaign"
	"beagle/run"
)

// campaignOf is how often launches are repeated.
func campaignOf(c *run.Config) campaign.Campaign {
	if !c.Launches() { // nothing can be launched again
		return campaign.Campaign{}
	}
	return campaign.Campaign{
		Precision: c.Measure.Precision, Budget: time.Duration(c.Measure.Budget), Launches: c.Measure.Launches,
	}
}
