import { hostileDocumentsSuite } from './hostile-documents.suite.ts';

// Other tests run beside this one, so that its bars are wide; the long form has those that are
// promised.
hostileDocumentsSuite({
  rounds: 1,
  maxHostile: 60,
  endsWithinMs: 5_000,
  p95Ms: (aloneMs) => 60_000 + 5 * aloneMs,
  moreSilenceMs: 2_500,
  maxUnended: 60,
  deadlineMs: 600_000,
});
