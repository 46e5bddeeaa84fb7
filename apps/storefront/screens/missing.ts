import {
  dismissShopFinding,
  lookAtShopAgain,
  restoreShopFinding,
} from '#modules/installs/shop-look/contract.ts'
import { FINDING_KINDS } from '#modules/installs/shop-look/finding-kinds.ts'
import { readInsidePath } from '#lib/targets.ts'
import { goTo } from '../go-to.ts'
import { pathsFor } from '../paths.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import type { FindingAnswer } from '../shop-findings.tsx'
import type { Route } from './+types/missing.ts'

/** Dismisses a finding, brings it back, or has the shop read again; a document leads back. */
export async function action({ context, request }: Route.ActionArgs): Promise<FindingAnswer> {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const store = forStoreOf(form)
  const named = String(form.get('dismiss') ?? form.get('restore') ?? '')
  const kind = FINDING_KINDS.find((one) => one === named) ?? null
  const done = kind
    ? await screen.attempt(form.has('dismiss') ? dismissShopFinding : restoreShopFinding, {
        params: { kind },
        ...store,
      })
    : await screen.attempt(lookAtShopAgain, store)
  if (!screen.isDocument)
    return {
      dismissed: form.has('dismiss') ? kind : null,
      asked: kind === null,
      message: done.ok ? null : done.error.message,
    }
  if (!done.ok) throw screen.refusal(done.error.code)
  throw goTo(readInsidePath(String(form.get('next') ?? '')) ?? pathsFor(screen.framed).home, {
    status: 303,
  })
}

export function loader({ context }: Route.LoaderArgs) {
  throw goTo(context.get(screenContext).framed ? pathsFor(true).home : pathsFor(false).account)
}

export { RedirectRoute as default } from '../go-to.ts'
