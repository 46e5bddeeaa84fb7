import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/** A change of state as the database saw it, whoever made it. */
export interface Transition {
  what: 'installation' | 'run' | 'effect'
  id: string
  from: string | null
  to: string
  /** Of an installation: its release after the change. */
  release: string | null
}

/**
 * The proof's own witness in its own database: every change of state of an installation, a run or a
 * row of the ledger is recorded by the database itself, in the same transaction. The market
 * knows nothing of it.
 */
export async function watchHistory(db: Db): Promise<void> {
  await sql`create table proof_moves (id bigint generated always as identity primary key, what text not null, row_id text not null, from_state text, to_state text not null, release_id text)`.execute(
    db,
  )
  await sql`create function proof_write() returns trigger language plpgsql as $$
    declare old_state text; release text; old_release text;
    begin
      if tg_op = 'UPDATE' then old_state := old.state; end if;
      if tg_argv[0] = 'installation' then
        release := new.release_id;
        if tg_op = 'UPDATE' then old_release := old.release_id; end if;
      end if;
      if old_state is distinct from new.state or release is distinct from old_release then
        insert into proof_moves (what, row_id, from_state, to_state, release_id) values (tg_argv[0], new.id, old_state, new.state, release);
      end if;
      return null;
    end $$`.execute(db)
  for (const [table, what] of [
    ['installations', 'installation'],
    ['installation_runs', 'run'],
    ['side_effects', 'effect'],
  ] as const) {
    await sql`create trigger proof_write after insert or update on ${sql.table(table)} for each row execute function proof_write(${sql.lit(what)})`.execute(
      db,
    )
  }
}

export const readHistory = async (db: Db): Promise<Transition[]> =>
  (
    await sql<{
      what: Transition['what']
      row_id: string
      from_state: string | null
      to_state: string
      release_id: string | null
    }>`
  select what, row_id, from_state, to_state, release_id from proof_moves order by id`.execute(db)
  ).rows.map((row) => ({
    what: row.what,
    id: row.row_id,
    from: row.from_state,
    to: row.to_state,
    release: row.release_id,
  }))
