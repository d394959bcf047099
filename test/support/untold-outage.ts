import type { StoreOutage } from '../../actors/connector/store-outage.ts';

/** For budgets whose outages a test does not look at. */
export const untoldOutage: StoreOutage = { recordFailure: () => undefined, recordAnswer: () => undefined };
