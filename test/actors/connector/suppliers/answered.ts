import type {
  DecodedPage,
  SupplierClient,
  SupplierResponse,
} from '../../../../actors/connector/suppliers/supplier-client.ts';

/** An answer with this status and body, text or something that becomes JSON. */
export const answered = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): SupplierResponse => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, body: text, bodyBytes: Buffer.byteLength(text), durationMs: 1 };
};

/** The page that a plug-in reads in an answer to a lookup. Throws when it is malformed. */
export const pageIn = (client: SupplierClient, body: unknown, cursor?: string): DecodedPage => {
  const decoded = client.decode('lookup', cursor, answered(200, body));
  if (decoded.kind === 'malformed') throw new Error(decoded.reason);
  return decoded;
};

/** When a request is made, and by chance what. */
export const instant = { now: new Date('2026-03-01T12:00:00.500Z'), nonce: '00112233445566778899aabbccddeeff' };
