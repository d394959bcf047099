import type { Sampler } from '../../telemetry/tracing.ts';

const shares = { always_on: 1, always_off: 0, traceidratio: undefined } as const;

type Root = keyof typeof shares;

const roots = Object.keys(shares) as readonly Root[];

/** OpenTelemetry's names of samplers, the values of `OTEL_TRACES_SAMPLER`. */
export const traceSamplers = roots.flatMap((root) => [root, `parentbased_${root}`] as const);

/** The sampler of that name; `share` (0 to 1) is for those that take a part. */
export const samplerOf = (
  name: (typeof traceSamplers)[number] = 'parentbased_traceidratio',
  share: number,
): Sampler => {
  const root = name.replace('parentbased_', '') as Root;
  return { followsCaller: name !== root, ratio: shares[root] ?? share };
};
