package measure_test

import (
	"context"
	"testing"
	"time"

	"beagle/measure"
)

func TestRecordsOfAnEndedLaunchAreReadUntilTheCampaignEnds(t *testing.T) {
	campaign, stop := context.WithCancel(t.Context())
	launch, end := measure.Ended(campaign)
	limited, done := context.WithTimeout(launch, time.Hour)
	defer done()
	end()
	if limited.Err() == nil || measure.Reading(limited).Err() != nil {
		t.Errorf("the launch: %v, its records: %v", limited.Err(), measure.Reading(limited).Err())
	}
	stop()
	if measure.Reading(limited).Err() == nil {
		t.Error("the campaign has ended, and its records are read on")
	}
	plain, cancel := context.WithCancel(t.Context())
	cancel()
	if measure.Reading(plain).Err() == nil {
		t.Error("who ends another launch wants its records")
	}
}
