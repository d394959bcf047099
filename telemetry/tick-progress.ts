/**
 * How far the ticks of a process have come, in one line for a terminal, told from the events that
 * it logs: `borealis catalogue ███████░░░░░ 58 %, 42000 rows, 1200/s, 20 s left`.
 */
export interface TickProgress {
  /**
   * Takes an event of the log. True: the line tells it, so that it needs none of its own.
   */
  take(record: Readonly<Record<string, unknown>>): boolean;
  /** No longer than so many characters; empty where no tick tells how far it has come. */
  line(width: number): string;
}

/** A phase of a tick that has told how far it is. */
interface Phase {
  readonly supplier: string;
  readonly name: string;
  readonly startedAtMs: number;
  readonly atMs: number;
  readonly page: number;
  /** Undefined: the supplier does not say how many there are. */
  readonly pageCount: number | undefined;
  readonly rows: number;
}

const barLength = 12;

/** Keeps what ticks tell; a tick is known by its `job_id`. */
export const tickProgress = (): TickProgress => {
  const startedAtMs = new Map<string, number>();
  const phases = new Map<string, Phase>();
  return {
    take: (record) => {
      if (record.event === 'service.stopping') phases.clear();
      const { event, job_id: run, phase: name, supplier, ts } = record;
      if (typeof run !== 'string') return false;
      const atMs = Date.parse(String(ts));
      switch (event) {
        case 'ingestion.bulk.phase':
          phases.delete(run);
          startedAtMs.set(run, atMs);
          return true;
        case 'ingestion.bulk.progress':
          phases.set(run, {
            supplier: String(supplier),
            name: String(name),
            startedAtMs: startedAtMs.get(run) ?? atMs,
            atMs,
            page: Number(record.page),
            pageCount: typeof record.page_count === 'number' ? record.page_count : undefined,
            rows: Number(record.rows_seen),
          });
          return true;
        case 'ingestion.tick.end':
          phases.delete(run);
          startedAtMs.delete(run);
          return false;
        default:
          return false;
      }
    },
    line: (width) => [...phases.values()].map(phaseText).join('  |  ').slice(0, Math.max(0, width)),
  };
};

const phaseText = ({ supplier, name, startedAtMs, atMs, page, pageCount, rows }: Phase): string => {
  const tookSeconds = (atMs - startedAtMs) / 1_000;
  const rate = tookSeconds > 0 ? `, ${Math.round(rows / tookSeconds)}/s` : '';
  if (pageCount === undefined || pageCount === 0) return `${supplier} ${name}: ${rows} rows${rate}`;
  const share = Math.min(1, page / pageCount);
  const full = Math.floor(share * barLength);
  const bar = `${'█'.repeat(full)}${'░'.repeat(barLength - full)}`;
  const left = tookSeconds > 0 ? `, ${Math.ceil((tookSeconds / page) * (pageCount - page))} s left` : '';
  return `${supplier} ${name} ${bar} ${Math.floor(share * 100)} %, ${rows} rows${rate}${left}`;
};
