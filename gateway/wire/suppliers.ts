import { isPluginName, plugins } from '../../actors/connector/suppliers/registry.ts';
import type { SupplierToRun } from '../../actors/guardian.ts';
import type { OpenCredential, SupplierRecord, SupplierStore } from '../../domain/ports.ts';

/** Every supplier with its credentials and their clients. Throws when a supplier names a plug-in that does not exist. */
export const suppliersToRun = async (store: SupplierStore): Promise<readonly SupplierToRun[]> => {
  const suppliers = await store.suppliers();
  return Promise.all(
    suppliers.map(async (supplier) => ({
      supplier,
      connectors: (await store.credentials(supplier.id)).map((credential) => ({
        credential,
        client: clientOf(supplier, credential),
      })),
    })),
  );
};

const clientOf = (supplier: SupplierRecord, credential: OpenCredential) => {
  if (!isPluginName(supplier.plugin))
    throw new Error(`supplier ${supplier.id}: there is no plug-in ${supplier.plugin}`);
  return plugins[supplier.plugin]({
    baseUrl: supplier.baseUrl,
    secret: credential.secret,
    settings: supplier.settings,
  });
};
