package launch

import "os"

// Variable is an environment variable as a process sees it that is given env
// besides Beagle's own environment.
func Variable(env map[string]string, name string) string {
	if value, ok := env[name]; ok {
		return value
	}
	return os.Getenv(name)
}
