import { Failure, notFound } from '../../../domain/errors.ts';
import type {
  CredentialAdministration,
  CredentialKey,
  CredentialOverview,
  OpenCredential,
  SupplierOverview,
  SupplierRecord,
} from '../../../domain/ingestion/supplier-ports.ts';
import { checkId, type Finding, throwIfAny } from '../../request/check.ts';
import type { RequestContext, UseCase } from '../../request/request-context.ts';
import { type Applied, type NotifyDependencies, notifyConnectors } from '../connectors/notify-connectors.ts';
import { connectorOf } from '../connectors/view.ts';
import { changeBy } from '../request/change-by.ts';

/** A secret on its way to where it is sealed: in no answer, log line or event. */
export interface WithSecret {
  readonly secret: OpenCredential['secret'];
}

/** A credential to add. */
export interface NewCredential extends Omit<OpenCredential, 'id' | 'failingSince'> {
  /** Left out: a new one. */
  readonly id: string | undefined;
}

/** A credential after a change. */
export interface CredentialAnswer extends Applied {
  readonly credential: CredentialOverview;
  readonly orders: SupplierOverview['orders'];
}

/** What operators do to credentials. */
export interface CredentialCases {
  readonly addCredential: UseCase<NewCredential, CredentialAnswer>;
  readonly rotateCredential: UseCase<CredentialKey & WithSecret, CredentialAnswer>;
  readonly disableCredential: UseCase<CredentialKey, CredentialAnswer>;
  readonly enableCredential: UseCase<CredentialKey, CredentialAnswer>;
}

/** What it is made of. */
interface Dependencies extends NotifyDependencies {
  readonly credentials: CredentialAdministration;
  /**
   * Told every secret that arrives, before anything else is done with it, so that none is ever
   * shown.
   */
  readonly onSecret: (secret: string, slot: string) => void;
  readonly newCredentialId: () => string;
}

/**
 * Operations on credentials. A secret is registered with the redactor first, and from then on only
 * passed on to be sealed.
 */
export const manageCredentials = (deps: Dependencies): CredentialCases => {
  const supplierOf = async (supplierId: string, { signal }: RequestContext): Promise<SupplierRecord> =>
    (await connectorOf(deps, supplierId, { signal })).supplier;

  /** Tells the connectors, and answers with the credential as it now is. */
  const settle = async (
    { supplierId, credentialId }: CredentialKey,
    context: RequestContext,
  ): Promise<CredentialAnswer> => {
    const { isApplied, connector } = await notifyConnectors(deps, supplierId, 'credentials', context);
    const { credentials, orders } = connector;
    const credential = credentials.find(({ credential: { id } }) => id === credentialId);
    if (credential === undefined) throw notFound('credential', credentialId);
    return { isApplied, credential, orders };
  };

  const setDisabled =
    (isDisabled: boolean): CredentialCases['disableCredential'] =>
    async ({ supplierId, credentialId }, context) => {
      throwIfAny(checkId('supplier', supplierId), checkId('credential', credentialId));
      await deps.credentials.setDisabled({ supplierId, credentialId }, isDisabled, changeBy(context));
      return settle({ supplierId, credentialId }, context);
    };

  return {
    addCredential: async (given, context) => {
      register(given, deps);
      throwIfAny(checkOwner(given));
      checkSecret(await supplierOf(given.supplierId, context), given, deps);
      const id = given.id ?? deps.newCredentialId();
      await deps.credentials.add({ ...given, id }, changeBy(context));
      return settle({ supplierId: given.supplierId, credentialId: id }, context);
    },

    rotateCredential: async (given, context) => {
      register(given, deps);
      const { supplierId, credentialId, secret } = given;
      throwIfAny(checkId('credential', credentialId));
      checkSecret(await supplierOf(supplierId, context), given, deps);
      await deps.credentials.rotate({ supplierId, credentialId }, secret, changeBy(context));
      return settle({ supplierId, credentialId }, context);
    },

    disableCredential: setDisabled(true),
    enableCredential: setDisabled(false),
  };
};

const register = ({ secret }: WithSecret, { onSecret }: Dependencies): void => {
  // The process that uses the secret registers it for redaction; here it is only passed on.
  for (const [name, value] of Object.entries(secret)) onSecret(value, `given ${name}`);
};

/** The system's credentials have no owner, all others have one. */
const checkOwner = ({ scope, ownerId }: Pick<NewCredential, 'scope' | 'ownerId'>): Finding => {
  if (scope === 'system') {
    return ownerId === undefined
      ? undefined
      : { field: 'owner_id', description: 'must be left out: the system owns it' };
  }
  return ownerId === undefined
    ? { field: 'owner_id', description: `must name the ${scope} that owns it` }
    : checkId('owner_id', ownerId);
};

/** Throws `invalid_argument` when the plug-in cannot work with the secret. */
const checkSecret = (supplier: SupplierRecord, { secret }: WithSecret, { plugins }: Dependencies): void => {
  const refusal = refusalOf(() => plugins.endpointsOf(supplier));
  if (refusal !== undefined) throw new Failure('failed_precondition', `the supplier cannot be used: ${refusal}`);
  const lack = refusalOf(() => plugins.checkSecret(supplier, secret));
  if (lack === undefined) return;
  // A plug-in is not to quote what it was given; should one do so, its words are not passed on.
  const isSafe = Object.values(secret).every((value) => !lack.includes(value));
  throwIfAny({ field: 'secret', description: isSafe ? lack : 'is not as the plug-in needs it' });
};

/** The words in which a plug-in refuses; undefined when it does not. */
const refusalOf = (attempt: () => unknown): string | undefined => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
};
