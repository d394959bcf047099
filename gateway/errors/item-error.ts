import type { Failure, FailureKind } from '../../domain/errors.ts';
import type { ItemError } from '../../proto/gen/svc/public/v1/pricing.ts';
import { codeName } from './error-table.ts';

/** The operations that answer what is wrong with one item in its place. */
export type ItemOperation = 'BulkCalculatePrice' | 'MatchParts';

/** Told of every item that is answered with what is wrong with it; must be quick. */
export type OnItemError = (operation: ItemOperation, kind: FailureKind) => void;

/** The contract's form of what is wrong with one item of several, while the others are answered. */
export const toItemError = (failure: Failure): ItemError => ({
  code: codeName(failure.kind),
  message: failure.message,
  field: failure.violations[0]?.field ?? '',
  line: 0,
});
