// A small program whose spans say what Beagle learns from: code.function.name is Component.service,
// as in shop.yaml, and attributes without a dot are the service's inputs.
package main

import (
	"context"
	"log"
	"math"
	"math/rand/v2"
	"slices"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// service runs a body inside the span of a service.
func service(ctx context.Context, name, input string, value int, body func(context.Context)) {
	ctx, span := otel.Tracer("shop").Start(ctx, name)
	defer span.End()
	span.SetAttributes(attribute.String("code.function.name", name), attribute.Int(input, value))
	body(ctx)
}

var sum int // so that no compiler leaves the work out

func multiply(ctx context.Context, size int) {
	service(ctx, "Maths.multiply", "size", size, func(context.Context) {
		for i := range size {
			for j := range size {
				for k := range size {
					sum += i*j ^ k
				}
			}
		}
	})
}

func sortAll(ctx context.Context, items []float64) {
	service(ctx, "Sorter.sortAll", "items", len(items), func(context.Context) { slices.Sort(items) })
}

func request(size int, items []float64) {
	service(context.Background(), "Shop.request", "size", size, func(ctx context.Context) {
		multiply(ctx, size)
		sortAll(ctx, items)
	})
}

func main() {
	exporter, err := otlptracehttp.New(context.Background()) // it reads OTEL_EXPORTER_OTLP_ENDPOINT
	if err != nil {
		log.Fatal(err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter, sdk.WithMaxQueueSize(100_000)))
	otel.SetTracerProvider(provider)
	random := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		items := make([]float64, int(math.Pow(10, 0.5+3*random.Float64())))
		for i := range items {
			items[i] = random.Float64()
		}
		request(int(math.Pow(10, 0.6+1.4*random.Float64())), items)
	}
	if err := provider.Shutdown(context.Background()); err != nil {
		log.Fatal(err)
	}
}
