import { credentials, type Metadata } from '@grpc/grpc-js';
import { CatalogClient, MatchPartsRequest, PartToMatch } from '../../proto/gen/svc/public/v1/catalog.ts';
import { EnrichmentClient } from '../../proto/gen/svc/public/v1/enrichment.ts';
import { EstimateClient } from '../../proto/gen/svc/public/v1/estimate.ts';
import { OffersClient } from '../../proto/gen/svc/public/v1/offers.ts';
import { CalculatePriceRequest, PricingClient } from '../../proto/gen/svc/public/v1/pricing.ts';
import { answerOf, codeOf, drainOf, headers as metadataOf } from '../gateway/grpc/test-edge.ts';
import { watchToEnd } from '../support/server-sent-events.ts';
import type { Service } from '../support/service.ts';
import { acmeParts, type Dice, offers, parts, products, suppliers } from './two-worlds.ts';

/** Everything that one customer can ask of both edges, and everything that it is told. */

/** What a request was, and what was answered. */
export interface Told {
  readonly request: string;
  readonly answer: unknown;
}

/** One customer's way to a service. */
export interface Asking {
  readonly service: Pick<Service, 'httpUrl' | 'grpcAddress'>;
  readonly key: string;
}

interface Http {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body: unknown;
}

/**
 * Headers that tell something of the answer; others tell of the connection, the request and the
 * key's own use.
 */
const telling = ['content-type', 'etag', 'last-modified', 'cache-control', 'location', 'content-disposition'] as const;

const bodyOf = async (answer: Response): Promise<unknown> => {
  const text = await answer.text();
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
};

/** Sends a request. */
const send = async ({ service, key }: Asking, method: string, path: string, body?: object): Promise<Http> => {
  const answer = await fetch(`${service.httpUrl}${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const headers = Object.fromEntries(telling.map((name) => [name, answer.headers.get(name)]));
  return { status: answer.status, headers, body: await bodyOf(answer) };
};

const idOf = ({ body }: Http): string | undefined => (body as { readonly id?: string }).id;

/** The end of something that is watched over HTTP; undefined when it was refused. */
const endOf = async ({ service, key }: Asking, path: string): Promise<unknown> =>
  (await watchToEnd(`${service.httpUrl}${path}`, { 'x-api-key': key })).at(-1);

/** Pages of a list, each followed by the next as long as there is one. */
const pagesOf = async (asking: Asking, path: string): Promise<readonly Told[]> => {
  const told: Told[] = [];
  let cursor = '';
  do {
    const answer = await send(asking, 'GET', `${path}${cursor && `&cursor=${cursor}`}`);
    told.push({ request: `${path}, page ${told.length + 1}`, answer });
    cursor = (answer.body as { next_cursor?: { token: string } }).next_cursor?.token ?? '';
  } while (cursor !== '');
  return told;
};

const searches = [
  'q=RX&limit=3',
  'q=RX10&limit=500&facets=manufacturer,lifecycle_status',
  'q=RX&in_stock=true&limit=3&facets=manufacturer',
];

const askCatalogue = async (asking: Asking, base: Date): Promise<readonly Told[]> => {
  const told: Told[] = [];
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await send(asking, method, path, body);
    told.push({ request: `${method} ${path} ${JSON.stringify(body ?? '')}`, answer });
  };
  for (const search of searches) told.push(...(await pagesOf(asking, `/v1/products?${search}`)));
  for (const id of products) {
    await ask('GET', `/v1/products/${id}`);
    await ask('GET', `/v1/products/${id}/offers`);
    await ask('GET', `/v1/products/${id}/alternates`);
    await ask('GET', `/v1/products/${id}/price-history?quantity=3`);
  }
  const dates = [undefined, new Date(base.getTime() - 86_400_000), new Date(base.getTime() + 86_400_000)];
  for (const { id: offer_id } of offers)
    for (const date of dates) await ask('POST', '/v1/pricing', { offer_id, quantity: 3, ...(date && { date }) });
  return told;
};

/** What jobs are asked for, in a random order. */
const jobsOf = (dice: Dice): readonly { type: string; target: Record<string, string> }[] => {
  const product = () => ({ product_id: products[dice.below(products.length)] ?? '' });
  const offer = () => ({ offer_id: offers[dice.below(offers.length)]?.id ?? '' });
  const unsold = { product_id: products[acmeParts + dice.below(products.length - acmeParts)] ?? '' };
  const targets = [product(), unsold, offer(), offer(), ...suppliers.map((id) => ({ supplier_id: id }))];
  return [
    ...targets.flatMap((target) => [
      { type: 'refresh_observation', target },
      { type: 'rebuild_supply_chain', target },
    ]),
    { type: 'discovery', target: product() },
    { type: 'refresh_characteristics', target: product() },
    { type: 'refresh_characteristics', target: offer() },
  ];
};

const askJobs = async (asking: Asking, dice: Dice): Promise<readonly Told[]> => {
  const told: Told[] = [];
  for (const job of jobsOf(dice)) {
    const request = `job ${JSON.stringify(job)}`;
    const { status, body } = await send(asking, 'POST', '/v1/enrichment-jobs', job);
    const id = idOf({ status, body, headers: {} });
    if (id === undefined) {
      told.push({ request, answer: { status, body } });
      continue;
    }
    told.push({ request: `${request} watched`, answer: await endOf(asking, `/v1/enrichment-jobs/${id}/events`) });
    told.push({ request: `${request} read`, answer: await send(asking, 'GET', `/v1/enrichment-jobs/${id}`) });
  }
  return [...told, ...(await pagesOf(asking, '/v1/enrichment-jobs?limit=4'))];
};

/**
 * A list of parts: by number, by words, and by order numbers at suppliers, of which the customer
 * may know some.
 */
const estimateOf = (dice: Dice, mode: string): object => {
  const rows = [
    'Supplier,Supplier SKU,Manufacturer,Part Number,Quantity',
    ...offers
      .filter(() => dice.chance(0.7))
      .map(({ supplierId, sku }) => `${supplierId},${sku},,,${1 + dice.below(40)}`),
    ...parts.filter(() => dice.chance(0.4)).map(({ manufacturer, mpn }) => `,,${manufacturer},${mpn},10`),
  ];
  return {
    source_document: Buffer.from(rows.join('\n')).toString('base64'),
    source_format: 'csv',
    optimization_mode: mode,
    currency: 'EUR',
  };
};

const askEstimates = async (asking: Asking, dice: Dice): Promise<readonly Told[]> => {
  const told: Told[] = [];
  for (const mode of ['min_price', 'min_suppliers']) {
    const built = await send(asking, 'POST', '/v1/estimates', estimateOf(dice, mode));
    const path = `/v1/estimates/${idOf(built)}`;
    told.push({ request: `estimate ${mode} watched`, answer: await endOf(asking, `${path}/events?until=ready`) });
    told.push({ request: `estimate ${mode} read`, answer: await send(asking, 'GET', path) });
    told.push({ request: `estimate ${mode} exported`, answer: await send(asking, 'GET', `${path}/export?format=csv`) });
  }
  return [...told, ...(await pagesOf(asking, '/v1/estimates?limit=1'))];
};

/** The same over gRPC, as far as it is another path through the service. */
const askGrpc = async ({ service: { grpcAddress }, key }: Asking, dice: Dice): Promise<readonly Told[]> => {
  const open = <Client>(make: new (address: string, how: ReturnType<typeof credentials.createInsecure>) => Client) =>
    new make(grpcAddress, credentials.createInsecure());
  const clients = {
    catalog: open(CatalogClient),
    offers: open(OffersClient),
    pricing: open(PricingClient),
    enrichment: open(EnrichmentClient),
    estimate: open(EstimateClient),
  };
  const metadata: Metadata = metadataOf(key);
  const told: Told[] = [];
  const streamed = await drainOf(clients.catalog.streamProducts({ identityProfileId: '', batchSize: 3 }, metadata));
  told.push({ request: 'StreamProducts', answer: streamed });
  for (const canonicalId of products) {
    const { response, error } = await answerOf((done) => clients.offers.getOffers({ canonicalId }, metadata, done));
    told.push({ request: `GetOffers ${canonicalId}`, answer: [codeOf(error), error?.details, response] });
  }
  const asked = parts.map((part) => PartToMatch.fromPartial({ manufacturer: part.manufacturer, mpn: part.mpn }));
  const list = MatchPartsRequest.fromPartial({ items: asked, includeOffers: true, includeBestPrice: true });
  told.push({ request: 'MatchParts', answer: await drainOf(clients.catalog.matchParts(list, metadata)) });
  const bulk = clients.pricing.bulkCalculatePrice(metadata);
  for (const { id: offerId } of offers) bulk.write(CalculatePriceRequest.fromPartial({ offerId, quantity: 7 }));
  bulk.end();
  told.push({ request: 'BulkCalculatePrice', answer: await drainOf(bulk) });
  const target = { product_id: products[dice.below(products.length)] ?? '' };
  const requested = await answerOf<{ id: string }>((done) =>
    clients.enrichment.requestEnrichment(
      { type: 'rebuild_supply_chain', target, priority: '', maxLookupCost: {} },
      metadata,
      done,
    ),
  );
  const { items } = await drainOf(clients.enrichment.watchJob({ jobId: requested.response?.id ?? '' }, metadata));
  told.push({ request: `WatchJob ${JSON.stringify(target)}`, answer: items.at(-1) });
  for (const client of Object.values(clients)) client.close();
  return told;
};

/** Asks everything. What is asked follows from the dice alone. */
export const askEverything = async (asking: Asking, dice: Dice, base: Date): Promise<readonly Told[]> => [
  ...(await askCatalogue(asking, base)),
  ...(await askJobs(asking, dice)),
  ...(await askEstimates(asking, dice)),
  ...(await askGrpc(asking, dice)),
];

/**
 * What another customer does meanwhile, for which only the dice are asked: prices, jobs that it
 * leaves pending, and estimates.
 */
export const doSomething = async (asking: Asking, dice: Dice): Promise<void> => {
  for (const job of jobsOf(dice).filter(() => dice.chance(0.5))) await send(asking, 'POST', '/v1/enrichment-jobs', job);
  for (const { id: offer_id } of offers.filter(() => dice.chance(0.2)))
    await send(asking, 'POST', '/v1/pricing', { offer_id, quantity: 1 });
  if (dice.chance(0.7)) await send(asking, 'POST', '/v1/estimates', estimateOf(dice, 'min_price'));
};

/**
 * Ids that are drawn at random, and how they are told apart: in the order in which they are met.
 */
const drawnId = /\b(?:job|est|req)_[a-z0-9]{10,}\b/g;

const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/**
 * Fields that may differ: how often something has changed on its way, marks of places in lists, and
 * names of requests.
 */
const free = new Set(['token', 'version', 'correlation_id', 'correlationId']);

/**
 * What was told, without what chance and the clock decide. Instants before `since` stand as they
 * are.
 */
export const withoutChance = (told: readonly Told[], since: Date): readonly string[] => {
  const names = new Map<string, string>();
  const named = (id: string): string => {
    const name = names.get(id) ?? `<id ${names.size + 1}>`;
    names.set(id, name);
    return name;
  };
  const timed = (text: string): string => (new Date(text) >= since ? '<now>' : text);
  const told1 = (each: Told): string =>
    JSON.stringify(each, (name, value: unknown) => (free.has(name) && value !== undefined ? '<free>' : value))
      .replaceAll(drawnId, named)
      .replaceAll(instant, timed);
  return told.map(told1);
};
