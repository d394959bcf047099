/** What a supplier plug-in is written with: its types, and the readers of answers. */
export { classifyByStatus, retryAfterMs } from '../../actors/connector/suppliers/answer-status.ts';
export { faultsOf } from '../../actors/connector/suppliers/draft-faults.ts';
export {
  type DecimalSeparator,
  readLocalizedAmount,
  separatorIn,
} from '../../actors/connector/suppliers/localized-decimal.ts';
export {
  pluginApiVersion,
  type SupplierClientFactory,
  type SupplierPlugin,
} from '../../actors/connector/suppliers/plugin.ts';
export { endpointUrl, secretOf } from '../../actors/connector/suppliers/request-url.ts';
export { field, type LadderRow, ladderOf, present, readJson, readRows } from '../../actors/connector/suppliers/rows.ts';
export { settingsOf } from '../../actors/connector/suppliers/settings.ts';
export { figureCounts, singlePage } from '../../actors/connector/suppliers/single-page.ts';
export type * from '../../actors/connector/suppliers/supplier-client.ts';
export {
  amountOf,
  attributesOf,
  countOf,
  listOf,
  priceOf,
  quantityOf,
  textOf,
  tolerant,
  tolerantLadder,
} from '../../actors/connector/suppliers/tolerant.ts';
export { isLifecycleStatus, type LifecycleStatus } from '../../domain/catalog/catalog.ts';
export { type StatedFacts, statedFacts } from '../../domain/catalog/part-facts.ts';
export type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
export type { ObservationDraft, ObservedDescription } from '../../domain/ingestion/observation.ts';
export type { RateBudget } from '../../domain/ingestion/rate-budget.ts';
export type { RowPlace, SkippedRow } from '../../domain/ingestion/row-tally.ts';
export { type Amount, isCurrencyCode, parseAmount } from '../../domain/money.ts';
export type { PriceStatement, WarehouseStock } from '../../domain/offers/offer.ts';
