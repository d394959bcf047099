/**
 * Callers with open streams. A request is authenticated once, and a stream may last for days: so
 * what was true of its caller when it was opened is read again while it is open, at the latest
 * every second, at once when a change of callers is heard of, and soon after it was opened, because
 * what is remembered of a caller may be almost two seconds old by then.
 *
 * A stream ends with `unauthenticated` when its key or token is over, with `permission_denied` when
 * it has lost the scope, and with `conflict` when what it may see or its prices have changed:
 * customer, groups, delivery zone or currency. What it has been told already was right for the
 * caller that it had, and what it opens next is right for the one that it has now.
 *
 * All streams of a process are looked at together, in one query for all keys. Database down:
 * streams stay open and are looked at when it answers again; what they deliver is read from there
 * too. When they cannot be looked at for any other reason, they end with `unavailable`.
 */
import { auditTime, interval, merge, Subject, tap } from 'rxjs';
import { followed } from '../../concurrency/followed.ts';
import type { Caller, Scope } from '../../domain/callers/caller.ts';
import { Failure, isTransient, unavailable } from '../../domain/errors.ts';
import { requireScope } from './authenticator.ts';
import type { Credential, CredentialStatus, ReadCredentialStatuses } from './credential-status.ts';

/** A stream that a caller has opened. */
export interface ConnectedStream extends Credential {
  /** What the stream needs. */
  readonly scope: Scope;
  /** Ends it; called at most once. */
  readonly end: (reason: Failure) => void;
}

/** The callers with open streams of one process. */
export interface ConnectedCallers {
  /** Follows a stream until what is returned is called. */
  follow(stream: ConnectedStream): () => void;
  /** Something about callers has changed: looks at all of them at once. */
  changed(): void;
  stop(): Promise<void>;
}

/** What they are followed with. */
export interface ConnectedCallersDependencies {
  readonly read: ReadCredentialStatuses;
  /** Called with every caller that was read and is still valid. */
  readonly onRead?: (caller: Caller) => void;
  /** Called with every stream that is ended. */
  readonly onEnded?: (stream: ConnectedStream, reason: Failure) => void;
  /** Called when callers could not be read; they are read again a second later. */
  readonly onError: (error: unknown) => void;
}

const everyMs = 1_000;
/** Streams that are opened within so long of each other share one look. */
const soonMs = 100;
/** The longest that a look may take. */
const lookDeadlineMs = 5_000;

const visibleParts = ({ customerId, keyId, groupIds, deliveryZone, currency }: Caller): string =>
  JSON.stringify([customerId, keyId, groupIds, deliveryZone, currency]);

/** Why a stream cannot go on; undefined: it can. */
const reasonToEnd = ({ caller, scope }: ConnectedStream, standing: CredentialStatus): Failure | undefined => {
  if (standing.kind === 'over') return standing.failure;
  try {
    requireScope(standing.caller, scope);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  if (visibleParts(caller) === visibleParts(standing.caller)) return undefined;
  return new Failure('conflict', 'what this caller may see has changed; open the stream again');
};

/** Streams by what they were opened with. */
const byCredential = (streams: Iterable<ConnectedStream>): ReadonlyMap<string, readonly ConnectedStream[]> => {
  const grouped = new Map<string, ConnectedStream[]>();
  for (const stream of streams) {
    const others = grouped.get(stream.credential);
    if (others === undefined) grouped.set(stream.credential, [stream]);
    else others.push(stream);
  }
  return grouped;
};

/** What one look has found: streams of one credential, and how that stands. */
type Looked = readonly (readonly [readonly ConnectedStream[], CredentialStatus | undefined])[];

/** The open streams of a process, and which of them are to be looked at. */
const createStreamTable = (onEnded: ConnectedCallersDependencies['onEnded']) => {
  const streams = new Set<ConnectedStream>();
  const unseen = new Set<ConnectedStream>();
  let isEverybodyDue = false;
  return {
    add: (stream: ConnectedStream): void => {
      streams.add(stream);
      unseen.add(stream);
    },
    remove: (stream: ConnectedStream): void => {
      streams.delete(stream);
      unseen.delete(stream);
    },
    everybodyIsDue: (): void => {
      isEverybodyDue = true;
    },
    /** Those to look at, by credential. */
    takeDue: (): readonly (readonly ConnectedStream[])[] => {
      // Streams that are opened from here on may know more than what is read now.
      const groups = [...byCredential(isEverybodyDue ? streams : unseen).values()];
      isEverybodyDue = false;
      unseen.clear();
      return groups;
    },
    end: (stream: ConnectedStream, reason: Failure | undefined): void => {
      if (reason === undefined || !streams.delete(stream)) return;
      onEnded?.(stream, reason);
      stream.end(reason);
    },
  };
};

/** Begins to follow the streams of a process. */
export const followConnectedCallers = (options: ConnectedCallersDependencies): ConnectedCallers => {
  const { read, onRead, onEnded, onError } = options;
  const table = createStreamTable(onEnded);
  const [opened, changed] = [new Subject<void>(), new Subject<void>()];

  const look = async (): Promise<Looked> => {
    const groups = table.takeDue();
    if (groups.length === 0) return [];
    try {
      const standings = await read(groups.flatMap(([first]) => first ?? []));
      return groups.map((group, at) => [group, standings[at]]);
    } catch (error) {
      if (!isTransient(error)) {
        const reason = unavailable('the callers of open streams cannot be read', everyMs, error);
        for (const stream of groups.flat()) table.end(stream, reason);
      }
      throw error;
    }
  };

  const judge = (looked: Looked): void => {
    try {
      for (const [group, standing] of looked) {
        if (standing?.kind === 'valid') onRead?.(standing.caller);
        for (const stream of group) table.end(stream, standing && reasonToEnd(stream, standing));
      }
    } catch (error) {
      onError(error);
    }
  };

  const everybodyDue = merge(changed, interval(everyMs)).pipe(tap(table.everybodyIsDue));
  const following = followed({
    what: 'callers of open streams',
    read: look,
    deadlineMs: lookDeadlineMs,
    signals: merge(everybodyDue, opened.pipe(auditTime(soonMs))),
    onError,
  }).subscribe(judge);

  return {
    follow: (stream) => {
      table.add(stream);
      opened.next();
      return () => table.remove(stream);
    },
    changed: () => changed.next(),
    stop: async () => following.unsubscribe(),
  };
};
