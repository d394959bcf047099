/** What has changed of a supplier, as the processes that run its connectors are told. */

/** From all of it to what is least to be read. */
export const supplierChanges = ['supplier', 'credentials', 'orders', 'wanted'] as const;

/**
 * What is to be read again: the supplier itself and all below, its credentials, what operators have
 * ordered, or since when callers wait for news of its credentials.
 */
export type SupplierChange = (typeof supplierChanges)[number];
