import type { ProductQuery } from '../../domain/catalog/ports.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import type { Quantity } from '../../domain/quantities/quantity.ts';
import { readQuantity } from '../../domain/quantities/read-quantity.ts';
import type { Finding } from '../request/check.ts';

/** What a search asks of quantities, and what is wrong with it. */
export interface ReadRanges {
  /** Undefined when nothing is asked. */
  readonly ranges: ProductQuery['ranges'];
  readonly findings: readonly Finding[];
}

/** Quantities that a search may ask for at once. */
const maxRanges = 10;

const boundsOf = (quantity: Quantity): { from: number | undefined; to: number | undefined } => {
  if (quantity.kind === 'range') return { from: quantity.from, to: quantity.to };
  const { value, tolerance = 0 } = quantity;
  const off = Math.abs(value) * tolerance;
  return { from: value - off, to: value + off };
};

/**
 * Reads quantities as people write them, by the names and units of the profile searched in, or of
 * any where none is named: `1k to 10k`, `>= 50 V`, `100nF`, which asks for exactly that, and
 * `100nF ±10%`.
 */
export const readRanges = (
  asked: Readonly<Record<string, string>>,
  profileId: string,
  profiles: Profiles,
): ReadRanges => {
  const pairs = Object.entries(asked);
  if (pairs.length === 0) return { ranges: undefined, findings: [] };
  if (pairs.length > maxRanges)
    return { ranges: undefined, findings: [{ field: 'ranges', description: `must be at most ${maxRanges}` }] };
  const searched = [...profiles.values()].filter(({ id }) => profileId === '' || id === profileId);
  const findings: Finding[] = [];
  const ranges: Record<string, { from: number | undefined; to: number | undefined }> = {};
  for (const [name, text] of pairs) {
    const field = `ranges.${name}`;
    const profile = searched.find(({ characteristics }) =>
      characteristics.some((each) => each.name === name && each.unit !== undefined),
    );
    const unit = profile?.characteristics.find((each) => each.name === name)?.unit;
    if (unit === undefined) {
      findings.push({ field, description: 'is not a quantity of the identity profile' });
      continue;
    }
    const quantity = readQuantity(text, { unit, separator: profile?.decimalSeparator ?? '.' });
    if (quantity === undefined)
      findings.push({ field, description: 'must be a quantity or a range, such as "1 kOhm to 10 kOhm" or ">= 50 V"' });
    else ranges[name] = boundsOf(quantity);
  }
  return { ranges, findings };
};
