import { childPath, stoppedHandle } from './address.ts';
import { type Child, type ChildPosition, type Children, createChildren } from './children.ts';
import type { Behaviour, Handle } from './handle.ts';

/** A living child as its parent keeps it. */
export interface Member extends Child {
  /** A `Handle` of whatever the behaviour under which it was started understands. */
  readonly handle: unknown;
}

/** A place in the tree that has children: the root or an actor. */
export interface Branch {
  readonly children: Children<Member>;
  /** The living child of the name, or a new one; a stopped handle when the branch is closed. */
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
  return {
    children,
    child: <Message, State>(name: string, behaviour: Behaviour<Message, State>) => {
      const pathOfChild = childPath(path, name);
      const found = children.getOrStart(name, behaviour.family, (place) => start(pathOfChild, behaviour, place));
      // A name stands for one family, and a family for one protocol: what was found understands
      // `Message`.
      return found ? (found.handle as Handle<Message>) : stoppedHandle<Message>(pathOfChild);
    },
  };
};
