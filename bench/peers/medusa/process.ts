/**
 * Medusa's pricing module, loaded as Medusa loads it, over a database of its own, which it migrates
 * and fills through its services. Started with the database's URL and how many price sets there
 * are; runs each round that it is sent and answers with its sample.
 */
import { MedusaApp, MedusaAppMigrateUp } from '@medusajs/framework/modules-sdk';
import type { CreatePriceListDTO, CreatePricesDTO, IPricingModuleService } from '@medusajs/framework/types';
import { Modules, PriceListStatus, PriceListType } from '@medusajs/framework/utils';
import { closedLoop, type Sample } from '../../benchmark.ts';
import type { Ready, Round } from './messages.ts';

const [url, sets] = [process.argv[2], Number(process.argv[3])];
if (url === undefined) throw new Error('usage: process.ts DATABASE_URL PRICE_SETS');

const connections = 8;
const listCount = 200;
/** The list of the group that asks holds all price sets, each of the others so many. */
const setsAList = 100;
const group = 'group-7';
const quantity = 250;
const currency = 'eur';

/** The same breaks as of ours. */
const breaks = [
  { min_quantity: 1, max_quantity: 9 },
  { min_quantity: 10, max_quantity: 99 },
  { min_quantity: 100, max_quantity: 999 },
  { min_quantity: 1_000 },
];
const pricesOf = (share: number): Pick<CreatePricesDTO, 'currency_code' | 'amount' | 'min_quantity'>[] =>
  breaks.map((range) => ({ ...range, currency_code: currency, amount: (1.5 * share) / range.min_quantity }));

const tell = (news: Ready | Sample): void => void process.send?.(news);

/** Nothing is linked with other modules. */
const noLinks = { initialize: async () => undefined, getMigrationPlanner: () => undefined } as object;

const open = async (): Promise<IPricingModuleService> => {
  // Each call takes the links out of what it is given.
  const options = () => ({
    modulesConfig: { [Modules.PRICING]: { resolve: '@medusajs/pricing', options: {} }, [Modules.LINK]: noLinks },
    sharedResourcesConfig: { database: { clientUrl: url, pool: { min: 0, max: connections } } },
    cwd: import.meta.dirname,
  });
  await MedusaAppMigrateUp(options());
  const { modules } = await MedusaApp(options());
  return modules[Modules.PRICING] as unknown as IPricingModuleService;
};

const inParts = async <Item>(items: readonly Item[], put: (part: Item[]) => Promise<void>): Promise<void> => {
  for (let first = 0; first < items.length; first += 250) await put(items.slice(first, first + 250));
};

/** Lists for a group each, as ours has rules for groups; the one that asks is the eighth. */
const listOf = (at: number, ids: readonly string[]): CreatePriceListDTO => {
  const first = (at * setsAList) % ids.length;
  return {
    title: `group-${at}`,
    description: `group-${at}`,
    status: PriceListStatus.ACTIVE,
    type: PriceListType.OVERRIDE,
    rules: { 'customer.groups.id': [`group-${at}`] },
    prices: (`group-${at}` === group ? ids : ids.slice(first, first + setsAList)).flatMap((id) =>
      pricesOf(0.975).map((price) => ({ ...price, price_set_id: id })),
    ),
  };
};

const fill = async (pricing: IPricingModuleService): Promise<readonly string[]> => {
  const ids: string[] = [];
  await inParts(Array.from({ length: sets }), async (part) => {
    const created = await pricing.createPriceSets(part.map(() => ({ prices: pricesOf(1) })));
    ids.push(...created.map(({ id }) => id));
  });
  for (let at = 0; at < listCount; at += 1) {
    const { prices = [], ...list } = listOf(at, ids);
    const [created] = await pricing.createPriceLists([list]);
    if (created === undefined) throw new Error(`no price list ${at}`);
    await inParts(prices, async (part) => {
      await pricing.addPriceListPrices([{ price_list_id: created.id, prices: part }]);
    });
  }
  return ids;
};

const pricing = await open();
const ids = await fill(pricing);
const context = { currency_code: currency, quantity, customer: { groups: [{ id: group }] } };

const price = async (asked: string[]): Promise<number> => {
  const answers = await pricing.calculatePrices({ id: asked }, { context: context as never });
  for (const { calculated_amount: amount } of answers) if (amount === null) throw new Error('there is no price');
  if (answers.length !== asked.length) throw new Error(`${answers.length} prices of ${asked.length}`);
  return answers.length;
};

let next = 0;

process.on('message', async ({ batch, workers, durationMs }: Round) => {
  const call = (): Promise<number> => {
    const asked = Array.from({ length: batch }, (_, at) => ids[(next + at) % ids.length] as string);
    next += batch;
    return price(asked);
  };
  tell(await closedLoop({ workers, durationMs, call }));
});
process.on('disconnect', () => process.exit());

const [first] = await pricing.calculatePrices({ id: ids.slice(0, 1) }, { context: context as never });
tell({ amount: Number(first?.calculated_amount) });
