import { listInstallations, startUpdate } from '#modules/installs/contract.ts'
import { forStoreOf, type ScreenContext } from '../../screen-context.ts'
import { type FailedUpdate, UPDATE_ALL } from './update-cards.tsx'

/**
 * Starts each update as a run of its own; one that fails to start does not stop the others and is
 * reported. One after the other, to spare the shop's server.
 */
export async function startUpdates(screen: ScreenContext, form: FormData): Promise<FailedUpdate[]> {
  const { data: old } = await screen.call(listInstallations, { query: { state: 'old' } })
  const wanted = old.filter(
    (one) =>
      one.update?.ready === true &&
      one.state === 'installed' &&
      (form.get('intent') === UPDATE_ALL || form.get('installation') === one.id),
  )
  const failed: FailedUpdate[] = []
  for (const { item } of wanted) {
    const started = await screen.attempt(startUpdate, {
      params: { id: item.id },
      body: { store: String(form.get('store') ?? '') },
      ...forStoreOf(form),
    })
    if (!started.ok && started.error.code !== 'installs.busy')
      failed.push({ name: item.name, message: started.error.message })
  }
  return failed
}
