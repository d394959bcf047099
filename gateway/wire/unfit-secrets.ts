import type { SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import type { UnfitSecret } from '../../storage/connectors/supplier-store.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';

/**
 * What a process says of stored secrets that its keys do not open. Each stops only its own
 * credential. A process that does nothing but ask suppliers cannot do anything where none opens,
 * and does not start.
 */

/** Hears of secrets that do not open. */
export interface UnfitSecrets {
  /** Logs one. */
  readonly onUnfit: (secret: UnfitSecret) => void;
  /** Those that come up while the work is done. */
  readonly during: (work: () => Promise<void>) => Promise<readonly UnfitSecret[]>;
}

/** Makes what hears of them. */
export const createUnfitSecrets = (log: Logger): UnfitSecrets => {
  let gathered: UnfitSecret[] | undefined;
  return {
    onUnfit: (secret) => {
      const { id, supplierId, missingKey } = secret;
      log.error('credential.secret.unfit', { supplier: supplierId, credential_ref: id, key_id: missingKey });
      gathered?.push(secret);
    },
    during: async (work) => {
      const own: UnfitSecret[] = [];
      gathered = own;
      try {
        await work();
        return own;
      } finally {
        gathered = undefined;
      }
    },
  };
};

const listed = (texts: Iterable<string>): string => [...new Set(texts)].sort().join(', ');

const inWords = (unfit: readonly UnfitSecret[], opening: ReadonlySet<string>, { sealingKeys }: Config): string => {
  const closed = unfit.filter(({ supplierId }) => !opening.has(supplierId)).map(({ supplierId }) => supplierId);
  const single = unfit
    .filter(({ supplierId }) => opening.has(supplierId))
    .map(({ id, supplierId }) => `${id} (${supplierId})`);
  const missing = listed(unfit.flatMap(({ missingKey }) => missingKey ?? []));
  const parts = [
    closed.length === 0 ? '' : `SECRETS_KEY opens no secret of ${listed(closed)}`,
    single.length === 0 ? '' : `SECRETS_KEY does not open ${listed(single)}`,
  ].filter((part) => part !== '');
  const why = [
    sealingKeys === undefined ? 'it is not set, and the key is sealing.key in DATA_DIR' : '',
    missing === '' ? 'it is another key than they were sealed under' : `it lacks the key ${missing}`,
  ].filter((part) => part !== '');
  return `${parts.join('; ')}: ${why.join('; ')}. Set the key, or enter the secrets again`;
};

/** What the look is made with. */
export interface LookDependencies {
  readonly suppliers: Pick<SupplierStore, 'suppliers' | 'credentials'>;
  readonly unfit: UnfitSecrets;
  /** Tells people a line. */
  readonly say: (line: string) => void;
}

/**
 * Opens every stored secret once and says which suppliers have some that do not open. Throws that
 * in words when none opens and the process does nothing but ask suppliers; a gateway starts all the
 * same, as secrets are entered again through it.
 */
export const lookAtSecrets = async (config: Config, { suppliers, unfit, say }: LookDependencies): Promise<void> => {
  if (!config.roles.has('gateway') && !config.roles.has('ingest')) return;
  const opening = new Set<string>();
  const closed = await unfit.during(async () => {
    for (const supplier of await suppliers.suppliers())
      if ((await suppliers.credentials(supplier)).length > 0) opening.add(supplier.id);
  });
  if (closed.length === 0) return;
  const words = inWords(closed, opening, config);
  if (opening.size === 0 && !config.roles.has('gateway')) throw new Error(words);
  say(words);
};
