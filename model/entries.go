package model

import "encoding/json"

// Entries are the methods of services as links give them, by SEFF id: one, or, where several
// classes of a component implement the service, one for each, told apart by their Of.
type Entries map[string][]Section

// UnmarshalJSON also reads what earlier runs kept, in which a service had one method.
func (e *Entries) UnmarshalJSON(data []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	*e = Entries{}
	for seff, raw := range all {
		var several []Section
		if err := json.Unmarshal(raw, &several); err != nil {
			var one Section
			if err := json.Unmarshal(raw, &one); err != nil {
				return err
			}
			several = []Section{one}
		}
		(*e)[seff] = several
	}
	return nil
}
