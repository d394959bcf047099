import type { FuzzTarget } from './target.ts';

/**
 * Every decoder of bytes from outside, by the name that it is asked for with. To add one is to add
 * a line. Each is loaded alone: a process tries one of them.
 */
export const targets = {
  'bus-messages': async () => (await import('./targets/bus-messages.ts')).busMessages,
  cursors: async () => (await import('./targets/notations.ts')).cursors,
  documents: async () => (await import('./targets/documents.ts')).documents,
  durations: async () => (await import('./targets/notations.ts')).durations,
  'grpc-messages': async () => (await import('./targets/grpc-messages.ts')).grpcMessages,
  imports: async () => (await import('./targets/imports.ts')).imports(),
  lines: async () => (await import('./targets/lines.ts')).lines,
  policies: async () => (await import('./targets/notations.ts')).policies,
  prices: async () => (await import('./targets/notations.ts')).prices,
  rates: async () => (await import('./targets/notations.ts')).rates,
  'request-targets': async () => (await import('./targets/request-targets.ts')).requestTargets,
  requests: async () => (await import('./targets/requests.ts')).requests(),
  'supplier-answers': async () => (await import('./targets/supplier-answers.ts')).supplierAnswers(),
  texts: async () => (await import('./targets/lines.ts')).texts,
  traceparents: async () => (await import('./targets/notations.ts')).traceparents,
  workbooks: async () => (await import('./targets/documents.ts')).workbooks,
} as const satisfies Record<string, () => Promise<FuzzTarget>>;

/** The name of a target. */
export type TargetName = keyof typeof targets;

/** Whether there is a target of that name. */
export const isTargetName = (name: string): name is TargetName => Object.hasOwn(targets, name);
