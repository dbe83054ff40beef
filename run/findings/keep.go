package findings

import (
	"encoding/json"

	"beagle/blackboard/store"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
)

// Remember reads earlier decisions and what was said, and keeps new ones.
func (f *Findings) Remember(s *store.Store) error {
	all, err := s.Decisions()
	if err != nil {
		return err
	}
	for id, text := range all {
		var d decided
		if json.Unmarshal(text, &d) == nil && f.valid(id, d) {
			f.decisions[id] = d
		}
	}
	f.keep = func(id model.ElementID, d decided) error { return s.Decide(id, d) }
	f.file.keep = func(all writings) error { return s.Put(folder.WrittenKey, all) }
	f.texts.store = func(all map[model.ElementID][]*text) error { return s.Put(textsKey, all) }
	var said map[model.ElementID][]*text
	if kept, err := s.Get(textsKey, &said); err == nil && kept { // what cannot be read is said anew
		f.texts.remember(said)
	}
	_, err = s.Get(folder.WrittenKey, &f.file.wrote)
	return err
}

// KeepTexts makes durable what was said, so that who looks at the analysis after its end sees it at once.
func (f *Findings) KeepTexts() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.Board.Elements() {
		f.line(&e)
	}
	return f.texts.keep()
}

func (f *Findings) valid(id model.ElementID, d decided) bool {
	return d.Choice != run.Accept || d.Proposal >= 0 && d.Proposal < len(f.Board.Proposals(id))
}
