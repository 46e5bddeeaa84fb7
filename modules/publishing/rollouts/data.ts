import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import type { Rollouts } from '#db/types.gen.ts'

export type RolloutRow = Selectable<Rollouts> & {
  version: string
  status: string
  before_version: string | null
  item_name: string
  partner_id: string
  partner_name: string
  reason: string | null
}

const select = (db: Db) =>
  db
    .selectFrom('rollouts')
    .innerJoin('releases', 'releases.id', 'rollouts.release_id')
    .innerJoin('items', 'items.id', 'rollouts.item_id')
    .innerJoin('partners', 'partners.id', 'items.partner_id')
    .leftJoin('releases as earlier', 'earlier.id', 'rollouts.before_id')
    .selectAll('rollouts')
    .select([
      'releases.version',
      'releases.status',
      'earlier.version as before_version',
      'items.name as item_name',
      'items.partner_id',
      'partners.name as partner_name',
    ])
    // The latest reason in the release log.
    .select(
      sql<
        string | null
      >`(select entry::jsonb ->> 'reason' from release_log where release_log.release_id = rollouts.release_id order by index desc limit 1)`.as(
        'reason',
      ),
    )

export const listRolloutsOfItem = (db: Db, itemId: string, most: number): Promise<RolloutRow[]> =>
  select(db)
    .where('rollouts.item_id', '=', itemId)
    .orderBy('rollouts.started_at', 'desc')
    .orderBy('rollouts.release_id')
    .limit(most)
    .execute()

/** Running rollouts, halted ones first. */
export const listRunningRollouts = (db: Db, most: number): Promise<RolloutRow[]> =>
  select(db)
    .where('rollouts.state', '=', 'running')
    .where('releases.status', '<>', 'yanked')
    .orderBy('releases.status')
    .orderBy('rollouts.started_at', 'desc')
    .orderBy('rollouts.release_id')
    .limit(most)
    .execute()

/** For the inbox: releases that were halted by themselves, the oldest first. */
export const listSelfHalted = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('rollouts')
      .innerJoin('releases', 'releases.id', 'rollouts.release_id')
      .innerJoin('items', 'items.id', 'rollouts.item_id')
      .innerJoin('partners', 'partners.id', 'items.partner_id')
      .select([
        'rollouts.release_id',
        'rollouts.started_at',
        'items.id as item_id',
        'items.name',
        'releases.version',
        'partners.name as partner',
      ])
      .select(
        sql<Date | null>`(select logged_at from release_log where release_log.release_id = rollouts.release_id order by index desc limit 1)`.as(
          'halted_at',
        ),
      )
      .where('rollouts.state', '=', 'running')
      .where('rollouts.halted_for', 'is not', null)
      .where('releases.status', '=', 'halted')
      .orderBy('rollouts.look_at')
      .orderBy('rollouts.release_id')
      .limit(most)
      .execute()
  ).map((row) => ({
    id: row.release_id,
    place: row.item_id,
    title: shortText(`${row.name} ${row.version}`),
    detail: shortText(row.partner),
    since: row.halted_at ?? row.started_at,
  }))

export const findRollout = (db: Db, releaseId: string): Promise<RolloutRow | undefined> =>
  select(db).where('rollouts.release_id', '=', releaseId).executeTakeFirst()

export const findReleaseOf = (db: Db, partnerId: string, itemId: string, version: string) =>
  db
    .selectFrom('releases')
    .innerJoin('items', 'items.id', 'releases.item_id')
    .select('releases.id')
    .where('items.id', '=', itemId)
    .where('items.partner_id', '=', partnerId)
    .where('releases.version', '=', version)
    .executeTakeFirst()

export const isItemOf = async (db: Db, partnerId: string, itemId: string): Promise<boolean> =>
  (await db
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()) !== undefined

/** When each stage was reached and who advanced it. */
export const listStages = (db: Db, releaseIds: readonly string[]) =>
  releaseIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('rollout_stages')
        .leftJoin('people', 'people.id', 'rollout_stages.reached_by')
        .select(['rollout_stages.release_id', 'stage', 'reached_at', 'people.name'])
        .where('release_id', 'in', releaseIds)
        .execute()

/** Rollouts due for a check, or whose stage is over. */
export const listDue = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('rollouts')
      .innerJoin('releases', 'releases.id', 'rollouts.release_id')
      .select('release_id')
      .where('rollouts.state', '=', 'running')
      .where('releases.status', '=', 'published')
      .where('look_at', '<=', now)
      .orderBy('look_at')
      .limit(200)
      .execute()
  ).map((one) => one.release_id)

/** Operators who are notified about releases. */
export const listReleaseOperators = (db: Db) =>
  db
    .selectFrom('operators')
    .innerJoin('people', 'people.id', 'operators.person_id')
    .select(['people.id', 'people.email', 'people.locale'])
    .where('operators.role', 'in', ['admin', 'reviewer'])
    .orderBy('people.id')
    .execute()

export const readStage = async (
  db: Db,
  releaseId: string,
): Promise<Record<string, unknown> | undefined> =>
  db
    .selectFrom('rollouts')
    .innerJoin('releases', 'releases.id', 'rollouts.release_id')
    .select(['releases.version', 'releases.status as state', 'stage'])
    .where('release_id', '=', releaseId)
    .executeTakeFirst()
