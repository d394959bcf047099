/**
 * A real actor system whose actors keep a ledger of all that happens to them, for the model test.
 * `settle` waits until nothing is under way.
 */
import { ActorStopped } from '../../../actors/runtime/errors.ts';
import type { Behaviour, Context, FaultClass, Handle, ReplyTo, TellOutcome } from '../../../actors/runtime/handle.ts';
import { createActorSystem } from '../../../actors/runtime/system.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingObserver } from './harness.ts';
import { capacity, createLedger, type Life } from './model-ledger.ts';

/** What an actor's supervision does about a fatal fault. */
export type Kind = 'restart' | 'stop' | 'escalate';

/** What one message makes an actor do. */
export type Deed =
  | { readonly kind: 'note' | 'perform' | 'schedule' }
  | { readonly kind: 'fault'; readonly faultClass: FaultClass }
  | { readonly kind: 'spawn'; readonly name: string; readonly as: Kind }
  | { readonly kind: 'stopChild'; readonly name: string };

/** What an actor shows of itself. */
interface Look {
  readonly log: readonly number[];
  readonly children: readonly Handle<Message>[];
}

/**
 * The protocol of all actors of the model. Ids grow with the order of sending; own messages have
 * the negated id.
 */
export type Message =
  | { readonly kind: 'deed'; readonly id: number; readonly deed: Deed }
  | { readonly kind: 'own'; readonly id: number }
  | { readonly kind: 'look'; readonly replyTo: ReplyTo<Look> };

/** A living actor as `settle` found it. */
export interface Found {
  readonly handle: Handle<Message>;
  readonly log: readonly number[];
  readonly kind: Kind;
}

class ModelFault extends Error {
  readonly faultClass: FaultClass;
  constructor(faultClass: FaultClass) {
    super(faultClass);
    this.faultClass = faultClass;
  }
}

type Ledger = ReturnType<typeof createLedger>;

/** The name of the one actor under the root. */
export const topName = 'top';

/** The behaviour of every actor of the model; they differ in how they are supervised. */
const createBehaviours = (ledger: Ledger) => {
  const kinds = new Map<string, Kind>();
  const stops: Promise<void>[] = [];

  const act = (life: Life, id: number, deed: Deed, context: Context<Message>): void => {
    const own: Message = { kind: 'own', id: -id };
    switch (deed.kind) {
      case 'note':
        life.log.push(id);
        break;
      case 'perform': {
        life.pending.add(-id);
        const effect = () => new Promise<void>((resolve) => setImmediate(resolve));
        context.perform(
          effect,
          () => own,
          () => own,
        );
        break;
      }
      case 'schedule':
        life.pending.add(-id);
        context.schedule(`${id}`, id % 3, own);
        break;
      case 'fault':
        throw new ModelFault(deed.faultClass);
      case 'spawn':
        context.child(deed.name, behaviour(deed.as));
        break;
      case 'stopChild':
        stops.push(context.stopChild(deed.name));
        break;
    }
  };

  const handle = (life: Life, message: Message, context: Context<Message>): void => {
    switch (message.kind) {
      case 'look': {
        const children = context.children().map((name) => context.child(name, behaviour('restart')));
        message.replyTo.resolve({ log: [...life.log], children });
        break;
      }
      case 'own':
        ledger.demand(life.pending.delete(message.id), `${life.path} gets a message of another life`);
        life.log.push(message.id);
        break;
      case 'deed':
        ledger.accountOf(life.path).executed.push(message.id);
        act(life, message.id, message.deed, context);
    }
  };

  const behaviour = (kind: Kind): Behaviour<Message, Life> => ({
    family: 'model',
    mailboxCapacity: capacity,
    start: ({ self, signal }) => {
      kinds.set(self.path, kind);
      const life = ledger.begin(self.path);
      signal.addEventListener('abort', () => {
        // A restart ends a life at once, without onStop.
        if (!(signal.reason instanceof ActorStopped)) ledger.finish(life);
      });
      return life;
    },
    receive: (life, message, context) => {
      ledger.enter(life);
      try {
        handle(life, message, context);
      } finally {
        ledger.leave(life);
      }
      return life;
    },
    onStop: async (life) => {
      ledger.beginEnd(life);
      await new Promise(setImmediate);
      ledger.finish(life);
    },
    supervision: {
      classify: (error) => (error instanceof ModelFault ? error.faultClass : 'fatal'),
      directives: { transient: 'resume', poison: 'resume', fatal: kind },
      maxRestarts: 1_000,
      windowMs: 60_000,
      backoff: { initialMs: 1, maxMs: 2 },
    },
  });

  return { behaviour, kindOf: (path: string): Kind => kinds.get(path) ?? 'restart', stops };
};

/** A system with one actor, `top`, and the means to send to actors and to look at them. */
export const createWorld = () => {
  const { observer, reports } = recordingObserver();
  const system = createActorSystem({ now: () => new Date(), random: Math.random, observer });
  const ledger = createLedger(reports);
  const { behaviour, kindOf, stops } = createBehaviours(ledger);
  let lastId = 0;

  const top = () => system.spawn(topName, behaviour('restart'));
  const count = () => system.census().get('model') ?? { actors: 0, waiting: 0 };
  const isStill = () => count().waiting === 0 && ledger.lives().every(({ pending }) => pending.size === 0);

  const look = (handle: Handle<Message>): Promise<Look | undefined> => {
    ledger.accountOf(handle.path).looks += 1;
    return handle.ask<Look>((replyTo) => ({ kind: 'look', replyTo }), { timeoutMs: 30_000 }).catch(() => undefined);
  };

  /** Adds to `found` what lives at and below the handle and answers a look. */
  const walk = async (handle: Handle<Message>, found: Map<string, Found>): Promise<void> => {
    const seen = await look(handle);
    if (!seen) return;
    found.set(handle.path, { handle, log: seen.log, kind: kindOf(handle.path) });
    for (const child of seen.children) await walk(child, found);
  };

  return {
    system,
    ledger,
    top,
    count,
    look,
    tell: (handle: Handle<Message>, deed: Deed): { readonly id: number; readonly outcome: TellOutcome } => {
      lastId += 1;
      const outcome = handle.tell({ kind: 'deed', id: lastId, deed });
      if (outcome === 'accepted') ledger.accountOf(handle.path).accepted.push(lastId);
      return { id: lastId, outcome };
    },
    /** Waits until nothing is under way, and answers what lives then, by path. */
    settle: () =>
      eventually(async () => {
        await Promise.all(stops);
        // Still before and after: what was seen of one actor then still holds when the last one has
        // been seen.
        if (!isStill()) return false;
        const found = new Map<string, Found>();
        await walk(top(), found);
        const isAll = count().actors === found.size && ledger.lives().length === found.size;
        return isStill() && isAll && found;
      }),
  };
};
