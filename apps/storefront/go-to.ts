import { redirect, redirectDocument } from 'react-router'
import { readTarget } from '#lib/targets.ts'

interface Way {
  /** S4.3: allows a URL of another site. */
  external?: boolean
  /** 302, or 303 after a form. */
  status?: 301 | 302 | 303
  /** Full load: for a path without a screen, or with another CSP. */
  document?: boolean
}

/**
 * The only way to redirect: `throw goTo('/list')` in a loader, action or guard. Client-side within
 * the site, by the browser to other sites (S4.2). Throws an error for an external URL without
 * permission, and for an invalid one (S4.3).
 */
export function goTo(
  target: string,
  { external = false, status = 302, document = false }: Way = {},
): Response {
  const { href, outside } = requireTarget(target, external)
  return document || outside ? redirectDocument(href, status) : redirect(href, status)
}

/** Checks the URL of a link from data; throws when invalid. */
export function requireTarget(
  target: string,
  external: boolean,
): { href: string; outside: boolean } {
  const read = readTarget(target)
  if (read === null) throw new TargetFault('leads nowhere that a page may lead to', target)
  if (read.outside && !external)
    throw new TargetFault('leads out of the site without permission', target)
  return read
}

export class TargetFault extends Error {
  constructor(what: string, target: string) {
    super(`"${target.slice(0, 200)}" ${what}`)
    this.name = 'TargetFault'
  }
}

/**
 * Component of a route that only redirects. Never rendered, but without a component the router
 * responds to errors with JSON, to people too.
 */
export const RedirectRoute = (): null => null
