import { attributeOf, readTags } from '#lib/foreign/html-tags.ts'
import type { Check } from '../check.ts'
import { ask, NothingToCheck } from '../faults.ts'
import { describeAnswer, type Kit } from '../kit.ts'
import { effectOf } from './effects.ts'

/** Section 4: what the shop's pages show. */

/** The words of `data-page` on which a placement stands, besides those of every page. */
const PAGE_OF: Record<string, string> = {
  'placement:4': 'member-confirmation',
  'placement:1003': 'list',
  'placement:1004': 'product',
  'placement:1054': 'cart',
  'placement:100100': 'order-address',
  'placement:100101': 'order-payment',
  'placement:100102': 'order-approve',
}

async function shopUrl(kit: Kit): Promise<URL> {
  const { json } = await kit.ofStore('GET', '')
  return new URL(String(json.url))
}

async function home(kit: Kit): Promise<{ origin: string; path: string; html: string }> {
  const url = await shopUrl(kit)
  const path = url.pathname + url.search
  const answer = await kit.page(url.origin, path)
  ask(
    's4-page-placements',
    answer.status === 200,
    `the shop's first page at ${url.href} was answered ${answer.status}`,
  )
  return { origin: url.origin, path, html: answer.text }
}

const has = async (kit: Kit, slot: string) =>
  (await kit.state()).slots.some((one) => one.slot === slot)

/**
 * The attributes of the first tag of this name that has the attribute, with this value where one is
 * given.
 */
function tagWith(
  html: string,
  name: string,
  attribute: string,
  value?: string,
): Record<string, string> | undefined {
  const tag = readTags(html).find(
    (one) =>
      one.name === name &&
      attributeOf(one, attribute) !== undefined &&
      (value === undefined || attributeOf(one, attribute) === value),
  )
  return (
    tag &&
    Object.fromEntries(tag.attributes.map((one) => [one.name, attributeOf(tag, one.name) ?? '']))
  )
}

/** A link, and as the first thing in it the product's picture. */
const hasPictureInLink = (html: string): boolean =>
  readTags(html).some((tag, index, tags) => {
    const before = tags[index - 1]
    return (
      tag.name === 'img' &&
      attributeOf(tag, 'data-role') === 'product-picture' &&
      before?.name === 'a' &&
      (attributeOf(before, 'href') ?? '') !== '' &&
      html.slice(before.to, tag.from).trim() === ''
    )
  })

/** What an item of this run wrote into the page; null when it is not there. */
const shownIn = (html: string, id: string) =>
  html.split(`<!--arasta:${id}-->`)[1]?.split(`<!--/arasta:${id}-->`)[0] ?? null

/** What browsers or servers would run, if they were let. */
const DOCUMENTS: Record<string, string> = {
  'page.html': '<script>alert(document.domain)</script>',
  'page.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(document.domain)"/>',
  'server.php': '<?php echo "kit ", 6 * 7;',
  'double.php.js': '<?php echo "kit ", 6 * 7;',
  'data.xml': '<x xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></x>',
}

/** A policy under which a document runs nothing and loads nothing of the page's own. */
function isSandbox(policy: string): boolean {
  const directives = policy
    .toLowerCase()
    .split(';')
    .map((directive) => directive.trim())
  return (
    directives.includes("default-src 'none'") &&
    directives.some(
      (one) => /^sandbox\b/.test(one) && !/allow-(?:scripts|same-origin)/.test(one),
    ) &&
    !directives.some((one) => one.startsWith('script-src'))
  )
}

export const pageChecks: readonly Check[] = [
  {
    id: 'page-placements',
    part: 'happy',
    says: 'every page shows placements 1, 2 and 3 where they belong, each layer between its comments',
    asks: ['s4-layers-marked', 's4-page-placements'],
    async run(kit) {
      const offer = await kit.item()
      const ids = new Map<number, string>()
      for (const code of [1, 2, 3]) {
        if (!(await has(kit, `placement:${code}`))) continue
        const id = kit.newEffectId()
        ids.set(code, id)
        await kit.putWell(
          id,
          effectOf(
            offer,
            code === 1
              ? '<meta name="kit" content="1">'
              : `<template data-kit="${code}"></template>`,
            `placement:${code}`,
            'tracking_code',
          ),
        )
      }
      if (ids.size === 0)
        throw new NothingToCheck('the store has none of the placements 1, 2 and 3')
      const { html } = await home(kit)
      const at = (code: number) => html.indexOf(`<!--arasta:${ids.get(code) ?? ''}-->`)
      for (const [code, id] of ids) {
        ask(
          's4-layers-marked',
          shownIn(html, id) ===
            (code === 1
              ? '<meta name="kit" content="1">'
              : `<template data-kit="${code}"></template>`),
          `the layer in placement ${code} is not on the first page between its comments, as it was sent`,
        )
      }
      const [headEnd, body, bodyEnd] = [
        html.search(/<\/head>/i),
        html.search(/<body[\s>]/i),
        html.lastIndexOf('</body>'),
      ]
      if (ids.has(1))
        ask('s4-page-placements', at(1) < headEnd, 'placement 1 is not before the end of the head')
      if (ids.has(2))
        ask(
          's4-page-placements',
          at(2) > body && !/<(main|article|footer)[\s>]/i.test(html.slice(body, at(2))),
          'placement 2 is not at the start of the body',
        )
      if (ids.has(3))
        ask(
          's4-page-placements',
          at(3) > body &&
            at(3) < bodyEnd &&
            !/<(main|article)[\s>]/i.test(html.slice(at(3), bodyEnd)),
          'placement 3 is not at the end of the body',
        )
    },
  },
  {
    id: 'page-names',
    part: 'happy',
    says: 'names in markup are filled, and those that nobody knows stay as they are',
    asks: ['s4-asset', 's4-names', 's4-page-lang'],
    async run(kit) {
      if (!(await has(kit, 'placement:3'))) throw new NothingToCheck('the store has no placement 3')
      const offer = await kit.item()
      const id = kit.newEffectId()
      await kit.putWell(
        id,
        effectOf(
          offer,
          '<template>{{asset:app.js}}|{{store:locale}}|{{csp:nonce}}|{{asset:none.js}}|{{store:secret}}|{{other:name}}</template>',
        ),
      )
      const { html, origin } = await home(kit)
      const [asset = '', locale = '', nonce = '', ...rest] = (shownIn(html, id) ?? '')
        .replaceAll(/<\/?template>/g, '')
        .split('|')
      ask(
        's4-asset',
        asset !== '' && !asset.includes('{{'),
        `{{asset:app.js}} became ${JSON.stringify(asset)}`,
      )
      ask(
        's4-names',
        !locale.includes('{{') && !nonce.includes('{{'),
        `{{store:locale}} became ${locale}, {{csp:nonce}} became ${nonce}`,
      )
      const lang = tagWith(html, 'html', 'lang')?.lang ?? ''
      ask(
        's4-page-lang',
        lang !== '' && lang.toLowerCase().startsWith(locale.toLowerCase().slice(0, 2)),
        `<html> says lang=${lang}, and {{store:locale}} ${locale}`,
      )
      ask(
        's4-names',
        rest.join('|') === '{{asset:none.js}}|{{store:secret}}|{{other:name}}',
        `names that nobody knows became ${rest.join(' ')}`,
      )
      const url = new URL(asset, origin)
      const file = await kit.page(url.origin, url.pathname + url.search)
      ask(
        's4-asset',
        file.status === 200 && file.text === 'void 0',
        `the file of the package at ${url.href} was answered ${file.status} ${JSON.stringify(file.text.slice(0, 40))}`,
      )
      ask(
        's4-asset',
        /javascript/.test(file.headers['content-type'] ?? ''),
        `a script is served as ${file.headers['content-type'] ?? 'nothing'}: browsers will not run it`,
      )
    },
  },
  {
    id: 'page-files',
    part: 'hostile',
    says: 'nothing but the files of packages can be read at their address',
    asks: ['s4-asset'],
    async run(kit) {
      if (!(await has(kit, 'placement:3'))) throw new NothingToCheck('the store has no placement 3')
      const offer = await kit.item()
      const id = kit.newEffectId()
      await kit.putWell(id, effectOf(offer, '{{asset:app.js}}'))
      const { html, origin } = await home(kit)
      const url = new URL(shownIn(html, id) ?? '', origin)
      const up = '../'.repeat(12)
      for (const path of [
        `${up}etc/passwd`,
        encodeURIComponent(`${up}etc/passwd`),
        `%2e%2e/${'%2e%2e/'.repeat(12)}etc/passwd`,
        `${'..%5c'.repeat(12)}etc%5cpasswd`,
        `app.js%00.txt`,
      ]) {
        const answer = await kit.page(url.origin, url.pathname.replace(/app\.js$/, '') + path)
        ask(
          's4-asset',
          !/root:[^\n:]*:0:0/.test(answer.text) &&
            !(answer.status === 200 && answer.text === 'void 0'),
          `${path} was answered ${answer.status} with what is not a file of the package`,
        )
      }
    },
  },
  {
    id: 'page-files-inert',
    part: 'hostile',
    says: "a file of a package that is opened as a page runs nothing in the shop's name",
    asks: ['s4-files-inert'],
    async run(kit) {
      if (!(await has(kit, 'placement:3'))) throw new NothingToCheck('the store has no placement 3')
      const offer = await kit.item('inert', { 'app.js': 'void 0', ...DOCUMENTS })
      const id = kit.newEffectId()
      await kit.putWell(
        id,
        effectOf(
          offer,
          ['app.js', ...Object.keys(DOCUMENTS)].map((name) => `{{asset:${name}}}`).join('|'),
        ),
      )
      const { html, origin } = await home(kit)
      const [script = '', ...addresses] = (shownIn(html, id) ?? '')
        .replaceAll('&amp;', '&')
        .split('|')
      const beside = Object.keys(DOCUMENTS).map((name) => script.replace(/app\.js$/, name))
      for (const address of new Set([...addresses, ...beside])) {
        if (address.includes('{{')) continue
        const url = new URL(address, origin)
        const answer = await kit.page(url.origin, url.pathname + url.search)
        const [type = '', policy = ''] = [
          answer.headers['content-type'],
          answer.headers['content-security-policy'],
        ]
        ask('s4-files-inert', !answer.text.includes('kit 42'), `${url.href} was run by the server`)
        if (answer.status !== 200 || /^(?:application\/octet-stream|text\/plain)\b/.test(type))
          continue
        ask(
          's4-files-inert',
          isSandbox(policy) && answer.headers['x-content-type-options'] === 'nosniff',
          `${url.href} is served as ${type || 'nothing'} with Content-Security-Policy: ${policy || 'nothing'}`,
        )
      }
    },
  },
  {
    id: 'page-as-before',
    part: 'repeated',
    says: 'with the item taken off the page is byte for byte what it was',
    asks: ['s4-layers-removed'],
    async run(kit) {
      if (!(await has(kit, 'placement:3'))) throw new NothingToCheck('the store has no placement 3')
      const before = [await home(kit), await home(kit)]
      if (before[0]?.html !== before[1]?.html)
        throw new NothingToCheck(
          "the shop's first page differs from one reading to the next by itself",
        )
      const id = kit.newEffectId()
      await kit.putWell(id, effectOf(await kit.item(), '<template data-kit="passing"></template>'))
      ask(
        's4-layers-marked',
        shownIn((await home(kit)).html, id) !== null,
        'the layer is not on the first page',
      )
      await kit.remove(id)
      ask(
        's4-layers-removed',
        (await home(kit)).html === before[0]?.html,
        'the first page is not what it was before the item came',
      )
    },
  },
  {
    id: 'page-theme',
    part: 'happy',
    says: "the theme's stylesheet is on the page and can be loaded",
    asks: ['s4-page-theme', 's4-theme'],
    async run(kit) {
      if (!(await has(kit, 'theme'))) throw new NothingToCheck('the store has no slot for a theme')
      const css = 'body{outline:0 solid #123456}'
      const offer = await kit.item('theme-page', { 'theme.css': css }, 'theme')
      const id = kit.newEffectId()
      await kit.putWell(id, {
        ...effectOf(offer, '', 'theme', 'theme'),
        content: { stylesheet: 'theme.css', settings: {} },
      })
      const { html, origin } = await home(kit)
      const href = tagWith(html, 'link', 'data-role', 'theme')?.href ?? ''
      ask('s4-page-theme', href !== '', 'there is no <link data-role="theme"> on the first page')
      const url = new URL(href, origin)
      const file = await kit.page(url.origin, url.pathname + url.search)
      ask(
        's4-theme',
        file.status === 200 &&
          file.text.includes('#123456') &&
          /css/.test(file.headers['content-type'] ?? ''),
        `the stylesheet at ${url.href} was answered ${file.status} ${file.headers['content-type'] ?? ''}`,
      )
      await kit.remove(id)
      ask(
        's4-theme-last',
        !(await home(kit)).html.includes(href),
        'the theme that was taken off is still on the page',
      )
    },
  },
  {
    id: 'page-types',
    part: 'happy',
    says: 'a page says what it is, and shows the placements of its kind',
    asks: [
      's4-page-data',
      's4-page-placements',
      's4-page-lang',
      's4-page-picture',
      's4-page-cart-form',
    ],
    async run(kit) {
      const offer = await kit.item()
      const { sha256: _, ...body } = offer
      const started = await kit.ofStore('POST', '/previews', {
        body: {
          packages: [{ ...body, sha256: offer.sha256 }],
          effects: [],
          locale: 'en',
          alone: false,
        },
      })
      ask(
        's3-previews',
        started.status === 200 && Array.isArray(started.json.pages),
        `a preview was answered ${describeAnswer(started)}`,
      )
      const pages = started.json.pages as { page: string; path: string }[]
      const origin = String(started.json.url)
      const { slots } = await kit.state()
      const ids = new Map<string, string>()
      for (const slot of Object.keys(PAGE_OF)) {
        if (!slots.some((one) => one.slot === slot)) continue
        const id = kit.newEffectId()
        ids.set(slot, id)
        await kit.putWell(id, effectOf(offer, '<template data-kit="type"></template>', slot))
      }
      for (const { page, path } of pages) {
        const { text: html, status } = await kit.page(origin, path)
        ask('s4-page-data', status === 200, `the page ${path} was answered ${status}`)
        ask(
          's4-page-data',
          tagWith(html, 'body', 'data-page', page) !== undefined,
          `${path} does not say data-page="${page}" at its body`,
        )
        ask(
          's4-page-lang',
          (tagWith(html, 'html', 'dir') ?? tagWith(html, 'html', 'lang')) !== undefined,
          `${path} does not say its language`,
        )
        for (const [slot, id] of ids)
          ask(
            's4-page-placements',
            (shownIn(html, id) !== null) === (PAGE_OF[slot] === page),
            `${slot} ${PAGE_OF[slot] === page ? 'is not' : 'is'} on the page ${path}, which is a ${page} page`,
          )
        if (page !== 'product') continue
        ask(
          's4-page-data',
          (tagWith(html, 'body', 'data-product-id')?.['data-product-id'] ?? '') !== '',
          `${path} does not say data-product-id at its body`,
        )
        ask(
          's4-page-picture',
          hasPictureInLink(html),
          `${path} has no <img data-role="product-picture"> inside a link`,
        )
        ask(
          's4-page-cart-form',
          tagWith(html, 'form', 'id', 'add-to-cart') !== undefined,
          `${path} has no form with the id add-to-cart`,
        )
      }
    },
  },
]
