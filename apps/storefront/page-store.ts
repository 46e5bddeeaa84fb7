/**
 * D5: two stores may be open in two tabs, so every form carries the store that its page was rendered for in a hidden field
 * `store`. Spread into an operation's input, it makes the operation refuse when somebody else is signed in by now.
 */
export function forStoreOf(form: FormData): { expectedStoreId?: string } {
  const store = form.get('store')
  return typeof store === 'string' && store !== '' ? { expectedStoreId: store } : {}
}
