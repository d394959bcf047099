import type { RateLimit } from '../../../domain/ingestion/connector-control.ts';
import type { SupplierRecord } from '../../../domain/ingestion/supplier-ports.ts';

/** The configured limits of each endpoint, all of which hold at once. */
export type EndpointLimits = Readonly<Record<string, readonly RateLimit[]>>;

/** What the plug-ins say of a supplier. */
export interface SupplierPlugins {
  readonly names: readonly string[];
  /**
   * Throws RangeError, in words for the operator, when there is no such plug-in or it does not take
   * the settings.
   */
  endpointsOf(supplier: SupplierRecord): EndpointLimits;
  /** The origins that its requests may go to, that of the base URL first. */
  originsOf(supplier: SupplierRecord): readonly string[];
  /** The names that the plug-in asks a secret for. Throws RangeError as `endpointsOf`. */
  secretFieldsOf(supplier: SupplierRecord): readonly string[];
  /** Throws RangeError, in words for the operator, when the secret lacks something. */
  checkSecret(supplier: SupplierRecord, secret: Readonly<Record<string, string>>): void;
}
