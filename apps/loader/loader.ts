/**
 * The universal loader: one script tag with which any site shows what its owner installed at the
 * market (D4c, docs/loader.md). It is a classic script that stands in the page of strangers, so it
 * is small, takes no global name, keeps nothing, runs no text as code, and never throws: shoppers
 * see the site as it is, and the market is told what went wrong.
 */
import type { SiteSetText } from '#modules/installs/site-set.ts'
import { measureVisit } from './visits.ts'

/** Filled in by `build.ts`. */
declare const VERSION: string
/** `integrity` of the owner's part of the same version. */
declare const OWNER_HASH: string

type Layer = SiteSetText['l'][number]
/** For sites that demand Trusted Types: the only markup that passes is what the market signed. */
type Trust = Record<'createHTML' | 'createScriptURL' | 'createScript', (text: string) => string>

/** What the owner's part sees of this one. */
export interface LoaderView {
  version: string
  base: string
  site: string
  nonce: string
  /** By the browser's own check of the market's signature; null where it has none. */
  signed: boolean | null
  set: SiteSetText | null
  page: string
  /** Effect → it stands on this page. */
  standing: ReadonlyMap<string, unknown>
  troubles: readonly string[]
}

const OPEN_PAGES: Record<number, string> = {
  4: 'member-confirmation',
  5: 'member-confirmation',
  1003: 'list',
  1004: 'product',
  1054: 'cart',
}
const PAUSE_MS = 50

function start(tag: HTMLScriptElement) {
  const { site = '', key = '' } = tag.dataset
  const base = new URL('.', tag.src).href
  const trusted = (window as { trustedTypes?: { createPolicy(name: string, rules: Trust): Trust } })
    .trustedTypes
  const same = (text: string) => text
  const rules: Trust = { createHTML: same, createScriptURL: same, createScript: same }
  const view = {
    version: VERSION,
    base,
    site,
    nonce: tag.nonce,
    signed: null as boolean | null,
    set: null as SiteSetText | null,
    page: '',
    standing: new Map<string, [Comment, Comment]>(),
    troubles: [] as string[],
  }
  let trust = rules
  let path = ''
  let ownPage = false
  let timer = 0

  /** Once a page and kind: to the market, never to the shopper. */
  function trouble(code: string, effect = '') {
    const kind = code + ' ' + effect
    if (view.troubles.includes(kind)) return
    view.troubles.push(kind)
    try {
      navigator.sendBeacon(
        base + 'sites/' + site + '/trouble',
        JSON.stringify({ code, effect, path: location.pathname }),
      )
    } catch {}
  }

  const find = (selector: string | undefined): Element | null => {
    try {
      return selector ? document.querySelector(selector) : null
    } catch {
      return null
    }
  }
  const fits = ({ u, q }: SiteSetText['r'][number]) =>
    (!u ||
      new RegExp(
        '^' +
          u
            .split('*')
            .map((part) => part.replace(/[^\w/-]/g, '\\$&'))
            .join('.*') +
          '/?$',
      ).test(location.pathname)) &&
    (!q || !!find(q))

  /** What the page says of itself comes first, then the first rule that fits. */
  function look(): [page: string, into?: string] {
    const said =
      find('[data-arasta-page]')?.getAttribute('data-arasta-page') ||
      (ownPage ? '' : document.body.dataset.page)
    const rule = view.set?.r.find((one) => (said ? one.p === said : fits(one)))
    return [said || rule?.p || (location.pathname === '/' ? 'home' : 'other'), rule?.m]
  }

  function place(code: number, into: string | undefined): (mark: Comment) => void {
    if (code === 1 || code === 5) return (mark) => document.head.append(mark)
    if (code === 2) {
      // Below what of ours stands there already, above the site's own.
      const last = [...view.standing].findLast(([id]) =>
        view.set?.l.some((layer) => layer.i === id && layer.c === 2),
      )?.[1][1]
      return (mark) => (last ? last.after(mark) : document.body.prepend(mark))
    }
    const box =
      code === 3
        ? document.body
        : find(`[data-arasta-place~="${code}"]`) ||
          find(into) ||
          find('main,[role=main]') ||
          document.body
    return (mark) => box.append(mark)
  }

  function put({ i, c, h }: Layer, into: string | undefined) {
    const [from, to] = [
      document.createComment('arasta:' + i),
      document.createComment('/arasta:' + i),
    ]
    const shell = document.createElement('template')
    shell.innerHTML = trust.createHTML(
      h
        .replaceAll('{{store:locale}}', /^[\w-]+/.exec(document.documentElement.lang)?.[0] ?? '')
        .replaceAll('{{csp:nonce}}', ''),
    )
    for (const node of shell.content.querySelectorAll<HTMLElement>('script,link,style')) {
      let fresh = node
      if (node instanceof HTMLScriptElement) {
        // A script that came as markup does not run: its copy does, in the order of the set unless
        // it says otherwise.
        const script = document.createElement('script')
        for (const { name, value } of node.attributes)
          if (name !== 'src') script.setAttribute(name, value)
        script.async = node.async
        if (node.text) script.text = trust.createScript(node.text)
        if (node.src) script.src = trust.createScriptURL(node.src)
        node.replaceWith(script)
        fresh = script
      }
      const integrity = view.set?.f[fresh.getAttribute('src') ?? fresh.getAttribute('href') ?? '']
      if (integrity) {
        fresh.setAttribute('integrity', integrity)
        fresh.setAttribute('crossorigin', 'anonymous')
      }
      fresh.nonce = tag.nonce
      fresh.onerror = () => trouble('file', i)
    }
    place(c, into)(from)
    from.after(to)
    view.standing.set(i, [from, to])
    to.before(shell.content)
  }

  function take(id: string) {
    const [from, to] = view.standing.get(id) ?? []
    while (from?.nextSibling && to?.isConnected && from.nextSibling !== to)
      from.nextSibling.remove()
    from?.remove()
    to?.remove()
    view.standing.delete(id)
  }

  /**
   * Brings the page to what is to stand on it: after a load, a change of route, or when the site
   * has drawn its own parts anew.
   */
  function settle() {
    const { set } = view
    if (!set) return
    const [page, into] = look()
    const wanted = set.l.filter(({ c }) => !OPEN_PAGES[c] || OPEN_PAGES[c] === page)
    const moved = page !== view.page
    view.page = page
    for (const [id, [from]] of view.standing) {
      if (!from.isConnected || !wanted.some((layer) => layer.i === id)) take(id)
    }
    const { body, documentElement: root } = document
    if (wanted.length > 0) {
      root.dataset.arasta = set.s
      if (ownPage || !body.dataset.page) {
        ownPage = true
        if (body.dataset.page !== page) body.dataset.page = page
      }
    } else {
      delete root.dataset.arasta
      if (ownPage) delete body.dataset.page
      ownPage = false
    }
    for (const layer of wanted) {
      if (view.standing.has(layer.i)) continue
      try {
        put(layer, into)
      } catch {
        trouble('part', layer.i)
        take(layer.i)
      }
    }
    if (moved) document.dispatchEvent(new CustomEvent('arasta:page', { detail: { page } }))
  }

  const bytes = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))

  /**
   * True or false by the browser's own Ed25519; null where it has none: there the line and the
   * market's certificate vouch.
   */
  async function isSigned(text: string, signature: string): Promise<boolean | null> {
    let known
    try {
      known = await crypto.subtle.importKey('raw', bytes(key), 'Ed25519', false, ['verify'])
    } catch {
      return null
    }
    return crypto.subtle.verify('Ed25519', known, bytes(signature), new TextEncoder().encode(text))
  }

  async function load() {
    const asked = path
    try {
      const answer = await fetch(base + 'sites/' + site + '.json?v=' + VERSION, {
        credentials: 'omit',
        cache: 'no-cache',
      })
      // Disconnected: nothing is to stand here.
      const { text = '{"s":"","r":[],"l":[],"f":{}}', signature } = answer.ok
        ? ((await answer.json()) as { text?: string; signature?: string })
        : {}
      if (!answer.ok && answer.status !== 410) return trouble('set')
      view.signed = answer.ok ? await isSigned(text, signature ?? '') : null
      if (view.signed === false) return trouble('signature')
      if (asked !== path) return
      const set = JSON.parse(text) as SiteSetText
      // Whoever stands between can keep a set, not sign another one: what was right once is not
      // shown for ever. One without a day is an old one.
      if (answer.ok && (set.e ?? 0) < Math.floor(Date.now() / 864e5)) return trouble('expired')
      if (set.s !== view.set?.s) for (const id of view.standing.keys()) take(id)
      view.set = set
      settle()
    } catch {
      trouble('set')
    }
  }

  function watch() {
    timer = 0
    const now = location.pathname + location.search
    if (now === path) return settle()
    path = now
    void load()
  }

  function begin() {
    if (trusted) {
      try {
        trust = trusted.createPolicy('arasta', rules)
      } catch {
        trouble('types')
      }
    }
    // Before the first part, whose errors it is to see.
    try {
      measureVisit(base + 'visits')
    } catch {}
    watch()
    // A change of route draws something, whatever the site is made with; what we put there
    // ourselves settles at once.
    new MutationObserver(() => {
      timer ||= window.setTimeout(watch, PAUSE_MS)
    }).observe(document, { childList: true, subtree: true })
    const asked = /^#arasta=([\w.-]+)$/.exec(location.hash)?.[1]
    if (!asked) return
    const owner = document.createElement('script')
    Object.assign(owner, {
      integrity: OWNER_HASH,
      crossOrigin: 'anonymous',
      nonce: tag.nonce,
      src: trust.createScriptURL(base + 'owner-' + VERSION + '.js'),
    })
    owner.onload = () => {
      document.dispatchEvent(new CustomEvent('arasta:owner', { detail: { view, ticket: asked } }))
    }
    document.head.append(owner)
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
  else begin()
}

const tag = document.currentScript
if (tag instanceof HTMLScriptElement && tag.dataset.site) {
  try {
    start(tag)
  } catch {}
}
