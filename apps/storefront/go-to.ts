import { redirect, redirectDocument } from 'react-router'
import { readTarget } from '#lib/targets.ts'

interface Way {
  /** S4.3: the permission to leave this site. */
  external?: boolean
  /** 302, or 303 after a form. */
  status?: 301 | 302 | 303
  /**
   * A path of ours that no screen answers, or that has a policy of its own: the browser loads it
   * anew.
   */
  document?: boolean
}

/**
 * The one way to send somebody elsewhere: `throw goTo('/list')` in a loader, an action or a guard.
 * Within the site the page changes without a reload, another site is for the browser (S4.2).
 * Leaving without permission, or for what is no address, is an error (S4.3).
 */
export function goTo(
  target: string,
  { external = false, status = 302, document = false }: Way = {},
): Response {
  const { href, outside } = requireTarget(target, external)
  return document || outside ? redirectDocument(href, status) : redirect(href, status)
}

/** The same for a link whose address is data: what it leads to, or an error. */
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
 * The component of a route that only leads elsewhere. It is never shown, but with it what fails
 * there is a page in its layout; the router answers the failures of a route without a component as
 * JSON, to people too.
 */
export const RedirectRoute = (): null => null
