import { jobTypes } from '../../domain/enrichment/job-type.ts';
import { priorities } from '../../domain/priority.ts';
import type { EnrichmentJobRequest } from '../../proto/gen/svc/public/v1/enrichment.ts';
import { maxLookupCost } from '../request/lookup-cost.ts';
import { anything, named, oneOf, type Rules } from '../request/rules.ts';

/** What holds of a request for a job; which targets a type has, the domain knows. */
export const enrichmentJobRules: Rules<EnrichmentJobRequest> = {
  type: named(jobTypes),
  target: { ...anything, isRequired: true },
  priority: oneOf(priorities),
  maxLookupCost,
};
