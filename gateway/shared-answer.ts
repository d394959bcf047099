import { createAttachment } from '../domain/attachment.ts';

/** The bytes that came of writing an answer to the wire, once it was written. */
interface Written {
  bytes?: Buffer;
}

const written = createAttachment<object, Written>('written');

/** Says that an answer is given again and again, so that its bytes are kept once it was written. It may be frozen after that. */
export const shared = <Answer extends object>(answer: Answer): Answer => {
  written.set(answer, {});
  return answer;
};

/** The bytes of an answer: those kept of a shared one, else what `write` makes of it. */
export const writtenOnce = <Answer extends object>(answer: Answer, write: (answer: Answer) => Buffer): Buffer => {
  const kept = written.get(answer);
  if (kept === undefined) return write(answer);
  kept.bytes ??= write(answer);
  return kept.bytes;
};
