import { ownTokensIn, readCandidate, RULES, runRules } from '#modules/catalog/public.ts'
import { comparePackages } from './compare-packages.ts'
import type { IsolatedAnswer, IsolatedRequest } from './run-isolated.ts'

const MOST_LEAKED = 100

/**
 * The process of `run-isolated.ts`: looks through what somebody handed in, and has nothing that a
 * package could want. One request, then it ends.
 */
async function answer(request: IsolatedRequest): Promise<IsolatedAnswer> {
  try {
    if (request.kind === 'compare')
      return { kind: 'compared', files: await comparePackages(request.before, request.after) }
    const { zip, listing, names, rules } = request
    const candidate = { package: zip && (await readCandidate({ bytes: zip })), listing, names }
    const leaked = (candidate.package?.files ?? [])
      .flatMap((file) => (file.text === null ? [] : ownTokensIn(file.text)))
      .slice(0, MOST_LEAKED)
    return {
      kind: 'checked',
      reports: runRules(
        RULES.filter((rule) => rules.includes(rule.id)),
        candidate,
      ),
      leaked,
    }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

process.once('message', async (request: IsolatedRequest) => process.send?.(await answer(request)))
process.on('disconnect', () => process.exit())
