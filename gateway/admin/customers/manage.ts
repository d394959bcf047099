import type { Customer } from '../../../domain/callers/ports.ts';
import { notFound } from '../../../domain/errors.ts';
import { checkId, checkOneOf, type Finding, throwIfAny } from '../../request/check.ts';
import { markOfId, pageOf } from '../../request/paging.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { CallerUseCases } from '../caller-use-cases.ts';
import type { AdminDependencies } from '../dependencies.ts';

type Dependencies = Pick<AdminDependencies, 'customers' | 'zones' | 'cursors' | 'newCustomerId' | 'announceCallers'>;

type CustomerCases =
  | 'createCustomer'
  | 'updateCustomer'
  | 'getCustomer'
  | 'listCustomers'
  | 'putGroup'
  | 'listGroups'
  | 'setMember';

/** Ids of customers and groups stand in paths, conditions and claims of tokens. */
const idForm = /^[A-Za-z0-9][\w.-]{0,127}$/;

const checkNewId = (field: string, id: string): Finding =>
  idForm.test(id)
    ? undefined
    : { field, description: 'must be 1 to 128 of letters, digits, - . and _, and begin with a letter or digit' };

/** Operations on customers and their groups. */
export const manageCustomers = (deps: Dependencies): Pick<CallerUseCases, CustomerCases> => {
  const { customers, cursors, zones } = deps;

  const known = async (id: string, { signal }: Pick<RequestContext, 'signal'>): Promise<Customer> => {
    const customer = await customers.get(id, { signal });
    if (customer === undefined) throw notFound('customer', id);
    return customer;
  };

  const changeBy = (context: RequestContext) => ({ by: context.caller.keyId, context });

  return {
    createCustomer: async ({ id = deps.newCustomerId(), name, deliveryZone, currency, groupIds }, context) => {
      throwIfAny(
        checkNewId('id', id),
        checkOneOf('delivery_zone', deliveryZone ?? '', zones),
        groupIds.map((groupId, at) => checkId(`groups.${at}`, groupId)),
      );
      const customer = { id, name, deliveryZone, currency, groupIds: [...new Set(groupIds)] };
      await customers.create(customer, changeBy(context));
      return known(id, context);
    },

    updateCustomer: async ({ customerId, name, deliveryZone, currency }, context) => {
      throwIfAny(checkId('customer', customerId), checkOneOf('delivery_zone', deliveryZone ?? '', zones));
      await customers.update(customerId, { name, deliveryZone, currency }, changeBy(context));
      deps.announceCallers([customerId]);
      return known(customerId, context);
    },

    getCustomer: ({ customerId }, context) => {
      throwIfAny(checkId('customer', customerId));
      return known(customerId, context);
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
      return known(customerId, context);
    },
  };
};
