package extension

// owned cannot tell here: Windows has no modes, and access lists are not looked at.
func owned(string) error { return nil }
