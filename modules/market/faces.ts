import { defineOperation } from '#kernel/define-operation.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { keepPicture } from '#modules/catalog/public.ts'
import {
  changeMarketName as nameContract,
  removeMarketLogo as removeContract,
  setMarketLogo as logoContract,
} from './contract.ts'
import type { FaceKind } from './rules.ts'
import { changeFace, findFaces } from './settings-data.ts'

interface Place {
  params: { face: FaceKind }
}

const done = { success: true as const }
const audit = {
  kind: 'settings',
  id: ({ params }: Place) => params.face,
  read: async (db: ConsoleCtx['db'], id: string) => {
    const { name, logo, mail } = (await findFaces(db))[id as FaceKind]
    return { title: name, logo, support: mail }
  },
}

/** What is left empty is as the whole market has it, and there as it came. */
export const changeMarketName = defineOperation({
  ...nameContract,
  audit,
  run: async (ctx, { params, body }) => {
    await changeFace(
      ctx.db,
      params.face,
      { name: body.name || null, mail: body.mail || null },
      ctx.clock.now(),
    )
    return done
  },
})

export const setMarketLogo = defineOperation({
  ...logoContract,

  audit,
  limits: () => [{ key: 'pictures of the market', most: 300, seconds: 3_600 }],
  prepare: async (ctx, { query, upload }) =>
    (await keepPicture(ctx, upload, 'icon', query)).sources[0]?.path ?? null,

  run: async (ctx, { params }, logo) => {
    await changeFace(ctx.db, params.face, { logo }, ctx.clock.now())
    return done
  },
})

export const removeMarketLogo = defineOperation({
  ...removeContract,
  audit,
  run: async (ctx, { params }) => {
    await changeFace(ctx.db, params.face, { logo: null }, ctx.clock.now())
    return done
  },
})
