package app

import (
	"time"
	"unicode"
	"unicode/utf8"

	"beagle/internal/quantity"
)

// Waiting says each minute that something still goes on, and for how long, until the function that
// it gives is called; nobody else may say anything meanwhile. What is going on is told before.
func (a *App) Waiting(what string) (done func()) {
	ticker := time.NewTicker(time.Minute)
	end := a.waiting(what, time.Now(), ticker.C)
	return func() {
		ticker.Stop()
		end()
	}
}

func (a *App) waiting(what string, began time.Time, minutes <-chan time.Time) (done func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case now := <-minutes:
				a.Say("  still %s, for %s", what, quantity.Seconds(now.Sub(began).Round(time.Second).Seconds()))
			case <-end:
				return
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}

// Steps says what is done, step by step, and of one that takes long each minute that it still goes on;
// end ends the last one.
func (a *App) Steps() (say func(string), end func()) {
	rest := func() {}
	say = func(step string) {
		rest()
		a.SayLine(step)
		rest = a.Waiting(lower(step))
	}
	return say, func() { rest(); rest = func() {} }
}

func lower(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToLower(first)) + sentence[size:]
}
