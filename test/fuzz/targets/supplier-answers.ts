import fc from 'fast-check';
import { callSupplier } from '../../../actors/connector/suppliers/http.ts';
import { type PluginName, plugins } from '../../../actors/connector/suppliers/registry.ts';
import type {
  DataPhase,
  SupplierClient,
  SupplierResponse,
  WantedPart,
} from '../../../actors/connector/suppliers/supplier-client.ts';
import { withStorableText } from '../../../domain/ingestion/observation.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import { startDemoProtocols } from '../../../ops/demo/protocols/start-all.ts';
import { instant } from '../../actors/connector/suppliers/answered.ts';
import { mutatedJson, mutatedTexts } from '../mutations.ts';
import { bytesOf, expectStorable, expectThat, type FuzzTarget, textOf } from '../target.ts';

/**
 * Answers of suppliers, for every plug-in that speaks a real protocol.
 *
 * The seeds are what the demo suppliers answer over HTTP when they are asked as a connector asks.
 * In a file of an answer the first line is `PLUGIN PHASE`, and the rest is the body.
 */

const demo = 'demo';
const secret = { apiKey: demo, clientId: demo, clientSecret: demo, token: demo, secret: demo, key: demo };

const feeds = {
  catalogue: {
    path: '/api/products',
    format: { kind: 'json', rows: 'data.items' },
    paging: { kind: 'page', parameter: 'page', size: { parameter: 'per_page', rows: 100 } },
    fields: { sku: 'article', mpn: 'part.number', manufacturer: 'part.maker', text: 'title', stock: 'stock' },
  },
  prices: {
    path: '/prices.csv',
    format: { kind: 'csv', delimiter: ';' },
    fields: {
      sku: 'Artikel',
      minimum: 'Menge',
      breaks: { columns: [1, 10, 100, 1000].map((from) => ({ from, price: `ab ${from}` })) },
    },
  },
};

/** Settings without which a plug-in cannot ask. */
const settingsOf = (plugin: string, baseUrl: string): Readonly<Record<string, unknown>> => {
  if (plugin === 'generic') {
    return { auth: { kind: 'header', name: 'x-api-key' }, currency: 'EUR', decimalMark: ',', feeds };
  }
  if (plugin === 'element14') return { store: 'www.newark.com' };
  return plugin === 'nexar' ? { identityUrl: baseUrl } : {};
};

const isPlugin = (name: string): name is PluginName => Object.hasOwn(plugins, name);

const clientOf = (plugin: string, baseUrl: string): SupplierClient => {
  if (!isPlugin(plugin)) throw new RangeError(`no plug-in ${plugin}`);
  return plugins[plugin]({ baseUrl, secret, settings: settingsOf(plugin, baseUrl) });
};

const bodyOf = async (request: Parameters<typeof callSupplier>[0], baseUrl: string): Promise<string> => {
  const outcome = await callSupplier(request, { baseUrl, fetch, timeoutMs: 10_000, maxBodyBytes: 32_000_000 });
  if (outcome.kind === 'silent') throw new Error(`the demo supplier did not answer: ${outcome.reason}`);
  return outcome.response.body;
};

const answerOf = (body: string): SupplierResponse => ({
  status: 200,
  headers: {},
  body,
  bodyBytes: Buffer.byteLength(body),
  durationMs: 1,
});

interface Seed {
  readonly plugin: string;
  readonly phase: string;
  readonly body: string;
}

/** Asks a demo supplier once in each of its phases, and for a session where it has them. */
const seedsOf = async (plugin: string, baseUrl: string, parts: readonly WantedPart[]): Promise<readonly Seed[]> => {
  const client = clientOf(plugin, baseUrl);
  const seeds: Seed[] = [];
  let sessionToken: string | undefined;
  if (client.session !== undefined) {
    const body = await bodyOf(client.session.request({ refreshToken: undefined, ...instant }), baseUrl);
    seeds.push({ plugin, phase: 'session', body });
    const signedIn = client.session.read(answerOf(body));
    if (signedIn.kind === 'session') sessionToken = signedIn.token;
  }
  for (const phase of client.phases) {
    const wanted = phase === 'lookup' ? parts.slice(0, client.lookup?.byNumber ?? 1) : [];
    const request = client.request(phase, undefined, { sessionToken, parts: wanted, ...instant });
    seeds.push({ plugin, phase, body: await bodyOf(request, baseUrl) });
  }
  return seeds;
};

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const mutatedAnswer = ({ plugin, phase, body }: Seed): fc.Arbitrary<Uint8Array> => {
  const json = jsonOf(body);
  const asText = mutatedTexts([body], [',', ';', '"', '{', '}', '[', ']', ':', '\n', '1.000,50', 'null']);
  const mutated = json === undefined ? asText : fc.oneof({ weight: 3, arbitrary: mutatedJson([json]) }, asText);
  return mutated.map((text) => bytesOf(`${plugin} ${phase}\n${text}`));
};

const largest = Number.MAX_SAFE_INTEGER;

const isWhole = (value: number | undefined, least: number): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= least && value <= largest);

const checkPage = (client: SupplierClient, phase: DataPhase, response: SupplierResponse): void => {
  const page = client.decode(phase, undefined, response);
  if (page.kind === 'malformed') {
    expectThat(page.reason.length < 2_000, 'a reason is short');
    return;
  }
  for (const draft of page.drafts) {
    expectStorable(withStorableText(draft));
    const { price, stock = [] } = draft;
    expectThat(draft.supplierSku.trim() !== '', 'a draft has a SKU');
    expectThat(isWhole(draft.minimumOrderQuantity, 1), 'a minimum is whole and at least 1');
    expectThat(isWhole(draft.orderMultiple, 1), 'a multiple is whole and at least 1');
    expectThat(isWhole(draft.leadTimeDays, 0), 'a lead time is whole days');
    expectThat(
      stock.every(({ quantity }) => isWhole(quantity, 0)),
      'stocks are whole',
    );
    if (price?.kind === 'ladder') {
      const { breaks } = price.ladder;
      expectThat(breaks.length > 0, 'a ladder has breaks');
      expectThat(
        breaks.every((each) => isWhole(each.quantity, 1) && each.price.greaterThan(0)),
        'breaks make sense',
      );
    }
  }
};

const isPhase = (client: SupplierClient, phase: string): phase is DataPhase =>
  client.phases.some((each) => each === phase);

const run = (input: Uint8Array): void => {
  const text = textOf(input);
  const end = text.indexOf('\n');
  const [plugin = '', phase = ''] = text.slice(0, end).split(' ');
  const client = clientOf(plugin, 'http://127.0.0.1:1');
  const response = answerOf(text.slice(end + 1));
  client.classify(response);
  if (isPhase(client, phase)) checkPage(client, phase, response);
  else client.session?.read(response);
};

/** Starts the demo suppliers, asks them for the seeds, and ends them. */
export const supplierAnswers = async (): Promise<FuzzTarget> => {
  const products = shareOf(demoCatalogue('demo'), 40);
  const wanted = [...products].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined }));
  const started = await startDemoProtocols({ products, seed: 'fuzz', host: '127.0.0.1', firstPort: 0 });
  try {
    const seeds = (
      await Promise.all(started.map(({ plugin, supplier }) => seedsOf(plugin, supplier.url, wanted.slice(0, 3))))
    ).flat();
    return { inputs: fc.oneof(...seeds.map(mutatedAnswer)), run };
  } finally {
    await Promise.all(started.map(({ supplier }) => supplier.close()));
  }
};
