import { describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../../../actors/estimate/reading/document-reader.ts';

const never = new AbortController().signal;
const list = Buffer.from('Quantity,MPN\n5,LM358DR\n');
/** As many rows as may be read, which takes seconds and hundreds of megabytes. */
const huge = Buffer.from(`Quantity,MPN,Description\n${'5,LM358DR,dual operational amplifier\n'.repeat(190_000)}`);
const ordinary = { threads: 1, memoryMb: 256, timeoutMs: 60_000 };

describe('the reader of documents', () => {
  it('gives decimals and lines as they are read without a thread', async () => {
    const { read } = createDocumentReader(ordinary);
    const result = await read({ kind: 'document', bytes: list }, never);
    if (result.kind === 'failure') throw new Error(result.failure.text);
    expect(result.source.lines.map(({ quantity, parts }) => [quantity?.toFixed(), parts[0]?.partNumber])).toEqual([
      ['5', 'LM358DR'],
    ]);
  });

  it.each([
    ['time', { ...ordinary, timeoutMs: 50 }, /takes too long/],
    ['memory', { ...ordinary, memoryMb: 16 }, /takes too much memory/],
  ])('refuses a document that takes more %s than it may, and reads the next', async (_, limits, text) => {
    const { read } = createDocumentReader(limits);
    const refused = await read({ kind: 'document', bytes: huge }, never);
    expect(refused).toMatchObject({
      kind: 'failure',
      failure: { code: 'too_large', text: expect.stringMatching(text) },
    });
    const patient = createDocumentReader(ordinary);
    expect(await patient.read({ kind: 'document', bytes: list }, never)).toMatchObject({ kind: 'parsed' });
  });

  it('lets go of a document at once when nobody wants it any more, and gives its thread to the next', async () => {
    const { read } = createDocumentReader(ordinary);
    const leaving = new AbortController();
    const left = read({ kind: 'document', bytes: huge }, leaving.signal);
    const next = read({ kind: 'document', bytes: list }, never);
    leaving.abort(new Error('cancelled'));
    await expect(left).rejects.toThrow('cancelled');
    expect(await next).toMatchObject({ kind: 'parsed' });
  });
});
