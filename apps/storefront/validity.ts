import type { MiddlewareFunction, Params } from 'react-router'
import { screenContext } from './screen-context.ts'

/**
 * S4.4: validates a screen's parameters before its loader runs: `export const middleware =
 * [validWhen(({ params }) => isSlug(params.slug))]`. Invalid ones are a 404 that shows the path.
 */
export const validWhen =
  (check: (asked: { params: Params; url: URL }) => boolean): MiddlewareFunction<Response> =>
  async ({ context, params, url }, next) => {
    if (!check({ params, url })) throw context.get(screenContext).refusal('not_found')
    return next()
  }

/** The format of an item's slug, as in the database. */
export const isSlug = (text: string | undefined): boolean =>
  text !== undefined && text.length <= 120 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** The format of tokens in URLs (`lib/ids.ts`): 256 bits. */
export const isToken = (text: string | undefined): boolean =>
  text !== undefined && /^[\w-]{16,200}$/.test(text)

/** The format of row ids (`lib/ids.ts`): `sub_…`. */
export const isRowId = (text: string | undefined): boolean =>
  text !== undefined && /^[a-z]{2,5}_[a-z0-9]{10,40}$/.test(text)
