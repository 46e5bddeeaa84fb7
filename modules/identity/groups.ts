import type { Db } from '#db/client.ts'
import { OPERATOR_ROLES, type OperatorRole } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import { GROUP_LENGTH, MOST_GROUPS, groupsIn, readGroups, roleOf } from './group-rules.ts'
import * as contract from './operator-contract.ts'
import { countHeads, findMember, headOf, lockTeam } from './team.ts'

const OWN_TEAM = null

/** Where the provider says somebody's groups; null: they are not read. */
export const readGroupSettings = async (db: Db): Promise<{ claim: string; scope: string } | null> =>
  (await db.selectFrom('openid_group_settings').select(['claim', 'scope']).executeTakeFirst()) ??
  null

const listGroupRoles = async (db: Db): Promise<{ group: string; role: OperatorRole }[]> =>
  (
    await db
      .selectFrom('openid_group_roles')
      .select(['group_name', 'role'])
      .orderBy('group_name')
      .limit(MOST_GROUPS)
      .execute()
  ).map((row) => ({ group: row.group_name, role: row.role as OperatorRole }))

async function readAll(db: Db) {
  const [settings, roles] = await Promise.all([readGroupSettings(db), listGroupRoles(db)])
  return {
    claim: settings?.claim ?? null,
    scope: settings?.scope ?? '',
    groups: Object.fromEntries(
      OPERATOR_ROLES.map((role) => [
        role,
        roles.filter((one) => one.role === role).map((one) => one.group),
      ]),
    ) as Record<OperatorRole, string[]>,
  }
}

export const getOperatorGroups = defineOperation({
  ...contract.getOperatorGroups,
  run: async (ctx) => ({ provider: ctx.openId?.name ?? null, ...(await readAll(ctx.db)) }),
})

export const saveOperatorGroups = defineOperation({
  ...contract.saveOperatorGroups,
  audit: {
    kind: 'operator_groups',
    id: () => 'groups',
    read: async (db) => {
      const { claim, scope, groups } = await readAll(db)
      return {
        claim,
        scope,
        groups: OPERATOR_ROLES.flatMap((role) => groups[role].map((group) => `${role}: ${group}`)),
      }
    },
  },
  run: async (ctx, { body }) => {
    const rows = OPERATOR_ROLES.flatMap((role) =>
      groupsIn(body[role]).map((group) => ({ group_name: group, role })),
    )
    const fields = Object.fromEntries(
      OPERATOR_ROLES.filter((role) => isWrong(role, rows)).map((role) => [
        role,
        { code: 'field.invalid' as const },
      ]),
    )
    if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
    // One save after another, so that the groups are of one of them.
    await lockTeam(ctx.db, OWN_TEAM)
    await ctx.db.deleteFrom('openid_group_roles').execute()
    await ctx.db.deleteFrom('openid_group_settings').execute()
    if (body.claim === '') return { success: true as const }
    await ctx.db
      .insertInto('openid_group_settings')
      .values({ claim: body.claim, scope: body.scope })
      .execute()
    if (rows.length > 0) await ctx.db.insertInto('openid_group_roles').values(rows).execute()
    return { success: true as const }
  },
})

/** A group that is too long, one too many, or named for a role before as well. */
function isWrong(
  role: OperatorRole,
  rows: readonly { group_name: string; role: OperatorRole }[],
): boolean {
  return rows.some(
    (row, index) =>
      row.role === role &&
      (row.group_name.length > GROUP_LENGTH ||
        index >= MOST_GROUPS ||
        rows.findIndex((one) => one.group_name === row.group_name) < index),
  )
}

/**
 * Gives the role of somebody's groups, at each sign-in by the provider and in its transaction. A
 * role that groups gave goes when they are gone; one given by hand stays where no group gives
 * another. The last admin stays one.
 */
export async function applyGroups(
  ctx: ConsoleCtx,
  personId: string,
  claims: Record<string, unknown>,
): Promise<void> {
  const settings = await readGroupSettings(ctx.db)
  if (settings === null) return
  await lockTeam(ctx.db, OWN_TEAM)
  const roles = new Map((await listGroupRoles(ctx.db)).map((one) => [one.group, one.role]))
  const wanted = roleOf(readGroups(claims[settings.claim]), roles)
  const before = await ctx.db
    .selectFrom('operators')
    .select(['role', 'from_groups'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (wanted === null && before?.from_groups !== true) return
  if (wanted !== null && before?.role === wanted && before.from_groups) return
  if (before?.role === headOf(OWN_TEAM) && wanted !== headOf(OWN_TEAM)) {
    if ((await countHeads(ctx.db, OWN_TEAM, headOf(OWN_TEAM))) < 2) {
      ctx.log.warn({ person: personId }, 'groups take no rights from the last admin')
      return
    }
  }
  if (wanted === null)
    await ctx.db.deleteFrom('operators').where('person_id', '=', personId).execute()
  else
    await ctx.db
      .insertInto('operators')
      .values({ person_id: personId, role: wanted, from_groups: true, created_at: ctx.clock.now() })
      .onConflict((conflict) =>
        conflict.column('person_id').doUpdateSet({ role: wanted, from_groups: true }),
      )
      .execute()
  await ctx.writeAudit(ctx, {
    actorId: personId,
    actorRole: before?.role ?? 'person',
    operation: 'signInByOpenId',
    kind: 'operator',
    objectId: personId,
    partnerId: null,
    before: { role: before?.role ?? null },
    after: { role: (await findMember(ctx.db, OWN_TEAM, personId))?.role ?? null },
  })
}
