import { readAmount } from '../../../actors/connector/suppliers/generic/number-text.ts';
import { readLocalizedAmount, separatorIn } from '../../../actors/connector/suppliers/localized-decimal.ts';
import { parseDuration } from '../../../domain/duration.ts';
import { Failure } from '../../../domain/errors.ts';
import { compilers } from '../../../domain/visibility/vocabulary.ts';
import { referenceRates } from '../../../gateway/import/reference-rates.ts';
import { createCursors } from '../../../gateway/request/paging.ts';
import { parseTraceparent } from '../../../telemetry/traceparent.ts';
import { mutatedBytes } from '../mutations.ts';
import { expectThat, type FuzzTarget, textOf } from '../target.ts';

/** Small notations that come from outside, each with a decoder of its own. */

const query = ['resistor', 'default', ''];
const marks = createCursors(Buffer.alloc(32, 7));

/** Cursors of pages. */
export const cursors: FuzzTarget = {
  inputs: mutatedBytes([marks.issue({ rank: 0.5, id: 'prd_1' }, query), 'AAAA'], ['=', '-', '_', 'AA']),
  run: (input) => {
    const token = textOf(input);
    const reading = marks.read(token, query);
    if (reading.kind === 'mark') expectThat(marks.issue(reading.mark, query) === token, 'a mark has one token');
  },
};

/** Durations. */
export const durations: FuzzTarget = {
  inputs: mutatedBytes(
    ['1h30m', '90s', '1.5d', 'PT15M', 'P1DT12H', 'P2W', '500ms'],
    ['P', 'T', 'h', 'm', 's', '.', '9'],
  ),
  run: (input) => {
    const ms = parseDuration(textOf(input));
    expectThat(
      ms === undefined || (Number.isSafeInteger(ms) && ms >= 0),
      'a duration is a whole number of milliseconds',
    );
  },
};

/** Prices as suppliers write them. */
export const prices: FuzzTarget = {
  inputs: mutatedBytes(
    ['1.234,50 €', '$0.05', '1 234.5', "1'000.00 CHF", '₹ 12,34,567.8'],
    ['.', ',', ' ', "'", '€', '0'],
  ),
  run: (input) => {
    const text = textOf(input);
    const amounts = [readLocalizedAmount(text, separatorIn([text])), readAmount(text, ','), readAmount(text, '.')];
    expectThat(
      amounts.every((amount) => amount?.isFinite() ?? true),
      'a price is finite or unknown',
    );
  },
};

/** Headers that name the trace of a caller. */
export const traceparents: FuzzTarget = {
  inputs: mutatedBytes(['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'], ['-', '0', 'f', '00']),
  run: (input) => {
    const trace = parseTraceparent(textOf(input));
    if (trace !== undefined) expectThat(/^[0-9a-f]{32}$/u.test(trace.traceId), 'a trace id is 32 hexadecimal digits');
  },
};

const days = [
  '<gesmes:Envelope xmlns:gesmes="g"><Cube><Cube time="2026-03-02"><Cube currency="USD" rate="1.0815"/></Cube></Cube></gesmes:Envelope>',
  'Date,USD,JPY,\n2026-03-02,1.0815,N/A,\n',
];

/** Published exchange rates, as XML and as CSV. */
export const rates: FuzzTarget = {
  inputs: mutatedBytes(days, [
    '<Cube ',
    '/>',
    'time="',
    'currency="USD"',
    ',',
    '\n',
    '&amp;',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
  ]),
  run: (input) => {
    for (const format of ['csv', 'xml'] as const) {
      try {
        const found = referenceRates(textOf(input), format);
        expectThat(found.length > 0, 'a file without rates is refused');
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }
  },
};

const conditions = [
  'product.manufacturer == "Yageo" && caller.groups.exists(g, g == "gold")',
  'has(product.description) && product.description.contains("RoHS")',
  'caller.groups.map(g, g + "x").size() > 2 || product.characteristics["tolerance"] == "1%"',
  'product.lifecycle_status in ["active", "new"] ? true : false',
];

/** Texts and lists as long as a request or a supplier may make them. */
const longest = {
  caller: {
    customer: 'acme',
    groups: Array.from({ length: 100 }, (_, at) => `group ${at}`),
    scopes: [],
    delivery_zone: 'EU',
  },
  product: {
    id: 'prd_1',
    identity_profile_id: 'default',
    manufacturer: 'Yageo',
    mpn: 'RC0603FR-071KL',
    description: 'x'.repeat(20_000),
    lifecycle_status: 'active',
    characteristics: { tolerance: '1%' },
  },
};

/** Conditions of policies: compiled, and evaluated when they compile. */
export const policies: FuzzTarget = {
  inputs: mutatedBytes(conditions, [
    '.map(x, ',
    '.filter(g, ',
    '.exists(',
    ')',
    '&&',
    '||',
    '==',
    '+',
    '[',
    ']',
    '"',
    'caller.groups',
    'size()',
    '? :',
  ]),
  run: (input) => {
    const compiled = compilers.product(textOf(input));
    if (!compiled.ok) {
      expectThat(compiled.error.message.length > 0, 'a refusal says why');
      return;
    }
    const holds = compiled.condition.holds(longest);
    expectThat(holds === undefined || typeof holds === 'boolean', 'a condition holds, does not or cannot be told');
  },
};
