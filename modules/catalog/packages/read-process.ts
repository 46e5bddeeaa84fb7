import { isRefusal } from '#lib/refusal.ts'
import type { ReadAnswer, ReadRequest } from './read-isolated.ts'
import { readPackage } from './read-package.ts'

/** The process of `read-isolated.ts`. It has no access that a package could abuse. */
async function answer({ source, limits }: ReadRequest): Promise<ReadAnswer> {
  try {
    const { openFile: _stays, ...read } = await readPackage(source, { limits })
    return { kind: 'read', read }
  } catch (error) {
    if (isRefusal(error))
      return { kind: 'refused', code: error.code as never, details: error.details }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', async (request: ReadRequest) => process.send?.(await answer(request)))
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'ready' })
