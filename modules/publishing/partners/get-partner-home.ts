import { defineOperation } from '#kernel/define-operation.ts'
import { personOf } from '#kernel/actor.ts'
import { pageOf, readPageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { countNewQuestions } from '#modules/messaging/public.ts'
import { getPartnerHome as contract } from './contract.ts'
import { countItems, findPartner, listItemsOf } from './data.ts'

const MOST = 50

type Status = 'draft' | 'published' | 'unpublished'
type ReleaseState = 'published' | 'halted' | 'yanked'

export const getPartnerHome = defineOperation({
  ...contract,
  run: async (ctx, { params, query }) => {
    const after = query.after === undefined ? null : readPageKey(query.after)
    if (query.after !== undefined && after === null)
      throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
    const member = personOf(ctx).partners.find((one) => one.id === params.partner)
    const [partner, counts, items, unread] = await Promise.all([
      findPartner(ctx.db, params.partner),
      countItems(ctx.db, params.partner),
      listItemsOf(ctx.db, params.partner, after, MOST + 1),
      member?.role === 'finance' ? 0 : countNewQuestions(ctx.db, params.partner),
    ])
    if (!partner || !member) throw refuse('not_found')
    const countOf = (status: Status) => counts.find((one) => one.status === status)?.count ?? 0
    const { rows, next } = pageOf(items, MOST, (row) => ({ at: row.updated_at, id: row.id }))
    return {
      name: partner.name,
      role: member.role,
      unread,
      counts: {
        published: countOf('published'),
        draft: countOf('draft'),
        unpublished: countOf('unpublished'),
      },
      items: rows.map((row) => ({
        id: row.id,
        market: row.market as 'app' | 'theme',
        slug: row.slug,
        name: row.name,
        status: row.status as Status,
        installs: row.install_count,
        release:
          row.version === null || row.published_at === null
            ? null
            : {
                version: row.version,
                at: row.published_at.toISOString(),
                state: row.release_status as ReleaseState,
              },
      })),
      next,
    }
  },
})
