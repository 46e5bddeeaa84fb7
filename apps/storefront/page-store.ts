import type { ScreenContext } from './screen-context.ts'

/**
 * D5: two stores may be open in two tabs, so every form carries the store that its page was rendered for in a hidden field
 * `store`. Spread into an operation's input, it makes the operation refuse when somebody else is signed in by now.
 */
export function forStoreOf(form: FormData): { expectedStoreId?: string } {
  const store = form.get('store')
  return typeof store === 'string' && store !== '' ? { expectedStoreId: store } : {}
}

/** The same for what an action reads before it writes: with another store signed in, even that would be answered for the wrong one. */
export function requireStoreOf(screen: Pick<ScreenContext, 'session' | 'refusal'>, form: FormData): void {
  const { expectedStoreId } = forStoreOf(form)
  if (expectedStoreId !== undefined && screen.session !== null && screen.session.storeId !== expectedStoreId) throw screen.refusal('session.store_changed')
}
