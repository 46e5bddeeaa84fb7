import type { Ctx } from '#kernel/context.ts'
import { OS2_BUILD } from './traits.ts'

/**
 * Bits that an item must have to be offered to whoever asks (D19): the owner of a second-generation
 * storefront sees only themes with a build for it, in lists, counts, suggestions and neighbours
 * alike. 0 for everybody else.
 */
export const mustHave = ({ actor, market }: Pick<Ctx, 'actor' | 'market'>): number =>
  market === 'theme' && actor.kind === 'store' && actor.isOs2 ? OS2_BUILD : 0
