package network

import (
	"crypto/subtle"
	"crypto/tls"
	"net/http"
	"strings"

	"beagle/model"
)

// secured is how connections are encrypted; nil: they are not.
func secured(o Options) (*tls.Config, error) {
	if o.Certificate == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(o.Certificate, o.Key)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: o.Certificate, Message: "cannot use the certificate: " + err.Error(), Hint: "certificate and key are files in PEM form that belong together"}
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

func authorised(token string, next http.Handler) http.Handler {
	if token == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if bearer && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1 {
			next.ServeHTTP(w, r)
			return
		}
		const why = "the token is missing or wrong"
		if strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") {
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Grpc-Status", "16") // unauthenticated; a response of trailers only
			w.Header().Set("Grpc-Message", why)
			return
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		http.Error(w, why, http.StatusUnauthorized)
	})
}
