import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { requireItem } from '#modules/catalog/public.ts'
import { getInstallForm as contract } from './installer-contract.ts'
import { requireFitting } from './fitting-release.ts'
import { formSchema } from './form-schema.ts'
import { buildForm, inputsOf } from './install-form.ts'

export const getInstallForm = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const item = await requireItem(
      ctx,
      ctx.market,
      query.prefix ? { prefix: query.prefix } : { id: query.item_id ?? '' },
      ctx.locale,
    )
    const release = await requireFitting(ctx, storeOf(ctx), item, query)
    const fields = await buildForm(ctx, release.manifest)
    return {
      data: {
        version: release.version,
        schema: formSchema(inputsOf(release.manifest), fields),
        fields,
      },
    }
  },
})
