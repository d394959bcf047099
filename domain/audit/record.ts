/** What is recorded of what operators do, and of who was refused. */

/** How an act ended: as asked, turned away before it began, or given up with an error. */
export const auditOutcomes = ['done', 'refused', 'failed'] as const;

/** How an act ended. */
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who acts, and by which request. Nothing here is secret. */
export interface Actor {
  /** `key:ID`, `jwt:SUBJECT`, `tool:NAME`, `service` or `anonymous`. */
  readonly actor: string;
  /** Of the actor; undefined: it is none of a customer. */
  readonly customerId: string | undefined;
  /** The address of the peer, or `user@machine` of a tool. */
  readonly origin: string | undefined;
  /** The correlation id. */
  readonly requestId: string | undefined;
}

/** What an act is done to. */
export interface AuditTarget {
  readonly kind: string;
  readonly id: string;
}

/** One thing that was done or tried. */
export interface AuditEntry extends Actor {
  readonly operation: string;
  readonly target: AuditTarget | undefined;
  readonly outcome: AuditOutcome;
  /** Why it was refused or failed. */
  readonly reason: string | undefined;
  /**
   * JSON text of the target as it was, without secrets; undefined: there was none, or it is not
   * told.
   */
  readonly before: string | undefined;
  /** JSON text of the target as it is now, or of what there is to tell of the act. */
  readonly after: string | undefined;
}

/** An entry as it stands in the chain. */
export interface AuditRecord extends AuditEntry {
  /** Without gaps; 1 is the first that was ever written. */
  readonly position: bigint;
  /** RFC 3339 in UTC, to the microsecond: as it was hashed. */
  readonly recordedAt: string;
  /** Hexadecimal. */
  readonly previousHash: string;
  /** Hexadecimal. */
  readonly hash: string;
}

/**
 * An audited action in progress. The store that writes the change records it in the same
 * transaction, and marks it here after the commit.
 */
export interface AuditedAction extends Actor {
  readonly requestId: string;
  readonly operation: string;
  /** The tags of which the target must have one; left out: it is done to any state. */
  readonly expected?: readonly string[] | undefined;
  /** Its record is stored, and its target has this tag now. */
  recorded(tag: string | undefined): void;
  readonly isRecorded: boolean;
  /** The tag of the target after it; undefined: not recorded, or nothing is told of it. */
  readonly tag: string | undefined;
}

/** Begins an act. */
export const beginAuditedAction = (given: Omit<AuditedAction, 'recorded' | 'isRecorded' | 'tag'>): AuditedAction => {
  let isRecorded = false;
  let tag: string | undefined;
  return {
    ...given,
    recorded: (newTag) => {
      isRecorded = true;
      tag = newTag;
    },
    get tag() {
      return tag;
    },
    get isRecorded() {
      return isRecorded;
    },
  };
};

/** Longest JSON text that is kept of one side of an act, in characters. */
const maxSnapshot = 16_384;

/**
 * JSON text that may be kept: one that is too long is replaced by how long it was and a hash that
 * tells two apart.
 */
export const boundedSnapshot = (json: string, hashOf: (text: string) => string): string =>
  json.length <= maxSnapshot ? json : JSON.stringify({ left_out: true, characters: json.length, sha256: hashOf(json) });
