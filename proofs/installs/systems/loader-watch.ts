import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Place } from '../test-bed.ts'
import type { Violation } from '../violation.ts'

/**
 * The proof's own hands in its own database, where a proxy would be if there were anybody to call:
 * a change of what stands on a site is held against the ledger at the moment it is made, and a site
 * can be made to lose an item's packages in the midst of the work. The market knows nothing of it.
 */
export async function watchLayers(db: Db): Promise<void> {
  await sql`create table proof_refused (store_id text, prefix text, primary key (store_id, prefix))`.execute(
    db,
  )
  await sql`create table proof_unwritten (effect_id text, what text)`.execute(db)
  await sql`create function proof_layer() returns trigger language plpgsql as $$
    declare layer site_layers; written record;
    begin
      if tg_op = 'DELETE' then layer := old; else layer := new; end if;
      select e.before_sha256 as before into written from side_effects e join installation_runs r on r.installation_id = e.installation_id
        where e.id = layer.effect_id and r.state = 'running';
      if not found then
        insert into proof_unwritten values (layer.effect_id, tg_op || ': the site was changed, and there is no run under way that has it in its ledger');
      elsif tg_op = 'INSERT' and written.before is null then
        insert into proof_unwritten values (layer.effect_id, 'was put before it was written down what had stood there');
      end if;
      if tg_op = 'INSERT' then
        delete from site_packages p using proof_refused r where r.store_id = layer.store_id and r.prefix = layer.prefix and p.store_id = r.store_id and p.prefix = r.prefix;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger proof_layer after insert or delete on site_layers for each row execute function proof_layer()`.execute(
    db,
  )
}

export async function dropNewLayers(db: Db, { owner, item }: Place, on: boolean): Promise<void> {
  if (on)
    await sql`insert into proof_refused values (${owner.storeId}, ${item.prefix}) on conflict do nothing`.execute(
      db,
    )
  else
    await sql`delete from proof_refused where store_id = ${owner.storeId} and prefix = ${item.prefix}`.execute(
      db,
    )
}

export const readUnwritten = async (db: Db): Promise<Violation[]> =>
  (
    await sql<{
      effect_id: string
      what: string
    }>`select effect_id, what from proof_unwritten`.execute(db)
  ).rows.map(({ effect_id: where, what }) => ({ invariant: 'WRITTEN', where, what }))
