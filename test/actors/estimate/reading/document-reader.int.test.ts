import { describe, expect, it } from 'vitest';
import { createDocumentReader, type Reading } from '../../../../actors/estimate/reading/document-reader.ts';
import { greedyDocument, smallDocument } from './greedy-document.ts';

const never = new AbortController().signal;
const ordinary = { readers: 1, memoryMb: 256, processorMs: 60_000 };

/** A document of one customer. */
const reading = (bytes: Uint8Array): Reading => ({
  customerId: 'acme',
  source: async () => ({ kind: 'document', bytes }),
});

describe('the reader of documents', () => {
  it('gives decimals and lines as they are read without a process between', async () => {
    const { read } = createDocumentReader(ordinary);
    const result = await read(reading(smallDocument), never);
    if (result.kind === 'failure') throw new Error(result.failure.text);
    expect(result.source.lines.map(({ quantity, parts }) => [quantity?.toFixed(), parts[0]?.partNumber])).toEqual([
      ['5', 'LM358DR'],
    ]);
  });

  it.each([
    ['time', { ...ordinary, processorMs: 50 }, /takes too long/],
    ['memory', { ...ordinary, memoryMb: 32 }, /takes too much memory/],
  ])('refuses a document that takes more %s than it may, and reads the next', async (_, limits, text) => {
    const { read } = createDocumentReader(limits);
    const refused = await read(reading(greedyDocument), never);
    expect(refused).toMatchObject({
      kind: 'failure',
      failure: { code: 'too_large', text: expect.stringMatching(text) },
    });
    const patient = createDocumentReader(ordinary);
    expect(await patient.read(reading(smallDocument), never)).toMatchObject({ kind: 'parsed' });
  });

  it('lets go of a document at once when nobody wants it any more, and gives its place to the next', async () => {
    const { read } = createDocumentReader(ordinary);
    const leaving = new AbortController();
    const left = read(reading(greedyDocument), leaving.signal);
    const next = read(reading(smallDocument), never);
    leaving.abort(new Error('cancelled'));
    await expect(left).rejects.toThrow('cancelled');
    expect(await next).toMatchObject({ kind: 'parsed' });
  });
});
