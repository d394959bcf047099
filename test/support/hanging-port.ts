/** A port of which methods can be made to hang. */
export interface HangingPort<Port> {
  readonly port: Port;
  /** From now on these methods never answer, whatever their signals say; none: all methods do. */
  hang(...methods: readonly (keyof Port)[]): void;
  /** Calls that are made from now on are answered again; those that hang go on hanging. */
  recover(): void;
  /** The calls that hang are answered with what the port would have answered when they came. */
  release(): Promise<void>;
  /** How many calls were made, those that hang included. */
  calls(method: keyof Port): number;
  /** How many calls hang. */
  hanging(): number;
}

/** Puts itself before a port, such as a store, whose methods all give promises. */
export const hangingPort = <Port extends object>(real: Port): HangingPort<Port> => {
  const counts = new Map<PropertyKey, number>();
  let held: (() => void)[] = [];
  let hangs = (_method: PropertyKey): boolean => false;

  const called = (method: PropertyKey, call: () => unknown): unknown => {
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const answer = call();
    if (!hangs(method)) return answer;
    // Its failure is told when it is released, which may be never.
    if (answer instanceof Promise) answer.catch(() => undefined);
    return new Promise((resolve) => held.push(() => resolve(answer)));
  };

  const port = new Proxy(real, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]) => called(name, () => Reflect.apply(value, target, args));
    },
  });
  return {
    port,
    hang: (...methods) => {
      hangs = (method) => methods.length === 0 || (methods as readonly PropertyKey[]).includes(method);
    },
    recover: () => {
      hangs = () => false;
    },
    release: async () => {
      const released = held;
      held = [];
      for (const answer of released) answer();
      await new Promise(setImmediate);
    },
    calls: (method) => counts.get(method) ?? 0,
    hanging: () => held.length,
  };
};

/** How a promise stands: with what it was resolved or rejected, or that it waits still. */
export const standingOf = async (promise: PromiseLike<unknown>): Promise<unknown> => {
  const waits = new Promise((resolve) => setImmediate(resolve, 'waits'));
  return Promise.race([Promise.resolve(promise).catch((error: unknown) => error), waits]);
};
