/** An answer that is larger than anybody agreed to. */
class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * A `fetch` whose answers fail with `TooLarge` beyond so many bytes, however they are sent, and
 * that follows no redirect.
 */
export const boundedFetch =
  (maxBytes: number, fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    // A redirect would send the key to another host.
    const answer = await fetch(input, { ...init, redirect: 'error' });
    let bytes = 0;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) controller.error(new TooLarge(`an answer of more than ${maxBytes} bytes`));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = answer;
    return new Response(answer.body?.pipeThrough(counting) ?? null, { status, statusText, headers });
  };
