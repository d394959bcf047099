import { hash } from 'node:crypto';
import type { AuditTarget } from '../../domain/audit/record.ts';

/** The tag of a target in a state that is told of it; undefined: it has none. */
export const tagOf = ({ kind, id }: AuditTarget, state: object | undefined): string | undefined =>
  state === undefined ? undefined : `"${hash('sha256', JSON.stringify([kind, id, state]), 'base64url').slice(0, 27)}"`;
