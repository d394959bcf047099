import { unknown } from './feature-group.ts';

/**
 * 1: the same ones. 0.75: some in common. 0.5: one side says nothing. 0: none in common. Unknown:
 * neither side says any.
 */
export const agreement = (a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): number => {
  if (a.size === 0 && b.size === 0) return unknown;
  if (a.size === 0 || b.size === 0) return 0.5;
  const common = a.intersection(b).size;
  if (common === 0) return 0;
  return common === a.size && common === b.size ? 1 : 0.75;
};
