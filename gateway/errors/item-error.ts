import type { Failure } from '../../domain/errors.ts';
import type { ItemError } from '../../proto/gen/svc/public/v1/pricing.ts';
import { codeName } from './error-table.ts';

/** The contract's form of what is wrong with one item of several, while the others are answered. */
export const toItemError = (failure: Failure): ItemError => ({
  code: codeName(failure.kind),
  message: failure.message,
  field: failure.violations[0]?.field ?? '',
  line: 0,
});
