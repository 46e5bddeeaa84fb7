import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Locale, Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { fold } from '#lib/text.ts'
import { type ConsoleCtx, defaultLanguage } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import * as contracts from './goal-contract.ts'
import { lastPlace } from './merchandising-data.ts'
import { missingIn, presentDrawn, writtenOf } from './merchandising-rules.ts'
import { MOST_GOALS } from './search-rules.ts'

const done = { success: true as const }

interface Facts {
  name: Text
  lead: Text
  categories: string[]
  terms: Partial<Record<Locale, string[]>>
  active: boolean
}

const goalRows = (db: Db) =>
  db
    .selectFrom('goals')
    .select(['id', 'market', 'slug', 'name', 'lead', 'categories', 'terms', 'position'])
    .select(['picture', 'former_picture'])
    .select('is_active as active')
    .select(
      sql<number>`(select coalesce(sum(n), 0)::integer from shelf_counts where shelf = goals.number)`.as(
        'items',
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof goalRows>['execute']>>[number]

const present = (
  { languages }: Pick<ConsoleCtx, 'languages'>,
  { picture, former_picture, ...row }: Row,
) => {
  const [name, lead] = [row.name as Text, row.lead as Text]
  return {
    ...row,
    ...presentDrawn({ picture, former_picture }),
    market: row.market as Market,
    name,
    lead,
    terms: row.terms as Facts['terms'],
    missing: missingIn(languages, name),
  }
}

const findGoal = (db: Db, id: string) => goalRows(db).where('id', '=', id).executeTakeFirst()

async function requireGoal(db: Db, id: string): Promise<Row> {
  const row = await findGoal(db, id)
  if (!row) throw refuse('not_found')
  return row
}

const readGoal = async (db: Db, id: string) => {
  const row = await findGoal(db, id)
  return row
    ? { slug: row.slug, words: row.name, categories: row.categories, terms: row.terms }
    : null
}

const ofGoal = {
  kind: 'goal',
  id: ({ params }: { params: { goal: string } }) => params.goal,
  read: readGoal,
}

/** Without terms that have no letter; refuses a goal without a name in the market's language. */
function columnsOf(ctx: ConsoleCtx, { active, name, lead, terms, ...facts }: Facts) {
  const language = defaultLanguage(ctx)
  const written = writtenOf(name)
  if (!written[language])
    throw refuse('input.invalid', { fields: { [`name.${language}`]: { code: 'field.required' } } })
  const meant = Object.entries(terms)
    .map(([locale, list]) => [locale, list.filter((term) => fold(term) !== '')] as const)
    .filter(([, list]) => list.length > 0)
  return {
    ...facts,
    is_active: active,
    name: JSON.stringify(written),
    lead: JSON.stringify(writtenOf(lead)),
    terms: JSON.stringify(Object.fromEntries(meant)),
  }
}

export const listMarketGoals = defineOperation({
  ...contracts.listMarketGoals,
  run: async (ctx) => ({
    goals: (
      await goalRows(ctx.db).orderBy('market').orderBy('position').orderBy('slug').execute()
    ).map((row) => present(ctx, row)),
  }),
})

export const getMarketGoal = defineOperation({
  ...contracts.getMarketGoal,
  run: async (ctx, { params }) => present(ctx, await requireGoal(ctx.db, params.goal)),
})

export const createGoal = defineOperation({
  ...contracts.createGoal,
  audit: {
    kind: 'goal',
    id: (_input: unknown, _ctx: ConsoleCtx, answer?: { id: string }) => answer?.id,
    read: readGoal,
  },
  run: async (ctx, { body: { market, slug, ...facts } }) => {
    const columns = columnsOf(ctx, facts)
    const { n } = await ctx.db
      .selectFrom('goals')
      .select((on) => on.fn.countAll<number>().as('n'))
      .where('market', '=', market)
      .executeTakeFirstOrThrow()
    if (Number(n) >= MOST_GOALS) throw refuse('catalog.goals_full')
    const id = newId('goal')
    const row = await ctx.db
      .insertInto('goals')
      .values({ id, market, slug, ...columns, position: lastPlace('goals', market) })
      .onConflict((conflict) => conflict.columns(['market', 'slug']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row)
      throw refuse('backoffice.slug_taken', { fields: { slug: { code: 'backoffice.slug_taken' } } })
    return { id }
  },
})

export const changeGoal = defineOperation({
  ...contracts.changeGoal,
  audit: ofGoal,
  run: async (ctx, { params, body }) => {
    await requireGoal(ctx.db, params.goal)
    await ctx.db
      .updateTable('goals')
      .set(columnsOf(ctx, body))
      .where('id', '=', params.goal)
      .execute()
    return done
  },
})

export const deleteGoal = defineOperation({
  ...contracts.deleteGoal,
  audit: ofGoal,
  run: async ({ db }, { params }) => {
    await requireGoal(db, params.goal)
    await db.deleteFrom('goals').where('id', '=', params.goal).execute()
    return done
  },
})
