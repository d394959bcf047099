import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capacity } from './model-ledger.ts';
import { createWorld, type Deed, type Found, type Kind, topName } from './model-world.ts';

/**
 * What the model knows of a living actor: how it is supervised, and the ids that its present state
 * remembers.
 */
interface Node {
  readonly kind: Kind;
  log: readonly number[];
}
type Model = Map<string, Node>;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const removeBelow = (model: Model, path: string): void => {
  for (const each of model.keys()) if (each.startsWith(`${path}/`)) model.delete(each);
};

/** A fatal fault of the actor, as its supervision and then its ancestors' take it. */
const failAt = (model: Model, path: string): void => {
  const node = model.get(path);
  removeBelow(model, path);
  if (node?.kind === 'restart') node.log = [];
  else model.delete(path);
  if (node?.kind === 'escalate') failAt(model, parentOf(path));
};

/**
 * One handled message. The own message of an effect or a timer follows when everything has settled.
 */
const apply = (model: Model, path: string, id: number, deed: Deed): void => {
  const node = model.get(path);
  if (!node) return;
  switch (deed.kind) {
    case 'note':
      node.log = [...node.log, id];
      break;
    case 'perform':
    case 'schedule':
      node.log = [...node.log, -id];
      break;
    case 'fault':
      if (deed.faultClass === 'fatal') failAt(model, path);
      break;
    case 'spawn': {
      const child = `${path}/${deed.name}`;
      if (!model.has(child)) model.set(child, { kind: deed.as, log: [] });
      break;
    }
    case 'stopChild':
      removeBelow(model, `${path}/${deed.name}`);
      model.delete(`${path}/${deed.name}`);
  }
};

/** A state without the order in which effects and timers came between the messages. */
const sorted = (log: readonly number[]): readonly number[] => log.toSorted((a, b) => a - b);

const name = fc.constantFrom('x', 'y');
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Deed>({ kind: 'note' }, { kind: 'perform' }, { kind: 'schedule' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      faultClass: fc.constantFrom('transient' as const, 'poison' as const, 'fatal' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('spawn' as const),
      name,
      as: fc.constantFrom<Kind>('restart', 'stop', 'escalate'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stopChild' as const), name }) },
);

/** Several messages at once to one actor, then perhaps a wait until everything has settled. */
const step = fc.record({
  actor: fc.nat(),
  deeds: fc.array(deed, { minLength: 1, maxLength: capacity + 3 }),
  settles: fc.boolean(),
  looks: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What all living actors remember, by path. */
const memories = (nodes: ReadonlyMap<string, { readonly log: readonly number[] }>) =>
  new Map([...nodes].map(([path, { log }]) => [path, sorted(log)]));

const run = async (steps: readonly Step[]): Promise<void> => {
  const world = createWorld();
  const check = (isQuiet: boolean): void => {
    world.ledger.check(world.count(), isQuiet);
    expect(world.ledger.violations).toEqual([]);
  };
  let found: ReadonlyMap<string, Found> = await world.settle();
  let model: Model = new Map([[topName, { kind: 'restart', log: [] }]]);
  /** Whether the model knows the outcome: no other step was under way when this one began. */
  let isExact = true;
  const looks: Promise<unknown>[] = [];

  for (const { actor, deeds, settles, looks: alsoLooks } of steps) {
    const handle = [...found.values()][actor % found.size]?.handle ?? world.top();
    const sent = deeds.map((each) => ({ deed: each, ...world.tell(handle, each) }));
    if (alsoLooks) looks.push(world.look(handle));
    if (isExact) {
      const expected = deeds.map((_, index) => (index < capacity ? 'accepted' : 'full'));
      expect(sent.map(({ outcome }) => outcome)).toEqual(expected);
      for (const { id, deed: each, outcome } of sent) if (outcome === 'accepted') apply(model, handle.path, id, each);
    }
    if (settles) {
      found = await world.settle();
      if (isExact) expect(memories(found)).toEqual(memories(model));
      model = new Map([...found].map(([path, { kind, log }]) => [path, { kind, log }]));
    }
    check(settles);
    isExact = settles;
  }

  await world.system.stop(10_000);
  await Promise.all(looks);
  check(true);
  expect(world.ledger.lives()).toEqual([]);
  expect(world.count()).toEqual({ actors: 0, waiting: 0 });
};

/** `SEED=n` repeats a run; `LONG=1` makes it fifty times as long. */
test('random trees, messages, faults, timers, effects and stops keep every guarantee and agree with the model', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  process.stdout.write(`model seed: SEED=${seed}\n`);
  const numRuns = process.env.LONG === '1' ? 3_000 : 60;
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), run), { seed, numRuns });
}, 3_600_000);
