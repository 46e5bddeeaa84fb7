import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { type SubmissionRow, findItem, findSubmission, readBytes } from './data.ts'
import * as operatorContract from './operator-contract.ts'
import { comparedFiles } from './run-isolated.ts'

export const getReviewFile = defineOperation({
  ...operatorContract.getReviewFile,
  run: async (ctx, { params, query }) => {
    const { files } = await comparedFiles(ctx, await requireShown(ctx, params.submission))
    const file = files?.find((one) => one.path === query.path)
    if (!file) throw refuse('not_found')
    return { ...file, remarks: file.remarks ?? [] }
  },
})

export const getReviewPackage = defineOperation({
  ...operatorContract.getReviewPackage,
  run: async (ctx, { params }) => {
    const row = await requireShown(ctx, params.submission)
    const content = row.package_sha256 === null ? null : await readBytes(ctx, row.package_sha256)
    if (content === null) throw refuse('not_found')
    const item = await findItem(ctx.db, row.item_id)
    return {
      filename: `${item?.prefix ?? row.item_id}-${row.version}.zip`,
      contentType: 'application/zip',
      content: new Uint8Array(content),
    }
  },
})

/** PKG-7: what a quarantined package contains is shown to nobody. */
async function requireShown(ctx: ConsoleCtx, id: string): Promise<SubmissionRow> {
  const row = await findSubmission(ctx.db, { id })
  if (!row || row.quarantined) throw refuse('not_found')
  return row
}
