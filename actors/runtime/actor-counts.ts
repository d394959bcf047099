/** How many actors of a family live and how many messages wait in their mailboxes. */
export interface FamilyCount {
  actors: number;
  waiting: number;
}

/** Counts by family, kept up as things happen, so that reading them costs nothing per actor. */
export interface ActorCounts {
  /** The one count that all actors of the family share. */
  of(family: string): FamilyCount;
  /** A copy. A family that has died out stays in it with zeros, so that its gauges fall to zero. */
  snapshot(): ReadonlyMap<string, Readonly<FamilyCount>>;
}

/** An empty census. */
export const createActorCounts = (): ActorCounts => {
  const families = new Map<string, FamilyCount>();
  return {
    of: (family) => {
      const known = families.get(family);
      if (known) return known;
      const count = { actors: 0, waiting: 0 };
      families.set(family, count);
      return count;
    },
    snapshot: () => new Map([...families].map(([family, count]) => [family, { ...count }])),
  };
};
