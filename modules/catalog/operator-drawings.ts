import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Text } from '#lib/locale.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import * as contracts from './drawing-contract.ts'
import { refuse } from './errors.ts'
import { type DrawnKind, type DrawnPicture, writtenOf } from './merchandising-rules.ts'
import { storePicture } from './pictures/stored-pictures.ts'

const done = { success: true as const }

interface Place {
  kind: DrawnKind
  id: string
}

/** A tag has no drawing. */
async function findPictures(db: Db, { kind, id }: Place) {
  const found = {
    category: sql`select picture, former_picture from categories where id = ${id} and not is_tag`,
    collection: sql`select picture, former_picture from collections where id = ${id}`,
    goal: sql`select picture, former_picture from goals where id = ${id}`,
  }
  const { rows } = await found[kind].execute(db)
  return rows[0] as
    | { picture: DrawnPicture | null; former_picture: DrawnPicture | null }
    | undefined
}

async function requirePictures(db: Db, place: Place) {
  const row = await findPictures(db, place)
  if (!row) throw refuse('not_found')
  return row
}

const json = (picture: DrawnPicture | null) => (picture === null ? null : JSON.stringify(picture))

/** Replaces the picture; the one before can be put back once. */
function replacePicture(db: Db, { kind, id }: Place, picture: DrawnPicture | null) {
  const next = json(picture)
  const updates = {
    category: sql`update categories set former_picture = picture, picture = ${next}::jsonb where id = ${id}`,
    collection: sql`update collections set former_picture = picture, picture = ${next}::jsonb where id = ${id}`,
    goal: sql`update goals set former_picture = picture, picture = ${next}::jsonb where id = ${id}`,
  }
  return updates[kind].execute(db)
}

function changePicture(db: Db, { kind, id }: Place, picture: DrawnPicture) {
  const next = json(picture)
  const updates = {
    category: sql`update categories set picture = ${next}::jsonb where id = ${id}`,
    collection: sql`update collections set picture = ${next}::jsonb where id = ${id}`,
    goal: sql`update goals set picture = ${next}::jsonb where id = ${id}`,
  }
  return updates[kind].execute(db)
}

interface Asked {
  params: Place
}
const auditedDrawing = {
  kind: 'drawing',
  id: ({ params }: Asked) => params.id,
  read: async (db: ConsoleCtx['db'], id: string, { params: { kind } }: Asked) => {
    const row = await findPictures(db, { kind, id })
    return row && { picture: row.picture?.sources[0]?.path ?? null, alt: row.picture?.alt ?? null }
  },
}

export const setDrawing = defineOperation({
  ...contracts.setDrawing,
  audit: auditedDrawing,
  limits: () => [{ key: 'pictures of the market', most: 300, seconds: 3_600 }],
  async prepare(ctx, { params, query, upload }) {
    await requirePictures(ctx.db, params)
    return storePicture(ctx, upload, 'drawing', query)
  },
  /** A new picture needs a new description. */
  run: async (ctx, { params }, picture) => {
    await requirePictures(ctx.db, params)
    await replacePicture(ctx.db, params, { ...picture, alt: {} })
    return done
  },
})

export const describeDrawing = defineOperation({
  ...contracts.describeDrawing,
  audit: auditedDrawing,
  run: async (ctx, { params, body }) => {
    const { picture } = await requirePictures(ctx.db, params)
    if (!picture) throw refuse('not_found')
    await changePicture(ctx.db, params, { ...picture, alt: writtenOf(body.alt as Text) })
    return done
  },
})

export const removeDrawing = defineOperation({
  ...contracts.removeDrawing,
  audit: auditedDrawing,
  run: async (ctx, { params }) => {
    const { picture } = await requirePictures(ctx.db, params)
    // A second press must not forget what the first one took away.
    if (picture) await replacePicture(ctx.db, params, null)
    return done
  },
})

export const undoDrawing = defineOperation({
  ...contracts.undoDrawing,
  audit: auditedDrawing,
  run: async (ctx, { params }) => {
    const { former_picture: former } = await requirePictures(ctx.db, params)
    if (!former) throw refuse('not_found')
    await replacePicture(ctx.db, params, former)
    return done
  },
})
