import { type AskTarget, ask } from './ask.ts';
import type { Handle } from './handle.ts';

/**
 * The path of a child. Names are percent-encoded, so that a slash in one does not look like a level
 * of the tree.
 */
export const childPath = (parentPath: string, name: string): string => {
  const segment = encodeURIComponent(name.toWellFormed());
  return parentPath === '' ? segment : `${parentPath}/${segment}`;
};

/** The handle of a target. */
export const createHandle = <Message>(target: AskTarget<Message>): Handle<Message> => ({
  path: target.path,
  tell: (message) => target.send({ kind: 'tell', message }),
  ask: (build, options) => ask(target, build, options),
});

/** The handle of an actor that never existed: every message is answered `stopped`. */
export const stoppedHandle = <Message>(path: string): Handle<Message> =>
  createHandle({ path, send: () => 'stopped', pending: new Set() });
