import { fnv1a } from '../../domain/hash.ts';
import { childPath, stoppedHandle } from './address.ts';
import type { Branch } from './branch.ts';
import type { Behaviour, Handle, Shards } from './handle.ts';

/** Over how many supervising actors a family is spread. */
export const shardCount = 32;

/** The shard of a key, from 0: FNV-1a, folded so that keys that differ in any bit spread evenly. */
export const shardOf = (key: string): number => {
  const hash = fnv1a(key);
  const folded = hash ^ (hash >>> 16);
  return (folded ^ (folded >>> 5) ^ (folded >>> 10)) & (shardCount - 1);
};

/**
 * A shard is an actor without messages: it holds its members as children and answers for their
 * faults. A member that cannot be kept alive is gone until its key is next addressed; the other
 * members do not notice.
 */
const shardBehaviour = (name: string): Behaviour<never, undefined> => ({
  family: `${name}-shard`,
  mailboxCapacity: 1,
  start: () => undefined,
  receive: () => undefined,
  supervision: {
    classify: () => 'transient',
    directives: { transient: 'resume', poison: 'resume', fatal: 'resume' },
    maxRestarts: 0,
    windowMs: 0,
    backoff: { initialMs: 0, maxMs: 0 },
  },
});

/**
 * Creates a family of shards under the root.
 *
 * Members are looked up by the caller, not by a turn of the shard: a `tell` costs one hop and is
 * answered by the member's own mailbox, so that `full` reaches the sender. The shards bound what
 * one stop, one listing and one supervisor have to do with.
 */
export const createShards = <Message, State>(
  root: Branch,
  name: string,
  member: (key: string) => Behaviour<Message, State>,
): Shards<Message> => {
  const shard = shardBehaviour(name);
  const shardNames = Array.from({ length: shardCount }, (_, index) => `${name}-${index}`);

  return {
    of: (key) => {
      const shardName = shardNames[shardOf(key)] ?? name;
      const behaviour = member(key);
      const path = childPath(childPath('', shardName), key);
      const living = (): Handle<Message> =>
        root.member(shardName, shard)?.branch.child(key, behaviour) ?? stoppedHandle<Message>(path);
      return {
        path,
        tell: (message) => living().tell(message),
        ask: (build, options) => living().ask(build, options),
      };
    },
  };
};
