import { redirect, redirectDocument } from 'react-router'
import { readInsidePath } from '#lib/targets.ts'

/**
 * Redirects within the console, which has no external links (S4.3). `document`: with a full load,
 * because the open page has another session or language.
 */
export function goTo(target: string, { document = false }: { document?: boolean } = {}): Response {
  const path = readInsidePath(target)
  if (path === null) throw new Error(`"${target.slice(0, 200)}" leads out of the console`)
  return document ? redirectDocument(path) : redirect(path)
}

/** Where to go after signing in: a page of ours, otherwise the start page. */
export function nextOf(address: string): string {
  const next = new URL(address).searchParams.get('next')
  return (next !== null && next.length < 500 ? readInsidePath(next) : null) ?? '/'
}
