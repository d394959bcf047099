/** What suppliers state of their offers' products that duties depend on. */
import { manufacturerKey } from '../../domain/catalog/identity.ts';
import type { TariffStatement, TariffStatements } from '../../domain/catalog/ports.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { run, type Sql } from '../pool/pool.ts';

const facts = ['hts_code', 'country_of_origin'] as const satisfies readonly TariffStatement['fact'][];

interface Row {
  readonly productId: string;
  readonly supplierId: string;
  readonly supplierName: string;
  readonly manufacturerKey: string;
  readonly facts: { readonly [Fact in TariffStatement['fact']]: string | null };
}

const statementsOf = (row: Row): readonly TariffStatement[] => {
  const { productId, supplierId } = row;
  const kind = manufacturerKey(row.supplierName) === row.manufacturerKey ? 'manufacturer' : 'supplier';
  const source = { by: supplierId, kind } as const;
  return facts.flatMap((fact) => {
    const value = row.facts[fact];
    return value === null ? [] : [{ productId, fact, value, source }];
  });
};

/** Opens them. Database down: `of` throws `Failure` of kind `unavailable`. */
export const createTariffStatements = (sql: Sql): TariffStatements => ({
  of: async (offerIds, options) => {
    const rows = await run(
      sql<Row[]>`
        select product_id as "productId", supplier_id as "supplierId", supplier.name as "supplierName",
          manufacturer_key as "manufacturerKey", json_build_object(
            'hts_code', facts ->> 'hts_code', 'country_of_origin', facts ->> 'country_of_origin') as facts
        from offer join supplier on supplier.id = supplier_id join product on product.id = product_id
        where offer.id = any(${arrayLiteral(offerIds)}::text[])
          and coalesce(facts ->> 'hts_code', facts ->> 'country_of_origin') is not null
        order by offer.id`,
      options,
    );
    return rows.flatMap(statementsOf);
  },
});
