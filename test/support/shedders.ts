import { createHeldRefusals, type HeldRefusals } from '../../gateway/protection/held-refusals.ts';
import type { LoadShedder } from '../../gateway/protection/load-shedder.ts';

/** Refuses everything, at once. */
export const refuseAll: LoadShedder = {
  shouldRefuse: () => true,
  refuse: (answer) => answer(),
  giveHeld: () => undefined,
  begin: () => undefined,
  end: () => undefined,
  stop: () => undefined,
};

/** Refuses everything, and holds it until it is told to give it. */
export const holdAll = (): LoadShedder & { readonly held: HeldRefusals } => {
  const held = createHeldRefusals();
  return {
    ...refuseAll,
    refuse: (answer, patienceMs = Number.POSITIVE_INFINITY) => held.add(answer, patienceMs, performance.now()),
    giveHeld: held.giveAll,
    held,
  };
};
