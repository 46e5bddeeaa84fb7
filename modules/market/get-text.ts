import { defineOperation } from '#kernel/define-operation.ts'
import { readTextBody } from '#lib/text-page.ts'
import { getText as contract } from './contract.ts'
import { listShown } from './data.ts'

/** Beside what the process remembers, no statement: few pages are written, and seldom. */
export const getText = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const shown = await ctx.cache.recall('texts', ['texts'], () => listShown(ctx.db))
    const text = shown.find((one) => one.path === query.path)
    const words = text?.content[ctx.locale]
    return {
      data:
        text && words
          ? {
              title: words.title,
              lead: words.lead,
              parts: readTextBody(words.body),
              version: text.version,
              published_at: text.published_at.toISOString(),
            }
          : null,
      titles: shown.map(({ path, content }) => ({
        path,
        title: content[ctx.locale].title,
        lead: content[ctx.locale].lead,
      })),
    }
  },
})
