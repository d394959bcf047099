import type {
  ApiKey,
  Customer,
  CustomerGroup,
  CustomerQuery,
  CustomerUpdate,
  KeyProperties,
  Membership,
  OfApiKey,
} from '../../domain/callers/ports.ts';
import type { Page, PageRequest } from '../request/paging.ts';
import type { UseCase } from '../request/request-context.ts';

/**
 * What operators do to callers. Every change is stored with its event and then told to all
 * processes, each of which forgets what it remembers of the customer's keys; one that does not hear
 * of it forgets within two seconds all the same.
 */
export interface CallerUseCases {
  readonly createCustomer: UseCase<NewCustomer, Customer>;
  readonly updateCustomer: UseCase<OfCustomer & CustomerUpdate, Customer>;
  readonly getCustomer: UseCase<OfCustomer, Customer>;
  readonly listCustomers: UseCase<CustomerQuery & PageRequest, Page<Customer>>;
  /** Creates or renames. */
  readonly putGroup: UseCase<GroupName, CustomerGroup>;
  readonly listGroups: UseCase<PageRequest, Page<CustomerGroup>>;
  readonly setMember: UseCase<Membership & { readonly isMember: boolean }, Customer>;
  readonly createKey: UseCase<NewKey, IssuedKey>;
  readonly updateKey: UseCase<OfApiKey & Partial<KeySettings>, ApiKey>;
  readonly rotateKey: UseCase<OfApiKey & { readonly overlapMs: number }, IssuedKey>;
  readonly revokeKey: UseCase<OfApiKey, ApiKey>;
  readonly listKeys: UseCase<OfCustomer, readonly ApiKey[]>;
}

/** Names a customer. */
export interface OfCustomer {
  readonly customerId: string;
}

/** A group and how it is called. */
export interface GroupName {
  readonly id: string;
  readonly name: string;
}

/** A customer to be created. */
export interface NewCustomer {
  /** Left out: a new one. */
  readonly id: string | undefined;
  readonly name: string;
  /** Undefined: the service's. */
  readonly deliveryZone: string | undefined;
  /** ISO 4217, that its prices are in; left out: the supplier's. */
  readonly currency?: string | undefined;
  readonly groupIds: readonly string[];
}

/** What may be chosen about a key; of a limit, null means the configured one. */
export interface KeySettings {
  readonly label: string | undefined;
  readonly scopes: KeyProperties['scopes'] | undefined;
  /** Null: never. */
  readonly expiresAt: Date | null | undefined;
  readonly limits: { readonly [Part in keyof KeyProperties['limits']]?: number | null | undefined } | undefined;
}

/** A key to be created. */
export interface NewKey extends OfCustomer {
  readonly label: string;
  readonly scopes: KeyProperties['scopes'];
  readonly expiresAt: KeySettings['expiresAt'];
  readonly limits: KeySettings['limits'];
}

/** A key with its secret, which is shown this once and stored nowhere. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly secret: string;
}
