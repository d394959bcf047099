/** Faults that need a real answer to spoil. */

/** How the answer on its way is spoiled. */
type Spoiling =
  | { readonly kind: 'slow_drip'; readonly bytes: number; readonly everyMs: number }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'changed_types'; readonly what: 'numbers' | 'lists' };

/**
 * Makes the answer that would go out without the fault; `isWhole` says whether its rows will
 * arrive.
 */
export type RealAnswer = (isWhole: boolean) => Promise<Response>;

/** The real answer, spoiled. One that arrives whole, however slowly, counts as served. */
export const spoilAnswer = async (spoiling: Spoiling, real: RealAnswer): Promise<Response> => {
  const answer = await real(spoiling.kind === 'slow_drip');
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(spoiledBody(spoiling, body), { status: answer.status, headers });
};

const spoiledBody = (spoiling: Spoiling, body: Buffer): string | Uint8Array<ArrayBuffer> | ReadableStream => {
  switch (spoiling.kind) {
    case 'slow_drip':
      return dripping(body, spoiling);
    case 'truncated':
      return new Uint8Array(body.subarray(0, Math.floor(body.length / 2)));
    case 'changed_types':
      return withChangedTypes(body.toString('utf8'), spoiling.what);
  }
};

/** A stream of the body in small pieces; ends when the reader leaves. */
const dripping = (body: Buffer, { bytes, everyMs }: { bytes: number; everyMs: number }): ReadableStream<Uint8Array> => {
  let at = 0;
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    pull: (stream) =>
      new Promise((resolve) => {
        timer = setTimeout(() => {
          if (at >= body.length) stream.close();
          else stream.enqueue(new Uint8Array(body.subarray(at, at + bytes)));
          at += bytes;
          resolve();
        }, everyMs);
      }),
    cancel: () => clearTimeout(timer),
  });
};

/** The JSON with other types; what is not JSON, such as a feed of lines, has no types to change. */
const withChangedTypes = (text: string, what: 'numbers' | 'lists'): string => {
  try {
    return JSON.stringify(changed(JSON.parse(text), what));
  } catch {
    return text;
  }
};

const changed = (value: unknown, what: 'numbers' | 'lists'): unknown => {
  if (typeof value === 'number') return what === 'numbers' ? String(value) : value;
  if (Array.isArray(value)) {
    const items = value.map((each) => changed(each, what));
    return what === 'lists' ? { ...items } : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(each, what)]));
};
