import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { Failure, invalidArgument } from '../../domain/errors.ts';
import type { MessageMeter } from '../protection/message-meter.ts';
import { callerGone } from '../request/request-signal.ts';
import { mayTakeLong } from './long-bodies.ts';
import { type EdgeEnv, lineType } from './operation.ts';

/** What the lines of a body are read with. */
export interface ReadLinesOptions {
  readonly signal: AbortSignal;
  /** Left out: lines are not counted. */
  readonly meter: MessageMeter | undefined;
}

/** A line longer than this is told of and not kept: as large as a message of a stream of gRPC. */
const maxLineBytes = 65_536;

const newline = 10;

const typeOfLines = /^application\/(?:x-)?ndjson\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const tooLong = (): Failure => invalidArgument({ field: 'line', description: `must be at most ${maxLineBytes} bytes` });

/** A line that is being put together. */
const createLine = () => {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    isBegun: () => size > 0,
    add: (bytes: Buffer): void => {
      size += bytes.length;
      if (size <= maxLineBytes) parts.push(bytes);
      else parts = [];
    },
    take: (): string | Failure => {
      const [bytes, length] = [parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), size];
      parts = [];
      size = 0;
      if (length > maxLineBytes) return tooLong();
      return isUtf8(bytes) ? bytes.toString() : invalidArgument({ field: 'line', description: 'is not valid UTF-8' });
    },
  };
};

/** Throws `unsupported_media_type` for a body that says that it is anything but plain lines. */
const checkType = ({ req }: Context): void => {
  if (!typeOfLines.test(req.header('content-type') ?? ''))
    throw new Failure('unsupported_media_type', `the body must be sent as content-type: ${lineType}, in UTF-8`);
  if ((req.header('content-encoding') ?? 'identity') !== 'identity')
    throw new Failure('unsupported_media_type', 'the body must be sent without content-encoding');
};

/**
 * The lines of a body as they come, each as its text or as what is wrong with it. A body is read no
 * faster than its lines are taken, and a line counts against the limits of the key; both hold its
 * sender up. Throws when the sender goes away before the end, and the signal's reason when it is
 * aborted.
 */
export const readLines = (
  context: Context<EdgeEnv>,
  { signal, meter }: ReadLinesOptions,
): AsyncIterable<string | Failure> => {
  checkType(context);
  const { incoming } = context.env;
  const chunks: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
  return linesOf(chunks, { signal, meter, onEnd: mayTakeLong(incoming) });
};

async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  { signal, meter, onEnd }: ReadLinesOptions & { readonly onEnd: () => void },
): AsyncGenerator<string | Failure> {
  const line = createLine();
  try {
    for await (const chunk of chunks) {
      let from = 0;
      for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
        signal.throwIfAborted();
        line.add(chunk.subarray(from, to));
        from = to + 1;
        const turn = meter?.(signal);
        if (turn !== undefined) await turn;
        yield line.take();
      }
      line.add(chunk.subarray(from));
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Failure ? error : callerGone();
  } finally {
    onEnd();
  }
  if (!line.isBegun()) return;
  await meter?.(signal);
  yield line.take();
}
