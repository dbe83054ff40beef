package network

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/traces/kieker"
)

func certificate(t *testing.T) (cert, key string, trusted *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	trusted = x509.NewCertPool()
	trusted.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}))
	return cert, key, trusted
}

func TestOnlySendersWithTheTokenAreServedAndNobodyReadsAlong(t *testing.T) {
	cert, key, trusted := certificate(t)
	server, err := Listen("127.0.0.1:0", Options{Open: func(string) kieker.Handler { return kieker.Discard{} }, Certificate: cert, Key: key, Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	for _, c := range []struct {
		path, kind, token string
		status            int
		grpc              string
	}{
		{"/v1/traces", "application/json", "Bearer secret", 200, ""},
		{"/v1/traces", "application/json", "Bearer other", 401, ""},
		{"/v1/traces", "application/json", "secret", 401, ""},
		{"/api/v2/spans", "application/json", "", 401, ""},
		{grpcService, "application/grpc", "", 200, "16"},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+server.Where()+c.path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", c.kind)
		if c.token != "" {
			request.Header.Set("Authorization", c.token)
		}
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != c.status || response.Header.Get("Grpc-Status") != c.grpc || response.ProtoMajor != 2 {
			t.Errorf("%s with %q: %s %s, status of gRPC %q", c.path, c.token, response.Proto, response.Status, response.Header.Get("Grpc-Status"))
		}
	}
	plain, err := http.Post("http://"+server.Where()+"/v1/traces", "application/json", strings.NewReader("{}")) //nolint:noctx // it is refused at once
	if err == nil {
		plain.Body.Close()
		if plain.StatusCode == http.StatusOK {
			t.Error("what is not encrypted was taken")
		}
	}
}

func TestACertificateThatIsNoneIsSaidAtTheStart(t *testing.T) {
	_, err := Listen("127.0.0.1:0", Options{Open: func(string) kieker.Handler { return kieker.Discard{} }, Certificate: "nowhere", Key: "nowhere"})
	if err == nil || !strings.Contains(err.Error(), "cannot use the certificate") {
		t.Errorf("it says %v", err)
	}
}
