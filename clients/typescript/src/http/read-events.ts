/** A server-sent event. */
export interface ServerSentEvent {
  /** `message` where the stream names none. */
  readonly type: string;
  readonly data: string;
  /** The id of the last event that had one. */
  readonly id: string;
}

/** The lines of a body, without their ends, as they come. The last one needs no end. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** The events of a body of the type text/event-stream. An unfinished one at its end is none. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let [type, id, data] = ['message', '', [] as string[]];
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { type, id, data: data.join('\n') };
      [type, data] = ['message', []];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id') id = value;
  }
}
