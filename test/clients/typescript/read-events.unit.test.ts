import { describe, expect, it } from 'vitest';
import { readEvents, readLines } from '../../../clients/typescript/src/http/connect-http.ts';

/** A body that comes in pieces of one byte. */
const bodyOf = (text: string): ReadableStream<Uint8Array> =>
  ReadableStream.from(Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte)));

describe('readEvents', () => {
  it('reads events with ids, types, comments, several lines of data and any ends of lines', async () => {
    const text =
      'retry: 2000\n\nid: 1\ndata: {"a":\ndata: "ü"}\n\n: still here\n\nevent: problem\r\ndata:x\r\n\r\nid\ndata\n\n';
    expect(await Array.fromAsync(readEvents(bodyOf(text)))).toEqual([
      { type: 'message', id: '1', data: '{"a":\n"ü"}' },
      { type: 'problem', id: '1', data: 'x' },
      { type: 'message', id: '', data: '' },
    ]);
  });

  it('takes an event that was cut off for none', async () => {
    expect(await Array.fromAsync(readEvents(bodyOf('data: 1\n\ndata: 2\n')))).toEqual([
      { type: 'message', id: '', data: '1' },
    ]);
  });
});

describe('readLines', () => {
  it('gives the last line without an end too', async () => {
    expect(await Array.fromAsync(readLines(bodyOf('a\n\nbé')))).toEqual(['a', '', 'bé']);
  });
});
