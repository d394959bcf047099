import type { Sql } from '../../../storage/pool/pool.ts';

/**
 * What the database saw of the work on a credential: who changed its lease and who wrote its ticks,
 * by the port that a writer's connection came from, at the database's own time.
 */

/** A lease that came to an owner. */
export interface Handover {
  readonly atMs: number;
  readonly port: number;
  readonly owner: string;
  /** Whose it was before, and until when; undefined: nobody's. */
  readonly before: { readonly owner: string; readonly untilMs: number } | undefined;
}

/** A write of a tick, and whose the lease was at that moment. */
export interface TickWrite {
  readonly atMs: number;
  readonly port: number;
  readonly owner: string;
  readonly page: number | null;
}

/** Has the database write down what happens from now on. */
export const installWitness = async (sql: Sql): Promise<void> => {
  await sql.unsafe(`
    create table seen_handover (at timestamptz, port int, owner text, owner_before text, until_before timestamptz);
    create table seen_tick_write (at timestamptz, port int, owner text, page int);

    create function see_handover() returns trigger language plpgsql as $$
    begin
      insert into seen_handover values (clock_timestamp(), inet_client_port(), new.owner,
        case when tg_op = 'UPDATE' then old.owner end, case when tg_op = 'UPDATE' then old.expires_at end);
      return null;
    end $$;
    create trigger see_first_owner after insert on connector_lease for each row execute function see_handover();
    create trigger see_next_owner after update on connector_lease for each row
      when (old.owner <> new.owner) execute function see_handover();

    create function see_tick_write() returns trigger language plpgsql as $$
    begin
      insert into seen_tick_write select clock_timestamp(), inet_client_port(), owner, new.page
      from connector_lease where credential_id = new.credential_id;
      return null;
    end $$;
    create trigger see_tick_write after insert or update of page, finished_at on ingestion_tick for each row
      execute function see_tick_write();
  `);
};

/** The changes of hands so far, in their order. */
export const handovers = async (sql: Sql): Promise<readonly Handover[]> => {
  const rows = await sql<{ at: Date; port: number; owner: string; before: string | null; until: Date | null }[]>`
    select at, port, owner, owner_before as before, until_before as until from seen_handover order by at`;
  return rows.map(({ at, port, owner, before, until }) => ({
    atMs: at.getTime(),
    port,
    owner,
    before: before === null || until === null ? undefined : { owner: before, untilMs: until.getTime() },
  }));
};

/** The writes so far, in their order. */
export const tickWrites = async (sql: Sql): Promise<readonly TickWrite[]> => {
  const rows = await sql<{ at: Date; port: number; owner: string; page: number | null }[]>`
    select at, port, owner, page from seen_tick_write order by at`;
  return rows.map(({ at, ...write }) => ({ atMs: at.getTime(), ...write }));
};
