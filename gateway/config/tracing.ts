import type { ClientTlsFiles } from '../../domain/client-tls.ts';
import type { Sampler } from '../../telemetry/tracing.ts';
import { file, oneOf, share, url, type ValuesOf } from './config-values.ts';

const shares = { always_on: 1, always_off: 0, traceidratio: undefined } as const;

type Root = keyof typeof shares;

const roots = Object.keys(shares) as readonly Root[];

/** OpenTelemetry's names of samplers, the values of `OTEL_TRACES_SAMPLER`. */
const traceSamplers = roots.flatMap((root) => [root, `parentbased_${root}`] as const);

/** The sampler of that name; `share` (0 to 1) is for those that take a part. */
const samplerOf = (name: (typeof traceSamplers)[number] = 'parentbased_traceidratio', share: number): Sampler => {
  const root = name.replace('parentbased_', '') as Root;
  return { followsCaller: name !== root, ratio: shares[root] ?? share };
};

/** Where spans are sent, how both sides are known there, and which work is traced. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https')
    .optional()
    .describe('Collector that spans are sent to over OTLP gRPC. Left out: no tracing.'),
  OTEL_EXPORTER_OTLP_CERTIFICATE: file(
    'PEM file with the authorities that the collector must be signed by. Goes with `https://` in `OTEL_EXPORTER_OTLP_ENDPOINT`. Left out: those that Node brings.',
  ),
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: file(
    'PEM file with the certificate that is shown to the collector. Goes with `https://`.',
  ),
  OTEL_EXPORTER_OTLP_CLIENT_KEY: file(
    'PEM file with the key of that certificate. Goes with `OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE`.',
  ),
  TRACE_SAMPLE_RATIO: share()
    .prefault('1')
    .describe("Share of requests and ticks that is traced, 0 to 1, where the caller's `traceparent` does not decide."),
  OTEL_TRACES_SAMPLER: oneOf(traceSamplers)
    .optional()
    .describe(
      "OpenTelemetry's name of what decides which work is traced; those with `parentbased_` follow the caller. Left out: `parentbased_traceidratio` with `TRACE_SAMPLE_RATIO`.",
    ),
  OTEL_TRACES_SAMPLER_ARG: share()
    .optional()
    .describe('The share for `traceidratio` and `parentbased_traceidratio`. Left out: `TRACE_SAMPLE_RATIO`.'),
};

type Given = ValuesOf<typeof tracingVariables>;

/** The certificates for the collector. */
const tracingTls = (given: Given): ClientTlsFiles => ({
  authorities: given.OTEL_EXPORTER_OTLP_CERTIFICATE,
  certificate: given.OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE,
  key: given.OTEL_EXPORTER_OTLP_CLIENT_KEY,
});

/** Tracing as its variables have it. */
export const tracingSettings = (given: Given) => ({
  tracing: {
    endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
    tls: tracingTls(given),
    sampler: samplerOf(given.OTEL_TRACES_SAMPLER, given.OTEL_TRACES_SAMPLER_ARG ?? given.TRACE_SAMPLE_RATIO),
  },
});
