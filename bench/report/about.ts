/** How a benchmark is called, and what it measures. */
export interface AboutBenchmark {
  /** The npm script that runs it. */
  readonly script: 'bench' | 'bench:peers' | 'bench:soak';
  /** What it measures and beside what. */
  readonly text: string;
}

const ours = (text: string): AboutBenchmark => ({ script: 'bench', text });
const besidePeer = (text: string): AboutBenchmark => ({ script: 'bench:peers', text });

/** What each benchmark measures, by its name, as the page of figures says it. */
export const aboutBenchmarks: Readonly<Record<string, AboutBenchmark>> = {
  actors: ours('Messages to our actors beside the same through nact alone.'),
  analytics: ours('Questions to the analytical store beside the same as plain statements.'),
  baskets: ours(
    'Baskets of 200 lines, 30 sellers and 8 offers a line to the proof, with all that an order may cost: processor time, at 95 % beside a second.',
  ),
  budget: ours('Decisions over rate budgets beside a raw upsert of such a row.'),
  bulk: ours('`BulkCalculatePrice` beside a bare grpc-js stream of the same messages.'),
  bus: ours('Publishing and consuming beside what the client library does by itself.'),
  catalog: ours('`GET /v1/products/{id}` beside a bare Hono handler with one select of a row.'),
  cbc: besidePeer(
    'Baskets to the proof beside CBC on a mixed-integer program, in processor time, which the milliseconds are too.',
  ),
  console: ours(
    'Pages of the console in a browser beside what is promised of them, and viewers beside nobody looking.',
  ),
  emmett: besidePeer('Appends beside Emmett on the same server. Ours also writes the outbox and tells its relay.'),
  estimate: ours('Baskets to the proof, beside HiGHS, and through the API from the request to `ready`.'),
  'estimate-changes': ours(
    'Changes of estimates through the API beside a new request, and ten build quantities beside three asked alone.',
  ),
  events: ours(
    'Appends in transactions of their own beside the same rows inserted in a transaction, and beside an insert without one or a version.',
  ),
  'first-start': ours('A first start of the demo beside the twenty seconds within which its catalogue is whole.'),
  glpk: besidePeer(
    'Baskets to the proof beside GLPK on a mixed-integer program, in processor time, which the milliseconds are too.',
  ),
  growth: ours('What one unit of work costs as there is more of everything, beside the smallest size.'),
  'growth-large': ours(
    'Reads of an offer from the database among ten million beside one million, each on a server of its own.',
  ),
  ingestion: ours(
    'A first tick through the whole service, and ticks over prices of which none, 5 % and all have changed, beside bare inserts of the rows that the first and the last leave.',
  ),
  match: ours('`MatchParts` with 1,000 rows of known parts, and prices as lines beside the gRPC stream.'),
  matching: ours('Matching decisions, beside a select for each.'),
  medusa: besidePeer(
    "Prices beside Medusa's pricing module, which is called in its process and knows fewer kinds of rules.",
  ),
  overload: ours(
    'Three times more requests than can be answered: what is answered, refused and not even sent, and how fast.',
  ),
  pricing: ours('Prices over both edges beside bare handlers: with one select, and echoes of messages and of bytes.'),
  'pricing-large': ours(
    'The same over a large market under 200 rules and 20 policies, with the default memory for offers.',
  ),
  'pricing-memory': ours(
    'The same where all offers are asked for alike, under 200 rules and 20 policies, with more and more memory for offers (`OFFER_MEMORY_MB`).',
  ),
  'pricing-rules': ours('Prices under 200 rules in the process, beside a loop that multiplies.'),
  'rate-limiter': besidePeer('Decisions that are a statement each, beside rate-limiter-flexible on PostgreSQL.'),
  resolve: ours('Lines of lists to products, beside a bare select of their numbers.'),
  search: ours('Ways of typing beside a select of one product by its key.'),
  soak: {
    script: 'bench:soak',
    text: 'The demo at seven tenths of the load that it can bear: whether memory, handles and delays grow.',
  },
  telemetry: ours('What logs, metrics and spans cost a request.'),
  vendure: besidePeer(
    'Products, and what they are sold by, over HTTP beside Vendure. Ours also checks a key and policies.',
  ),
  visibility: ours('What policies cost a request.'),
};

/** The command that measures the figures of a benchmark again. */
export const commandOf = (name: string): string => {
  const script = aboutBenchmarks[name]?.script ?? 'bench';
  return script === 'bench:soak' ? `npm run ${script}` : `npm run ${script} -- ${name}`;
};
