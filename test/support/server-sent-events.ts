const dataOf = (event: string): readonly unknown[] =>
  event
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as unknown);

/**
 * The data of each server-sent event as it comes, parsed, to the end of the stream. Throws for an
 * answer that is none.
 */
export async function* watchEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  const answer = await fetch(url, { headers, ...(signal && { signal }) });
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status}: ${await answer.text()}`);
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield* dataOf(event);
  }
}

/**
 * Reads a stream of server-sent events to its end: the data of each event, parsed. Throws for an
 * answer that is none.
 */
export const watchToEnd = async (url: string, headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> =>
  Array.fromAsync(watchEvents(url, headers));
