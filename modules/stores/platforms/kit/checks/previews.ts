import type { Check } from '../check.ts'
import { ask } from '../faults.ts'
import { requireRefusal, describeAnswer, type Kit } from '../kit.ts'
import type { Offer } from '../market.ts'
import { packageOf } from '../packages.ts'
import { canonicalJson, type Key } from '../signed-calls.ts'
import { effectOf } from './effects.ts'

/** Section 6: the shop with an item on it that the store does not have. */

interface Preview {
  token: string
  url: string
  expires_in: number
  pages: { page: string; path: string }[]
  assets: string[]
}

const asPackage = ({ sha256, ...body }: Offer) => ({ sha256, ...body })

const ask_ = (kit: Kit, body: object, key: Key = kit.store.key, store = kit.store.id) =>
  kit.call(key, 'POST', `/stores/${store}/previews`, { body, timeoutMs: 12_000 })

async function started(
  kit: Kit,
  html: string,
  { alone = false, offer = undefined as Offer | undefined } = {},
): Promise<
  Preview & { shown: (path?: string) => Promise<string>; headers: { 'arasta-preview': string } }
> {
  const made = offer ?? (await kit.item('previewed', { 'app.js': 'void "previewed"' }))
  const answer = await ask_(kit, {
    packages: [asPackage(made)],
    effects: [effectOf(made, html)],
    locale: 'en',
    alone,
  })
  ask('s3-previews', answer.status === 200, `a preview was answered ${describeAnswer(answer)}`)
  const preview = { ...answer.json } as unknown as Preview
  const fits =
    /^[A-Za-z0-9_-]{22,200}$/.test(preview.token) &&
    URL.canParse(preview.url) &&
    new URL(preview.url).origin === preview.url.replace(/\/$/, '') &&
    Number.isInteger(preview.expires_in) &&
    Array.isArray(preview.assets) &&
    Array.isArray(preview.pages) &&
    preview.pages.length > 0 &&
    preview.pages.every((page) => /^[a-z-]{1,40}$/.test(page.page) && /^\/(?!\/)/.test(page.path))
  ask('s6-answer', fits, `the answer is not of the form of section 6: ${answer.text.slice(0, 300)}`)
  const headers = { 'arasta-preview': preview.token }
  return {
    ...preview,
    headers,
    shown: async (path = preview.pages[0]?.path ?? '/') =>
      (await kit.page(preview.url, path, headers)).text,
  }
}

const twice = (html: string) => html.match(/data-kit="(?:installed|previewed)"/g)?.join(' ') ?? ''

export const previewChecks: readonly Check[] = [
  {
    id: 'preview',
    part: 'happy',
    says: 'whoever has the token sees the item on the shop, nobody else does, and nothing of the store changes',
    asks: ['s3-previews', 's6-answer', 's6-nothing-changes', 's6-page', 's6-files', 's6-while'],
    async run(kit) {
      // Of this check alone, so that the store never had the package.
      const name = `${kit.prefix}-only-previewed`
      const offer = await kit.market.offer(packageOf(name, { 'app.js': 'void "previewed"' }), name)
      const before = canonicalJson(await kit.state())
      const preview = await started(
        kit,
        '<template data-kit="previewed">{{asset:app.js}}</template>',
        { offer },
      )
      ask('s6-answer', preview.expires_in <= 86_400, `"expires_in" is ${preview.expires_in}`)
      for (const { path } of preview.pages)
        ask(
          's6-page',
          (await preview.shown(path)).includes('data-kit="previewed"'),
          `${path} does not show the item to whoever has the token`,
        )
      const bare = await kit.page(preview.url, preview.pages[0]?.path ?? '/')
      ask(
        's6-nothing-changes',
        !bare.text.includes('data-kit="previewed"'),
        'the item is shown to whoever has no token',
      )
      ask(
        's6-nothing-changes',
        canonicalJson(await kit.state()) === before,
        "the store's state is another since the preview began",
      )
      const html = await preview.shown()
      const file = html.split('data-kit="previewed">')[1]?.split('<')[0] ?? ''
      const url = new URL(file, preview.url)
      const loaded = await kit.page(url.origin, url.pathname + url.search, preview.headers)
      ask(
        's6-files',
        loaded.status === 200 && loaded.text === 'void "previewed"',
        `a file of the previewed package was answered ${loaded.status}`,
      )
      const manifest = await kit.page(
        url.origin,
        url.pathname.replace('app.js', 'arasta.app.json'),
        preview.headers,
      )
      ask('s6-files', !manifest.text.includes(name), 'the manifest of a package can be read')
    },
  },
  {
    id: 'preview-manners',
    part: 'hostile',
    says: 'a preview sets no cookie, is not kept, does nothing that is posted, and a token that is over says so',
    asks: ['s6-no-cookie', 's6-read-only', 's6-over'],
    async run(kit) {
      const preview = await started(kit, '<template data-kit="previewed"></template>')
      const path = preview.pages[0]?.path ?? '/'
      const page = await kit.page(preview.url, path, { ...preview.headers, cookie: 'kit=1' })
      ask(
        's6-no-cookie',
        page.headers['set-cookie'] === undefined,
        `a preview sets a cookie: ${page.headers['set-cookie'] ?? ''}`,
      )
      ask(
        's6-no-cookie',
        /no-store/.test(page.headers['cache-control'] ?? ''),
        `a preview is answered with Cache-Control: ${page.headers['cache-control'] ?? 'nothing'}`,
      )
      for (const method of ['POST', 'DELETE']) {
        const answer = await kit.page(preview.url, path, preview.headers, method)
        ask(
          's6-read-only',
          answer.status === 405,
          `${method} in a preview was answered ${answer.status}, not 405`,
        )
      }
      for (const token of ['x'.repeat(32), '']) {
        const answer = await kit.page(preview.url, '/kit-no-such-page', { 'arasta-preview': token })
        ask(
          's6-over',
          answer.status === 410 && answer.headers['arasta-preview'] === 'over',
          `a token that nobody gave was answered ${answer.status} with arasta-preview: ${answer.headers['arasta-preview'] ?? 'nothing'}`,
        )
      }
    },
  },
  {
    id: 'preview-over',
    part: 'hostile',
    says: 'the answer to a token that is over is kept by no cache',
    asks: ['s6-over-kept'],
    async run(kit) {
      const preview = await started(kit, '<template data-kit="previewed"></template>')
      const answer = await kit.page(preview.url, preview.pages[0]?.path ?? '/', {
        'arasta-preview': 'y'.repeat(32),
      })
      const [cache = '', vary = ''] = [answer.headers['cache-control'], answer.headers.vary]
      ask(
        's6-over-kept',
        /\bno-store\b/.test(cache),
        `a token that is over is answered ${answer.status} with Cache-Control: ${cache || 'nothing'}: a cache would show it to every visitor`,
      )
      ask(
        's6-over-kept',
        /(?:^|,)\s*(?:arasta-preview|\*)\s*(?:,|$)/i.test(vary),
        `a token that is over is answered with Vary: ${vary || 'nothing'}`,
      )
    },
  },
  {
    id: 'preview-layers',
    part: 'happy',
    says: "a preview stands above the store's layers, without the same item's, marked by its place, and alone where it is asked to",
    asks: ['s6-page', 's6-marked', 's6-left-out'],
    async run(kit) {
      const [installed, previewed] = [
        await kit.item('installed'),
        await kit.item('previewed', { 'app.js': 'void "previewed"' }),
      ]
      const id = kit.newEffectId()
      await kit.putWell(id, effectOf(installed, '<template data-kit="installed"></template>'))
      const markup = '<template data-kit="previewed"></template>'
      const [both, alone] = [
        await (await started(kit, markup)).shown(),
        await (await started(kit, markup, { alone: true })).shown(),
      ]
      ask(
        's6-page',
        twice(both) === 'data-kit="installed" data-kit="previewed"',
        `above the store's layers the preview shows: ${twice(both)}`,
      )
      ask(
        's6-marked',
        both.includes(`<!--arasta:preview-0-->${markup}<!--/arasta:preview-0-->`),
        'the preview\'s layer is not between the comments of its place in "effects"',
      )
      ask(
        's6-page',
        twice(alone) === 'data-kit="previewed"',
        `alone the preview shows: ${twice(alone)}`,
      )
      await kit.remove(id)
      const older = kit.newEffectId()
      await kit.putWell(older, effectOf(previewed, '<template data-kit="installed"></template>'))
      ask(
        's6-page',
        twice(await (await started(kit, markup)).shown()) === 'data-kit="previewed"',
        'an item that the store has already is shown twice',
      )
      const user = {
        ...effectOf(previewed, '', `user:${previewed.prefix}`, 'web_service_user'),
        content: { name: 'kit', scopes: ['kit.none'] },
      }
      const answer = await ask_(kit, {
        packages: [asPackage(previewed)],
        effects: [user, effectOf(previewed, 'x', 'placement:99')],
        locale: 'en',
        alone: false,
      })
      ask(
        's6-left-out',
        answer.status === 200,
        `users and slots that are not there are left out of a preview, and it was answered ${describeAnswer(answer)}`,
      )
    },
  },
  {
    id: 'preview-refused',
    part: 'hostile',
    says: 'a preview of a package that is not what was signed, or did not come along, is refused',
    asks: ['s6-packages', 's6-key'],
    async run(kit) {
      const [one, two] = [
        await kit.item('previewed', { 'app.js': 'void "previewed"' }),
        await kit.item('another'),
      ]
      const wrong = { ...asPackage(one), signature: two.signature }
      requireRefusal(
        's6-packages',
        await ask_(kit, { packages: [wrong], effects: [], locale: 'en', alone: false }),
        422,
        'bad_package',
        'a preview of a package that the market did not sign',
      )
      requireRefusal(
        's6-packages',
        await ask_(kit, {
          packages: [asPackage(one)],
          effects: [effectOf(two, 'x')],
          locale: 'en',
          alone: false,
        }),
        409,
        'package_missing',
        'a preview of an effect whose package did not come along',
      )
      if (kit.means.demonstrationStore !== kit.store.id) {
        requireRefusal(
          's6-demonstration',
          await ask_(
            kit,
            { packages: [asPackage(one)], effects: [], locale: 'en', alone: false },
            kit.means.client,
          ),
          403,
          'other_store',
          'a preview of a store that is not for demonstration, with the platform client key',
        )
      }
    },
  },
  {
    id: 'preview-demonstration',
    part: 'happy',
    says: 'with the platform client key the demonstration store is previewed, and nothing else',
    asks: ['s6-demonstration', 's6-key'],
    needs: ['demonstration'],
    async run(kit) {
      const id = kit.means.demonstrationStore ?? ''
      const offer = await kit.item('previewed', { 'app.js': 'void "previewed"' })
      const answer = await ask_(
        kit,
        { packages: [asPackage(offer)], effects: [], locale: 'en', alone: false },
        kit.means.client,
        id,
      )
      ask(
        's6-demonstration',
        answer.status === 200,
        `a preview of the demonstration store was answered ${describeAnswer(answer)}`,
      )
      requireRefusal(
        's6-demonstration',
        await kit.call(kit.means.client, 'GET', `/stores/${id}/state`),
        403,
        'other_store',
        'the state of the demonstration store, with the platform client key',
      )
    },
  },
]
