import { type Msg, MsgHdrsImpl } from 'nats';
import { describe, expect, it } from 'vitest';
import { decodeHeaders, encodeHeaders } from '../../../../streams/bus/jetstream/message-headers.ts';

/** A message with these header lines, as the client keeps it. */
const received = (text: string): Msg => {
  const headers = Buffer.from(text);
  const kept = { _rdata: Buffer.concat([headers, Buffer.from('{}')]), _msg: { hdr: headers.length } };
  return { ...kept, headers: MsgHdrsImpl.decode(headers) } as unknown as Msg;
};

const given = { 'ce-id': 'obs_1', 'ce-subject': 'Größe µ', correlation_id: 'run:1/2', empty: '' };

describe('headers of messages', () => {
  it('writes what the client of NATS would write', () => {
    const byClient = new MsgHdrsImpl();
    for (const [name, value] of Object.entries({ 'Nats-Msg-Id': 'obs_1', ...given })) byClient.append(name, value);
    expect(Buffer.from(encodeHeaders(given, 'obs_1').encode()).toString()).toBe(
      Buffer.from(byClient.encode()).toString(),
    );
  });

  it('reads what it writes, without the headers of the server', () => {
    const text = Buffer.from(encodeHeaders(given, 'obs_1').encode()).toString();
    expect(decodeHeaders(received(text))).toEqual(given);
  });

  it('reads a message alike from its bytes and from the client, repetitions and blanks too', () => {
    const msg = received('NATS/1.0\r\na:  1 \r\nb: x:y\r\na: 2\r\nNats-Sequence: 7\r\nc:\r\n\r\n');
    expect(decodeHeaders(msg)).toEqual({ a: '1', b: 'x:y', c: '' });
    expect(decodeHeaders({ headers: msg.headers } as Msg)).toEqual({ a: '1', b: 'x:y', c: '' });
  });

  it('finds none in a message without headers', () => {
    const bare = { _rdata: Buffer.from('{}'), _msg: { hdr: -1 }, headers: undefined };
    expect(decodeHeaders(bare as unknown as Msg)).toEqual({});
  });
});
