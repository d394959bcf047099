import { childPath, stoppedHandle } from './address.ts';
import { type Child, type ChildPosition, type Children, createChildren } from './children.ts';
import type { Behaviour, Handle } from './handle.ts';

/** A living child as its parent keeps it. */
export interface Member extends Child {
  /** A `Handle` of whatever the behaviour under which it was started understands. */
  readonly handle: unknown;
  readonly branch: Branch;
}

/** A place in the tree that has children: the root or an actor. */
export interface Branch {
  readonly children: Children<Member>;
  /** The living child of the name, or a new one; undefined when the branch is closed. */
  member<Message, State>(name: string, behaviour: Behaviour<Message, State>): Member | undefined;
  /** The handle of `member`; a stopped handle when the branch is closed. */
  child<Message, State>(name: string, behaviour: Behaviour<Message, State>): Handle<Message>;
}

/** Starts an actor at a place of the tree. */
export type StartActor = <Message, State>(
  path: string,
  behaviour: Behaviour<Message, State>,
  place: ChildPosition,
) => Member;

/** A branch without children yet. */
export const createBranch = (path: string, start: StartActor): Branch => {
  const children = createChildren<Member>();
  const member = <Message, State>(name: string, behaviour: Behaviour<Message, State>) =>
    children.getOrStart(name, behaviour.family, (place) => start(childPath(path, name), behaviour, place));
  return {
    children,
    member,
    child: <Message, State>(name: string, behaviour: Behaviour<Message, State>) => {
      const found = member(name, behaviour);
      // A name stands for one family, and a family for one protocol: what was found understands
      // `Message`.
      return found ? (found.handle as Handle<Message>) : stoppedHandle<Message>(childPath(path, name));
    },
  };
};
