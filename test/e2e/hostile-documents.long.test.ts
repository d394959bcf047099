import { hostileDocumentsSuite } from './hostile-documents.suite.ts';

hostileDocumentsSuite({
  rounds: 10,
  maxHostile: 1_000,
  endsWithinMs: 600_000,
  p95Ms: () => 3_000,
  moreSilenceMs: 250,
  maxUnended: 0,
  deadlineMs: 1_800_000,
});
