import type { FuzzTarget } from './target.ts';
import { busMessages } from './targets/bus-messages.ts';
import { documents, workbooks } from './targets/documents.ts';
import { grpcMessages } from './targets/grpc-messages.ts';
import { imports } from './targets/imports.ts';
import { lines, texts } from './targets/lines.ts';
import { cursors, durations, policies, prices, rates, traceparents } from './targets/notations.ts';
import { requestTargets } from './targets/request-targets.ts';
import { requests } from './targets/requests.ts';
import { supplierAnswers } from './targets/supplier-answers.ts';

/**
 * Every decoder of bytes from outside, by the name that it is asked for with. To add one is to add
 * a line.
 */
export const targets = {
  'bus-messages': () => busMessages,
  cursors: () => cursors,
  documents: () => documents,
  durations: () => durations,
  'grpc-messages': () => grpcMessages,
  imports,
  lines: () => lines,
  policies: () => policies,
  prices: () => prices,
  rates: () => rates,
  'request-targets': () => requestTargets,
  requests,
  'supplier-answers': supplierAnswers,
  texts: () => texts,
  traceparents: () => traceparents,
  workbooks: () => workbooks,
} as const satisfies Record<string, () => FuzzTarget | Promise<FuzzTarget>>;

/** The name of a target. */
export type TargetName = keyof typeof targets;

/** Whether there is a target of that name. */
export const isTargetName = (name: string): name is TargetName => Object.hasOwn(targets, name);
