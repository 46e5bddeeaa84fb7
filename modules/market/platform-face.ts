import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { languageName } from '#lib/locale.ts'
import { storePicture } from '#modules/catalog/public.ts'
import { findPlatformFace, updatePlatform } from '#modules/stores/platforms/public.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import { colorsOf, requireWritten } from './settings.ts'

const done = { success: true as const }
const audit = {
  kind: 'platform',
  id: ({ params }: { params: { platform: number } }) => String(params.platform),
  read: async (db: ConsoleCtx['db'], id: string) => {
    const face = await findPlatformFace(db, Number(id))
    return face && { ...face, languages: face.languages?.join(', ') ?? null }
  },
}

async function requireThere(ctx: ConsoleCtx, platform: number): Promise<void> {
  if (!(await findPlatformFace(ctx.db, platform))) throw refuse('not_found')
}

/** D26: the market's name and colors at the stores of one platform; empty ones are the market's. */
export const changePlatformFace = defineOperation({
  ...contract.changePlatformFace,
  audit,
  run: async (ctx, { params, body }) => {
    await requireThere(ctx, params.platform)
    const brand = colorsOf(body.colours)
    await updatePlatform(ctx.db, params.platform, {
      market_name: body.market_name || null,
      brand: brand && JSON.stringify(brand),
    })
    return done
  },
})

/** D26, D29: a platform has no language that the market does not have. */
export const changePlatformLanguages = defineOperation({
  ...contract.changePlatformLanguages,
  audit,
  run: async (ctx, { params, body: { languages } }) => {
    await requireThere(ctx, params.platform)
    const other = languages?.find((one) => !ctx.languages.includes(one))
    if (other)
      throw refuse('texts.language_unoffered', {
        params: { language: languageName(other, ctx.locale) },
      })
    if (languages) await requireWritten(ctx, languages[0]!)
    await updatePlatform(ctx.db, params.platform, { languages })
    return done
  },
})

export const setPlatformLogo = defineOperation({
  ...contract.setPlatformLogo,
  audit,
  limits: () => [{ key: 'pictures of platforms', most: 300, seconds: 3_600 }],
  prepare: async (ctx, { params, query, upload }) => {
    await requireThere(ctx, params.platform)
    return (await storePicture(ctx, upload, 'icon', query)).sources[0]?.path ?? null
  },
  run: async (ctx, { params }, logo) => {
    await updatePlatform(ctx.db, params.platform, { logo })
    return done
  },
})

export const removePlatformLogo = defineOperation({
  ...contract.removePlatformLogo,
  audit,
  run: async (ctx, { params }) => {
    await requireThere(ctx, params.platform)
    await updatePlatform(ctx.db, params.platform, { logo: null })
    return done
  },
})
