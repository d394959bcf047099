import type { AnalyticsQueries } from '../../domain/analytics/ports.ts';
import { Failure } from '../../domain/errors.ts';

/** The projection, where one is kept. Throws `unimplemented` where none is. */
export const requireProjection = (analytics: AnalyticsQueries | undefined): AnalyticsQueries => {
  if (analytics !== undefined) return analytics;
  throw new Failure('unimplemented', 'this service keeps no analytical projection; ANALYTICS turns it on');
};
