/**
 * Sets the clock of a process forward, or back, by `CLOCK_AHEAD_MS`: loaded by `node --import`
 * before its program. Timers and `performance.now()` go on as they do.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

/** The clock as it is; every other way to make a date stays what it was. */
const Real = Date;

globalThis.Date = new Proxy(Real, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + aheadMs] : args, made),
  apply: (target) => new target(target.now() + aheadMs).toString(),
  get: (target, name) => (name === 'now' ? () => target.now() + aheadMs : Reflect.get(target, name)),
});
