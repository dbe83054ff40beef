// A small program whose spans say what Beagle learns from: code.function.name is Component.service, as
// in shop.yaml, and attributes without a dot are the service's inputs.
const { NodeTracerProvider, BatchSpanProcessor } = require('@opentelemetry/sdk-trace-node');
const { OTLPTraceExporter } = require('@opentelemetry/exporter-trace-otlp-http');
const { trace } = require('@opentelemetry/api');

const provider = new NodeTracerProvider({
  // The exporter reads OTEL_EXPORTER_OTLP_ENDPOINT.
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(), { maxQueueSize: 100000 })],
});
provider.register();
const tracer = trace.getTracer('shop');

function service(name, inputs, body) {
  return tracer.startActiveSpan(name, { attributes: { 'code.function.name': name, ...inputs } }, (span) => {
    try {
      return body();
    } finally {
      span.end();
    }
  });
}

const multiply = (size) => service('Maths.multiply', { size }, () => {
  let sum = 0;
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) for (let k = 0; k < size; k++) sum += (i * j) ^ k;
  return sum;
});

const sortAll = (items) => service('Sorter.sortAll', { items: items.length }, () => [...items].sort((a, b) => a - b));

const request = (size, items) => service('Shop.request', { size }, () => {
  multiply(size);
  return sortAll(items);
});

let seed = 7;
const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;

async function main() {
  for (let i = 0; i < 3000; i++) {
    const size = Math.floor(10 ** (0.6 + 1.4 * random()));
    request(size, Array.from({ length: Math.floor(10 ** (0.5 + 3 * random())) }, random));
    if (i % 50 === 0) await new Promise((next) => setTimeout(next, 20)); // the exporter's turn
  }
  await provider.shutdown();
}

main();
