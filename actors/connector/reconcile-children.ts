import type { Behaviour, Context, Handle } from '../runtime/handle.ts';

/** A child with what it was made from, to tell when it must be made anew. */
export interface RunningChild<Message> {
  readonly handle: Handle<Message>;
  readonly madeFrom: string;
}

/** A child that there is to be. */
export interface WantedChild<Message, State> {
  readonly id: string;
  /** Another text means another child. */
  readonly madeFrom: string;
  /** Undefined: nothing can be made of it. */
  readonly make: () => Behaviour<Message, State> | undefined;
}

/** Starts the children that are new or have changed and stops those that are gone. */
export const reconcileChildren = <Message, State>(
  before: ReadonlyMap<string, RunningChild<Message>>,
  wanted: readonly WantedChild<Message, State>[],
  context: Pick<Context<unknown>, 'child' | 'stopChild'>,
): ReadonlyMap<string, RunningChild<Message>> => {
  const byId = new Map(wanted.map((child) => [child.id, child]));
  for (const [id, { madeFrom }] of before) if (byId.get(id)?.madeFrom !== madeFrom) void context.stopChild(id);
  return new Map(
    [...byId.values()].flatMap(({ id, madeFrom, make }) => {
      const running = before.get(id);
      if (running?.madeFrom === madeFrom) return [[id, running] as const];
      const behaviour = make();
      return behaviour === undefined ? [] : [[id, { handle: context.child(id, behaviour), madeFrom }] as const];
    }),
  );
};
