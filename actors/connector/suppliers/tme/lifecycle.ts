import type { LifecycleStatus } from '../../../../domain/catalog/catalog.ts';

/**
 * TME's product statuses that say something of the product's life, the gravest first; the others
 * are about its sale only.
 */
const meanings: readonly (readonly [status: string, lifecycle: LifecycleStatus])[] = [
  ['NOT_IN_OFFER', 'discontinued'],
  ['AVAILABLE_WHILE_STOCKS_LAST', 'deprecated'],
  ['NEW', 'new'],
];

/** The lifecycle that a product's statuses tell; undefined when none does. */
export const lifecycleOf = (statuses: readonly (string | undefined)[]): LifecycleStatus | undefined =>
  meanings.find(([status]) => statuses.includes(status))?.[1];
