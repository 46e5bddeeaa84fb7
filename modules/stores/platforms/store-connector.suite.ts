import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson, sha256Hex } from '#lib/ids.ts'
import {
  ConnectorFailure,
  type Effect,
  type PackageOffer,
  type StoreConnector,
} from './store-connector.ts'

/**
 * What a platform must bring along to be tested: a real store of its own, and the means to make it
 * fail.
 */
export interface ConnectorHarness {
  connector: StoreConnector
  /** Another store on the same platform. */
  other: StoreConnector
  /** A package with a script `app.js` that the platform can fetch. */
  offer: PackageOffer
  /** An offer whose bytes are not what its hash says. */
  badOffer: PackageOffer
  /** The next calls of that kind fail that often. */
  failEffects(how: 'error' | 'reset_after', times: number): void
  setOpen(open: boolean): void
  /** A package of another item. */
  otherOffer: PackageOffer
  /** The platform's demonstration store, seen with the market's own key. */
  demonstration: StoreConnector
  /** Asks the shop for a page or a file. */
  read(
    url: string,
    options?: { method?: string; headers?: Record<string, string> },
  ): Promise<{ status: number; headers: Record<string, string>; text: string }>
  /** What users may be given on this platform, two at least. */
  scopes: string[]
  /** One call with a user's secret, by the first of those; the status. */
  useScope(url: string, secret: string): Promise<number>
  stop(): Promise<void>
}

const newEffectId = () => `eff_${randomBytes(10).toString('hex')}`

/**
 * What a kind of store honestly does not have: web-service users, previews; a system of its own
 * that could fail or close.
 */
export type Lack = 'users' | 'previews' | 'failures' | 'closing'

/** The port's promises; every adapter passes them. */
export function storeConnectorSuite(
  name: string,
  make: () => Promise<ConnectorHarness>,
  { lacks = [] }: { lacks?: readonly Lack[] } = {},
): void {
  describe(`store connector: ${name}`, () => {
    let harness: ConnectorHarness
    let store: StoreConnector
    beforeAll(async () => {
      harness = await make()
      store = harness.connector
      await store.putPackage(harness.offer)
    })
    afterAll(() => harness.stop())

    const block = (html: string, placement = 3): Effect => ({
      kind: 'design_block',
      slot: `placement:${placement}`,
      package: harness.offer.sha256,
      item: { prefix: harness.offer.prefix, version: harness.offer.version },
      content: { html },
    })
    const slotOf = async (slot: string) =>
      (await store.getState()).slots.find((one) => one.slot === slot)
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => 'taken',
        (error: unknown) => (error instanceof ConnectorFailure ? error.kind : 'thrown'),
      )

    test('tells who the store is, its languages and its customer groups', async () => {
      expect(await store.getStore()).toMatchObject({ status: 'active' })
      expect((await store.listLanguages()).length).toBeGreaterThan(0)
      expect((await store.listPlatformLanguages()).length).toBeGreaterThanOrEqual(
        (await store.listLanguages()).length,
      )
      expect(
        (await store.listCustomerGroups()).every((group) => group.id !== '' && group.name !== ''),
      ).toBe(true)
    })

    test.skipIf(lacks.includes('users'))(
      'a user gets another secret, the one before is good for a while, and who takes its place keeps both; how often it was used is counted or left out',
      async () => {
        const user = (scopes: string[]): Effect => ({
          kind: 'web_service_user',
          slot: `user:${harness.offer.prefix}`,
          package: harness.offer.sha256,
          item: { prefix: harness.offer.prefix, version: harness.offer.version },
          content: { name: 'A user', scopes },
        })
        const [first, second] = [newEffectId(), newEffectId()]
        const { secret } = await store.putEffect(first, user(harness.scopes))
        const renewed = await store.renewSecret(first, 60)
        const works = async (one: string | undefined) =>
          (await harness.useScope(renewed.url, one ?? '')) < 400
        expect([
          renewed.secret === secret,
          await works(secret),
          await works(renewed.secret),
          await works('x'.repeat(43)),
        ]).toEqual([false, true, true, false])
        await store.putEffect(second, user(harness.scopes.slice(0, 1)), { replaces: first })
        expect([await works(secret), await works(renewed.secret)]).toEqual([true, true])
        const there = (await store.getState()).users.find((one) => one.effect_id === second)
        expect(there?.scopes).toEqual(harness.scopes.slice(0, 1))
        if (there?.rights)
          expect(there.rights).toEqual([
            { scope: harness.scopes[0], calls: 4, last_used_at: expect.any(String) },
          ])
        await store.renewSecret(second, 0)
        expect([await works(secret), await works(renewed.secret)]).toEqual([false, false])
        await store.deleteEffect(second)
        expect(await refused(store.renewSecret(second, 0))).toBe('refused')
      },
    )

    test('an effect stands in its slot as it was sent, once, however often it is sent', async () => {
      const id = newEffectId()
      const effect = block('<p>one</p>')
      const answers = await Promise.all([
        store.putEffect(id, effect),
        store.putEffect(id, effect),
        store.putEffect(id, effect),
      ])
      expect(new Set(answers.map((answer) => answer.sha256)).size).toBe(1)
      const layers = (await slotOf('placement:3'))?.layers.filter((layer) => layer.effect_id === id)
      expect(layers).toHaveLength(1)
      expect(layers?.[0]?.sha256).toBe(sha256Hex(canonicalJson(effect.content)))
      await store.deleteEffect(id)
    })

    test('the same id with another content is refused', async () => {
      const id = newEffectId()
      await store.putEffect(id, block('<p>one</p>'))
      expect(await refused(store.putEffect(id, block('<p>two</p>')))).toBe('refused')
      await store.deleteEffect(id)
    })

    test('layers taken off in any order leave what the others alone give, and in the end the slot as it was', async () => {
      const before = await slotOf('placement:3')
      const ids = [newEffectId(), newEffectId(), newEffectId()]
      const alone: (string | undefined)[] = []
      for (const [index, id] of ids.entries()) {
        await store.putEffect(id, block(`<p>${index}</p>`))
        alone.push((await slotOf('placement:3'))?.sha256)
      }
      await store.deleteEffect(ids[2] as string)
      expect((await slotOf('placement:3'))?.sha256).toBe(alone[1])
      await store.deleteEffect(ids[0] as string)
      await store.deleteEffect(ids[1] as string)
      expect(await slotOf('placement:3')).toEqual(before)
    })

    test('an effect that replaces another stands where that one stood, in one step, and sending it again changes nothing', async () => {
      const [first, second, newer] = [newEffectId(), newEffectId(), newEffectId()]
      await store.putEffect(first, block('<p>first</p>'))
      const alone = await slotOf('placement:3')
      await store.putEffect(second, block('<p>second</p>'))
      const { revision } = await store.putEffect(newer, block('<p>newer</p>'), { replaces: first })
      const order = async () =>
        (await slotOf('placement:3'))?.layers.map((layer) => layer.effect_id).slice(-2)
      expect(await order()).toEqual([newer, second])
      expect(
        (await store.putEffect(newer, block('<p>newer</p>'), { replaces: first })).revision,
      ).toBe(revision)
      expect(
        await refused(
          store.putEffect(newEffectId(), block('<p>elsewhere</p>', 1), { replaces: second }),
        ),
      ).toBe('refused')
      await store.putEffect(first, block('<p>first</p>'), { replaces: newer })
      expect(await order()).toEqual([first, second])
      await store.deleteEffect(second)
      expect(await slotOf('placement:3')).toEqual(alone)
      await store.deleteEffect(first)
    })

    test("an effect taken off and put back at its place stands where it stood, whatever took another's place meanwhile; a place that is no place is refused", async () => {
      const [first, second, third, newer] = [
        newEffectId(),
        newEffectId(),
        newEffectId(),
        newEffectId(),
      ]
      const { place } = await store.putEffect(first, block('<p>first</p>'))
      await store.putEffect(second, block('<p>second</p>'))
      await store.putEffect(third, block('<p>third</p>'))
      const before = await slotOf('placement:3')
      await store.deleteEffect(first)
      await store.putEffect(newer, block('<p>second</p>'), { replaces: second })
      expect((await store.putEffect(first, block('<p>first</p>'), { place })).place).toBe(place)
      await store.putEffect(first, block('<p>first</p>'), { place })
      expect(
        (await slotOf('placement:3'))?.layers.map((layer) => layer.effect_id).slice(-3),
      ).toEqual([first, newer, third])
      expect(await refused(store.putEffect(newEffectId(), block('<p>x</p>'), { place }))).toBe(
        'refused',
      )
      expect(
        await refused(
          store.putEffect(newEffectId(), block('<p>x</p>'), { place: place + 1_000_000 }),
        ),
      ).toBe('refused')
      await store.putEffect(second, block('<p>second</p>'), { replaces: newer })
      expect(await slotOf('placement:3')).toEqual(before)
      for (const id of [first, second, third]) await store.deleteEffect(id)
    })

    test('what stands there can be read, and what does not is not found', async () => {
      const id = newEffectId()
      const answer = await store.putEffect(id, block('<p>read me</p>'))
      expect(await store.getEffect(id)).toMatchObject({
        ...answer,
        content: { html: '<p>read me</p>' },
        package: harness.offer.sha256,
      })
      await store.deleteEffect(id)
      expect(await store.getEffect(id)).toBeNull()
    })

    test('what replaces something that is not there comes last', async () => {
      const id = newEffectId()
      await store.putEffect(id, block('<p>x</p>'), { replaces: newEffectId() })
      expect((await slotOf('placement:3'))?.layers.at(-1)?.effect_id).toBe(id)
      await store.deleteEffect(id)
    })

    test('taking off what is not there is no error', async () =>
      expect(await store.deleteEffect(newEffectId())).toBe(false))

    test('an effect of a package that was not put, or in a slot that does not exist, is refused', async () => {
      expect(
        await refused(store.putEffect(newEffectId(), { ...block('x'), package: '0'.repeat(64) })),
      ).toBe('refused')
      expect(
        await refused(store.putEffect(newEffectId(), { ...block('x'), slot: 'placement:99' })),
      ).toBe('refused')
    })

    test('a package whose bytes are not what was signed is refused', async () =>
      expect(await refused(store.putPackage(harness.badOffer))).toBe('refused'))

    test("one store's effects are not another's", async () => {
      const id = newEffectId()
      await store.putEffect(id, block('<p>mine</p>'))
      expect(
        (await harness.other.getState()).slots
          .flatMap((slot) => slot.layers)
          .map((layer) => layer.effect_id),
      ).not.toContain(id)
      expect(await harness.other.deleteEffect(id)).toBe(false)
      expect(await store.deleteEffect(id)).toBe(true)
    })

    test.skipIf(lacks.includes('failures'))(
      'a platform that fails is a temporary failure, also when the work was done before the wire was cut',
      async () => {
        const id = newEffectId()
        harness.failEffects('error', 1)
        expect(await refused(store.putEffect(id, block('<p>x</p>')))).toBe('temporary')
        harness.failEffects('reset_after', 1)
        expect(await refused(store.putEffect(id, block('<p>x</p>')))).toBe('temporary')
        await store.putEffect(id, block('<p>x</p>'))
        expect(
          (await slotOf('placement:3'))?.layers.filter((layer) => layer.effect_id === id),
        ).toHaveLength(1)
        await store.deleteEffect(id)
      },
    )

    describe.skipIf(lacks.includes('previews'))('previews (S2.17)', () => {
      const asked = (html: string) => ({
        packages: [harness.offer],
        effects: [block(html)],
        locale: 'en',
        alone: false,
      })
      const page = (url: string, token?: string) =>
        harness.read(url, token === undefined ? {} : { headers: { 'arasta-preview': token } })

      test('show the shop with the item on it to whoever has the token and to nobody else, and change nothing of the store', async () => {
        const before = {
          state: await store.getState(),
          page: (await page((await store.startPreview(asked('<p>warm up</p>'))).url)).text,
        }
        const {
          url,
          token,
          pages,
          expires_in: seconds,
        } = await store.startPreview(asked('<p id="previewed">{{asset:app.js}}</p>'))
        expect(seconds).toBeLessThanOrEqual(900)
        for (const { path } of pages)
          expect((await page(url + path, token)).text).toContain('<p id="previewed">')
        const [, file] = /<p id="previewed">([^<]+)</.exec((await page(url, token)).text) ?? []
        expect((await page(url + (file ?? ''), token)).status).toBe(200)
        expect((await page(url)).text).toBe(before.page)
        expect(await store.getState()).toEqual(before.state)
      })

      test('keep no cookie, do nothing that is posted, and a token that nobody gave is told so', async () => {
        const { url, token } = await store.startPreview(asked('<p>x</p>'))
        expect((await page(url, token)).headers['set-cookie']).toBeUndefined()
        expect(
          (
            await harness.read(`${url}/cart`, {
              method: 'POST',
              headers: { 'arasta-preview': token },
            })
          ).status,
        ).toBe(405)
        const over = await page(url, 'x'.repeat(32))
        expect([over.status, over.headers['arasta-preview']]).toEqual([410, 'over'])
      })

      test('stand alone where they are asked to', async () => {
        const id = newEffectId()
        const another = {
          ...block('<p id="installed">here</p>'),
          package: harness.otherOffer.sha256,
          item: { prefix: harness.otherOffer.prefix, version: harness.otherOffer.version },
        }
        await store.putPackage(harness.otherOffer)
        await store.putEffect(id, another)
        const shown = async (alone: boolean) => {
          const { url, token } = await store.startPreview({
            ...asked('<p id="previewed">new</p>'),
            alone,
          })
          return (await page(url, token)).text.match(/id="(installed|previewed)"/g)
        }
        expect(await shown(false)).toEqual(['id="installed"', 'id="previewed"'])
        expect(await shown(true)).toEqual(['id="previewed"'])
        await store.deleteEffect(id)
        // the item itself, installed already, is not shown twice
        const older = newEffectId()
        await store.putEffect(older, block('<p id="installed">before</p>'))
        expect(await shown(false)).toEqual(['id="previewed"'])
        await store.deleteEffect(older)
      })

      test("are made with the market's own key on the demonstration store alone", async () => {
        expect(await harness.demonstration.startPreview(asked('<p>x</p>'))).toMatchObject({
          assets: [],
        })
        expect(await refused(harness.demonstration.getState())).toBe('refused')
      })

      test('of a package that is not what was signed, or of an effect whose package did not come along, are refused', async () => {
        expect(
          await refused(store.startPreview({ ...asked('x'), packages: [harness.badOffer] })),
        ).toBe('refused')
        expect(
          await refused(
            store.startPreview({
              ...asked('x'),
              effects: [{ ...block('x'), package: '0'.repeat(64) }],
            }),
          ),
        ).toBe('refused')
      })
    })

    test.skipIf(lacks.includes('closing'))('a closed store says that it is closed', async () => {
      harness.setOpen(false)
      expect(await refused(store.getState())).toBe('closed')
      expect(await store.getStore()).toMatchObject({ status: 'closed' })
      harness.setOpen(true)
    })
  })
}
