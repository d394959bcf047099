import type {
  Customer,
  CustomerGroup,
  CustomerQuery,
  CustomerStore,
  CustomerUpdate,
  Membership,
} from '../../../domain/callers/ports.ts';
import { notFound } from '../../../domain/errors.ts';
import { checkId, checkOneOf, type Finding, throwIfAny } from '../../request/check.ts';
import { type Cursors, markOfId, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { RequestContext, UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';

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

/** What operators do to customers. Every change is told to all processes. */
export interface CustomerCases {
  readonly createCustomer: UseCase<NewCustomer, Customer>;
  readonly updateCustomer: UseCase<OfCustomer & CustomerUpdate, Customer>;
  readonly getCustomer: UseCase<OfCustomer, Customer>;
  readonly listCustomers: UseCase<CustomerQuery & PageRequest, Page<Customer>>;
}

/** What operators do to groups of customers. */
export interface GroupCases {
  /** Creates or renames. */
  readonly putGroup: UseCase<GroupName, CustomerGroup>;
  readonly listGroups: UseCase<PageRequest, Page<CustomerGroup>>;
  readonly setMember: UseCase<Membership & { readonly isMember: boolean }, Customer>;
}

/** What they are made of. */
interface Dependencies {
  readonly customers: CustomerStore;
  /** The delivery zones that exist. */
  readonly zones: readonly string[];
  readonly cursors: Cursors;
  readonly newCustomerId: () => string;
  /** Tells every process to forget what it remembers of the keys of these customers. */
  readonly announceCallers: (customerIds: readonly string[]) => void;
}

/** Ids of customers and groups stand in paths, conditions and claims of tokens. */
const idForm = /^[A-Za-z0-9][\w.-]{0,127}$/;

const checkNewId = (field: string, id: string): Finding =>
  idForm.test(id)
    ? undefined
    : { field, description: 'must be 1 to 128 of letters, digits, - . and _, and begin with a letter or digit' };

const known = async (
  { customers }: Pick<Dependencies, 'customers'>,
  id: string,
  { signal }: RequestContext,
): Promise<Customer> => {
  const customer = await customers.get(id, { signal });
  if (customer === undefined) throw notFound('customer', id);
  return customer;
};

/** Operations on customers. */
export const manageCustomers = (deps: Dependencies): CustomerCases => {
  const { customers, cursors, zones } = deps;
  return {
    createCustomer: async ({ id = deps.newCustomerId(), name, deliveryZone, currency, groupIds }, context) => {
      throwIfAny(
        checkNewId('id', id),
        checkOneOf('delivery_zone', deliveryZone ?? '', zones),
        groupIds.map((groupId, at) => checkId(`groups.${at}`, groupId)),
      );
      const customer = { id, name, deliveryZone, currency, groupIds: [...new Set(groupIds)] };
      await customers.create(customer, changeBy(context));
      return known(deps, id, context);
    },

    updateCustomer: async ({ customerId, name, deliveryZone, currency }, context) => {
      throwIfAny(checkId('customer', customerId), checkOneOf('delivery_zone', deliveryZone ?? '', zones));
      await customers.update(customerId, { name, deliveryZone, currency }, changeBy(context));
      deps.announceCallers([customerId]);
      return known(deps, customerId, context);
    },

    getCustomer: ({ customerId }, context) => {
      throwIfAny(checkId('customer', customerId));
      return known(deps, customerId, context);
    },

    listCustomers: (request, { signal }) => {
      const { groupId, text } = request;
      return pageOf(request, {
        cursors,
        query: ['customers', groupId ?? '', text ?? ''],
        markOf: ({ id }) => markOfId(id),
        read: (after, limit) => customers.page({ groupId, text }, { afterId: after?.id, limit }, { signal }),
      });
    },
  };
};

/** Operations on groups of customers. */
export const manageGroups = (deps: Omit<Dependencies, 'zones' | 'newCustomerId'>): GroupCases => {
  const { customers, cursors } = deps;
  return {
    putGroup: ({ id, name }, context) => {
      throwIfAny(checkNewId('group', id));
      return customers.putGroup({ id, name }, changeBy(context));
    },

    listGroups: (request, { signal }) =>
      pageOf(request, {
        cursors,
        query: ['customer groups'],
        markOf: ({ id }) => markOfId(id),
        read: (after, limit) => customers.groups({ afterId: after?.id, limit }, { signal }),
      }),

    setMember: async ({ groupId, customerId, isMember }, context) => {
      throwIfAny(checkId('group', groupId), checkId('customer', customerId));
      await customers.setMember({ groupId, customerId }, isMember, changeBy(context));
      deps.announceCallers([customerId]);
      return known(deps, customerId, context);
    },
  };
};
