const unitsMs: ReadonlyMap<string, number> = new Map([
  ['H', 3_600_000],
  ['M', 60_000],
  ['S', 1_000],
  ['m', 1],
  ['u', 1e-3],
  ['n', 1e-6],
]);

const timeout = /^(\d{1,8})([HMSmun])$/;

/**
 * How long a caller waits by its `grpc-timeout`, in milliseconds; one that sets none waits for
 * ever, and none is made of what is not well-formed.
 */
export const patienceMsOf = (header: string | string[] | undefined): number => {
  if (header === undefined) return Number.POSITIVE_INFINITY;
  const [, amount, unit = ''] = (typeof header === 'string' && timeout.exec(header)) || [];
  return Number(amount ?? 0) * (unitsMs.get(unit) ?? 0);
};
