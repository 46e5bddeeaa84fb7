import { defineOperation } from '#kernel/define-operation.ts'
import { fold } from '#lib/fold.ts'
import { pickText } from '#lib/locale.ts'
import { listSuggestions as contract } from './find-contract.ts'
import { mustHave } from './offered.ts'
import { wordsOf } from './search.ts'
import { readShelves } from './shelves.ts'
import { completionsOf, findSuggestions } from './suggestions.ts'

/** All of them together. */
const MOST = 8
const WORDS_SHOWN = 2
const CATEGORIES_SHOWN = 2
const DEVELOPERS_SHOWN = 1

/** While somebody types: one or two statements, whatever the size of the market. */
export const listSuggestions = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const words = wordsOf(query.q)
    if (words.length === 0)
      return { data: { words: [], corrected: null, items: [], categories: [], developers: [] } }
    const [shelves, found] = await Promise.all([
      readShelves(ctx, ctx.market),
      findSuggestions(ctx.db, ctx.locale, ctx.market, words, mustHave(ctx)),
    ])
    const categories = shelves.categories
      .filter(({ name }) => {
        const own = Object.values(name).flatMap((said) => fold(said).split(' '))
        return words.every((word) => own.some((one) => one.startsWith(word)))
      })
      .slice(0, CATEGORIES_SHOWN)
      .map(({ slug, name }) => ({ slug, name: pickText(name, ctx.locale) }))
    const completed = completionsOf(
      query.q,
      found.items.map((item) => item.name),
      ctx.locale,
      WORDS_SHOWN,
    )
    const developers = found.developers.slice(0, DEVELOPERS_SHOWN)
    const room =
      MOST -
      completed.length -
      categories.length -
      developers.length -
      (found.corrected === null ? 0 : 1)
    return {
      data: {
        words: completed,
        corrected: found.corrected,
        categories,
        developers,
        items: found.items.slice(0, room),
      },
    }
  },
})
