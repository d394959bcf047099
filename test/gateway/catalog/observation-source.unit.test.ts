import { expect, it } from 'vitest';
import type { CredentialScope } from '../../../domain/offers/offer.ts';
import { sourceTypeOf, toSource } from '../../../gateway/catalog/observation-source.ts';
import { view } from '../../support/offers.ts';

it('says in the words of the contract whose credential an observation was made with', () => {
  const named: Readonly<Record<CredentialScope, string>> = {
    customer: 'CUSTOMER_CREDENTIAL',
    group: 'GROUP_SHARED',
    system: 'SYSTEM_CREDENTIAL',
  };
  expect(sourceTypeOf).toEqual(named);
  const seen = view();
  const shared = { ...seen, credential: { ...seen.credential, scope: 'group' as const } };
  expect(toSource(shared, undefined).type).toBe('GROUP_SHARED');
});
