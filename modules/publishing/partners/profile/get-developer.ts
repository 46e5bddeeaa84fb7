import { pickText } from '#lib/locale.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { developerItems, presentVerified } from '#modules/catalog/public.ts'
import { refuse } from '../../errors.ts'
import { getDeveloper as contract } from './developer-contract.ts'
import { findProfileBySlug, isListed } from './profile-data.ts'

/**
 * Two statements. Who has nothing in the market yet is not shown: its profile is nobody's business
 * but its own.
 */
export const getDeveloper = defineOperation({
  ...contract,
  run: async (ctx, { params, query }) => {
    const row = await findProfileBySlug(ctx.db, params.developer)
    if (!row) throw refuse('partners.developer_not_found')
    const { items, total } = await developerItems(ctx, row.id, {
      page: query.page,
      perPage: query.per_page,
    })
    if (items.length === 0 && !(await isListed(ctx.db, row.id)))
      throw refuse('partners.developer_not_found')
    return {
      data: {
        slug: row.slug,
        name: row.name,
        about: pickText(row.about, ctx.locale) || null,
        logo: row.logo,
        website: row.website,
        support_email: row.support_email,
        support_url: row.support_url,
        privacy_url: row.privacy_url,
        verified: presentVerified(row),
        seller: row.seller,
        since: row.created_at.toISOString(),
        items,
        total,
      },
    }
  },
})
