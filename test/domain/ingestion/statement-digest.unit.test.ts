import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldKnowledge } from '../../../domain/ingestion/fold.ts';
import { mergeDescription } from '../../../domain/ingestion/merge.ts';
import type { Observation, ObservedDescription } from '../../../domain/ingestion/observation.ts';
import {
  knownDescriptionDigest,
  knownTermDigests,
  statementDigests,
} from '../../../domain/ingestion/statement-digest.ts';
import { decodeKnowledge, encodeKnowledge } from '../../../storage/catalog/knowledge-document.ts';
import { decodeObservation, encodeObservation } from '../../../streams/codec/codec.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation, observationSets, priceOf, stockOf } from '../../support/observations.ts';
import { credential, noon } from '../../support/offers.ts';

describe('the digests of a statement', () => {
  it('are those of what is known after it, over the bus and in the store', () => {
    fc.assert(
      fc.property(observationSets, ([seen]) => {
        // The bus carries no empty text of a description; no supplier's reader gives one.
        if (seen === undefined || JSON.stringify(seen.description ?? {}).includes('""')) return;
        const { terms, description } = statementDigests(seen, seen.observedAt);
        const arrived = decodeObservation(encodeObservation(seen, credential(), untraced).payload);
        expect(statementDigests(arrived, arrived.observedAt)).toEqual({ terms, description });
        const [snapshot] = foldKnowledge([{ offerId: 'ofr', observation: arrived }], new Map(), 5);
        const stored = decodeKnowledge(JSON.parse(JSON.stringify(encodeKnowledge(snapshot?.known ?? {}))));
        expect(knownTermDigests(stored)).toEqual(terms);
        expect(knownDescriptionDigest(mergeDescription({}, arrived))).toBe(description);
      }),
    );
  });

  const said = {
    price: priceOf('1.50'),
    stock: stockOf(3),
    description: { mpn: 'X1', attributes: { a: '1', b: '2' } },
  };
  const digests = (given: object) => {
    const seen = observation('A', { ...said, ...given });
    return statementDigests(seen, seen.observedAt);
  };

  it.each([
    ['the last place of a price', { price: priceOf('1.501') }],
    ['a price on request', { price: { kind: 'on_request' } as const }],
    ['a number of pieces', { stock: stockOf(4) }],
    ['a number of pieces that is not told', { stock: [{ warehouseRef: 'main', quantity: undefined }] }],
    ['a day', { observedAt: new Date(noon.getTime() + 86_400_000) }],
  ])('differ by %s', (_, other) => {
    expect(digests(other).terms).not.toEqual(digests({}).terms);
  });

  it('differ by a word of the description, and not by the order of attributes', () => {
    const described = (description: object) => digests({ description }).description;
    expect(described({ mpn: 'X1', attributes: { b: '2', a: '1' } })).toBe(digests({}).description);
    expect(described({ mpn: 'X1', attributes: { a: '2', b: '1' } })).not.toBe(digests({}).description);
    expect(described({ mpn: 'X1', text: '', attributes: said.description.attributes })).not.toBe(
      digests({}).description,
    );
  });

  it('are the same for an amount however it is written', () => {
    expect(digests({ price: priceOf('1.5') }).terms).toEqual(digests({}).terms);
  });
});

describe('the digest of a description that several observations have said', () => {
  const saidAt = (minutes: number, description: ObservedDescription) =>
    observation('A', { observedAt: new Date(noon.getTime() + minutes * 60_000), description });
  const digestAfter = (...all: readonly Observation[]) => knownDescriptionDigest(all.reduce(mergeDescription, {}));
  const digestOf = ({ description, observedAt }: Observation) =>
    statementDigests({ supplierSku: 'A', ...(description && { description }) }, observedAt).description;
  const [less, more] = [
    { mpn: 'X1', text: 'a part' },
    { lifecycle: 'active', text: 'a part' },
  ] as const;

  it('is that of the latest one, whatever others have said besides', () => {
    const [first, second] = [saidAt(1, more), saidAt(2, less)];
    expect(digestAfter(first, second)).toBe(digestOf(second));
    expect(digestAfter(second, first)).toBe(digestOf(second));
  });

  it('is of what counts of the latest one, which may be less than it said', () => {
    const overtaken = { ...saidAt(2, less), id: 'obs_a' };
    const atOnce = { ...saidAt(2, { text: 'a part' }), id: 'obs_b' };
    expect(digestAfter(overtaken, atOnce)).toBe(digestOf(atOnce));
    expect(digestAfter(atOnce, overtaken)).toBe(digestOf(atOnce));
  });
});
