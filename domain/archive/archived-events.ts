import { Failure } from '../errors.ts';

/**
 * A history cannot be read because a part of it was moved out of the database; `which` counts and
 * names the events.
 */
export const archivedEvents = (which: string): Failure =>
  new Failure('failed_precondition', `${which} are in the archive: restore them to read the whole history`);
