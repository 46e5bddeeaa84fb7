import { defineOperation } from '#kernel/define-operation.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { personOf } from '#kernel/actor.ts'
import {
  getMarketText as getContract,
  listTexts as listContract,
  publishText as publishContract,
  resetText as resetContract,
  saveText as saveContract,
} from './contract.ts'
import {
  keepDraft,
  listNewest,
  listVersions,
  lockText,
  publishDraft,
  publishNothing,
  type TextContent,
  type VersionRow,
} from './data.ts'
import { refuse } from './errors.ts'
import { TEXT_PATHS, textPathOf, type TextPath } from './rules.ts'

const done = { success: true as const }
const present = (row: VersionRow | undefined) =>
  row
    ? {
        version: row.version,
        by: row.by,
        written_at: row.written_at.toISOString(),
        published_at: row.published_at?.toISOString() ?? null,
        own: row.content !== null,
      }
    : null

function pathOf(name: string): TextPath {
  const path = textPathOf(name)
  if (path === null) throw refuse('not_found')
  return path
}

export const listTexts = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const rows = await listNewest(ctx.db)
    const find = (path: TextPath, draft: boolean) =>
      present(rows.find((one) => one.path === path && (one.published_at === null) === draft))
    return {
      texts: TEXT_PATHS.map((path) => ({
        path,
        shown: find(path, false),
        draft: find(path, true),
      })),
    }
  },
})

export const getMarketText = defineOperation({
  ...getContract,
  run: async (ctx, { params, query }) => {
    const path = pathOf(params.text)
    const rows = await listVersions(ctx.db, path)
    const [draft, shown] = [
      rows.find((one) => one.published_at === null),
      rows.find((one) => one.published_at !== null),
    ]
    const asked =
      query.version === undefined
        ? (draft ?? shown)
        : rows.find((one) => one.version === Number(query.version))
    if (query.version !== undefined && !asked) throw refuse('not_found')
    return {
      path,
      content: (asked?.content ?? null) as TextContent | null,
      draft: present(draft),
      shown: present(shown),
      versions: rows.map((row) => present(row)).filter((one) => one !== null),
    }
  },
})

/** The log says which version, and who; the words stand in the versions themselves. */
const audit = {
  kind: 'text',
  id: ({ params }: { params: { text: string } }) => params.text,
  read: async (db: ConsoleCtx['db'], name: string) => {
    const path = textPathOf(name)
    const rows = path === null ? [] : await listVersions(db, path)
    const shown = rows.find((one) => one.published_at !== null)
    return {
      shown: shown?.version ?? null,
      draft: rows.find((one) => one.published_at === null)?.version ?? null,
      drafted_at: rows.find((one) => one.published_at === null)?.written_at.toISOString() ?? null,
    }
  },
}

export const saveText = defineOperation({
  ...saveContract,
  audit,
  run: async (ctx, { params, body }) => {
    const path = pathOf(params.text)
    await lockText(ctx.db, path)
    await keepDraft(ctx.db, path, body, { by: personOf(ctx).id, now: ctx.clock.now() })
    return done
  },
})

export const publishText = defineOperation({
  ...publishContract,
  audit,
  run: async (ctx, { params }) => {
    const path = pathOf(params.text)
    await lockText(ctx.db, path)
    if (!(await publishDraft(ctx.db, path, ctx.clock.now()))) throw refuse('texts.no_draft')
    return done
  },
})

export const resetText = defineOperation({
  ...resetContract,
  audit,
  run: async (ctx, { params }) => {
    const path = pathOf(params.text)
    await lockText(ctx.db, path)
    const rows = await listVersions(ctx.db, path)
    const shown = rows.find((one) => one.published_at !== null)
    if ((shown?.content ?? null) === null && !rows.some((one) => one.published_at === null))
      throw refuse('texts.not_own')
    await publishNothing(ctx.db, path, { by: personOf(ctx).id, now: ctx.clock.now() })
    return done
  },
})
