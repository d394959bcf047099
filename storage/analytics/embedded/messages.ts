/** What the service and the process that holds the embedded engine say to each other. */

import type { QueryParameters } from '../engine.ts';

/** What the engine is to do. */
export type EngineWork =
  | { readonly kind: 'run'; readonly statement: string }
  | { readonly kind: 'insert'; readonly table: string; readonly lines: Uint8Array }
  | { readonly kind: 'read'; readonly statement: string; readonly parameters: QueryParameters };

/** From the service. */
export type EngineRequest =
  | { readonly kind: 'close' }
  | { readonly kind: 'work'; readonly id: number; readonly work: EngineWork };

/**
 * From the process. It is ready once, or says why it cannot be; then an answer for each piece of
 * work, in any order.
 */
export type EngineReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unable'; readonly reason: string }
  | { readonly kind: 'done'; readonly id: number; readonly rows: string }
  | { readonly kind: 'failed'; readonly id: number; readonly code: number; readonly text: string };
