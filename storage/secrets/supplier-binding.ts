import type { BindingOf, BoundSupplier, SecretBinding } from '../../domain/secret-binding.ts';
import { type AnySql, run } from '../pool/pool.ts';

/**
 * What secrets of a supplier are bound to as it is stored, and stays so until the transaction ends;
 * undefined for a supplier that is unknown or retired.
 */
export const bindingInForce = async (
  transaction: AnySql,
  supplierId: string,
  bindingOf: BindingOf,
): Promise<SecretBinding | undefined> => {
  const [supplier] = await run(transaction<BoundSupplier[]>`
    select plugin, base_url as "baseUrl", settings from supplier
    where id = ${supplierId} and retired_at is null for share`);
  return supplier && bindingOf(supplier);
};
