/** What one test run has for all of its projects, and how to let go of it. */
export interface OfRun<Shared> {
  readonly shared: Shared;
  /** Lets go; the last project to do so ends what is shared. */
  readonly release: () => Promise<void>;
}

/** Something that can be ended. */
interface Ends {
  readonly end: () => Promise<void>;
}

/** What is shared, with the number of projects that use it. */
interface Slot<Shared> {
  readonly starting: Promise<Shared>;
  users: number;
}

/**
 * Starts something for the first project of a run that asks for it, and gives the same to all
 * others. Vitest loads a global set-up once per project, so that what is shared hangs on a global
 * symbol of the name.
 */
export const oncePerRun = async <Shared extends Ends>(
  name: string,
  start: () => Promise<Shared>,
): Promise<OfRun<Shared>> => {
  const key = Symbol.for(`offerstream.test.${name}`);
  const holder: { [key: symbol]: Slot<Shared> } & object = globalThis as never;
  holder[key] ??= { starting: start(), users: 0 };
  const slot = holder[key];
  slot.users += 1;
  const shared = await slot.starting;
  const release = async (): Promise<void> => {
    slot.users -= 1;
    if (slot.users === 0) await shared.end();
  };
  return { shared, release };
};
