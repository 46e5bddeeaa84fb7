import type { Check } from '../check.ts'
import { ask, NothingToCheck } from '../faults.ts'
import { requireRefusal, describeAnswer, type Kit } from '../kit.ts'
import { canonicalJson, sha256 } from '../signed-calls.ts'
import { askSameSlot, effectOf, layersOf } from './effects.ts'

/** Section 4: layers, what takes another's place, what comes back to its place, and the theme. */

const last = async (kit: Kit, count: number) => (await layersOf(kit)).slice(-count)
const same = (one: readonly unknown[], two: readonly unknown[]) =>
  canonicalJson(one) === canonicalJson(two)

async function three(
  kit: Kit,
): Promise<{ ids: string[]; answers: Record<string, unknown>[]; hashes: string[] }> {
  const offer = await kit.item()
  const ids = [kit.newEffectId(), kit.newEffectId(), kit.newEffectId()]
  const [answers, hashes]: [Record<string, unknown>[], string[]] = [[], []]
  for (const [at, id] of ids.entries()) {
    answers.push(await kit.putWell(id, effectOf(offer, `<p>${at}</p>`)))
    hashes.push((await kit.slotOf('placement:3')).sha256)
  }
  return { ids, answers, hashes }
}

export const orderChecks: readonly Check[] = [
  {
    id: 'layers-in-any-order',
    part: 'happy',
    says: 'layers taken off in any order leave what the others alone give, and in the end the slot as it was',
    asks: ['s4-layers', 's4-layers-removed', 's5-slot-hash'],
    async run(kit) {
      const before = await kit.slotOf('placement:3')
      const {
        ids: [one = '', two = '', three_ = ''],
        hashes,
      } = await three(kit)
      ask(
        's4-layers',
        same(await last(kit, 3), [one, two, three_]),
        'layers do not stand in the order in which they came',
      )
      await kit.remove(three_)
      ask(
        's4-layers-removed',
        (await kit.slotOf('placement:3')).sha256 === hashes[1],
        'without the third layer the slot is not what the first two gave',
      )
      await kit.remove(one)
      await kit.remove(two)
      askSameSlot(
        's4-layers-removed',
        await kit.slotOf('placement:3'),
        before,
        'before the layers came',
      )
    },
  },
  {
    id: 'replaces',
    part: 'happy',
    says: 'an effect that replaces another stands where that one stood, in one step',
    asks: ['s4-replaces', 's4-replaces-order', 's4-replaces-no-part', 's5-revision', 's4-place'],
    async run(kit) {
      const offer = await kit.item()
      const before = await kit.slotOf('placement:3')
      const {
        ids: [one = '', two = '', three_ = ''],
        answers,
      } = await three(kit)
      const newer = kit.newEffectId()
      const { revision } = await kit.state()
      const effect = effectOf(offer, '<p>newer</p>')
      const answer = await kit.putWell(newer, effect, { replaces: two })
      ask(
        's4-replaces-order',
        same(await last(kit, 3), [one, newer, three_]),
        'the new effect does not stand where the replaced one stood',
      )
      ask('s5-revision', answer.revision === revision + 1, 'replacing is one change')
      ask(
        's4-place',
        answer.place === answers[1]?.place,
        `an effect that takes another's place has that one's: ${String(answer.place)}, not ${String(answers[1]?.place)}`,
      )
      const again = await kit.put(newer, effect, { replaces: two })
      ask(
        's4-replaces-no-part',
        again.status === 200 && again.json.revision === answer.revision,
        `the same again was answered ${describeAnswer(again)}`,
      )
      const without = await kit.put(newer, effect)
      ask(
        's4-replaces-no-part',
        without.status === 200 && without.json.revision === answer.revision,
        `the same without "replaces" was answered ${describeAnswer(without)}`,
      )
      for (const id of [one, newer, three_]) await kit.remove(id)
      askSameSlot(
        's4-layers-removed',
        await kit.slotOf('placement:3'),
        before,
        'before the layers came',
      )
    },
  },
  {
    id: 'replaces-refused',
    part: 'hostile',
    says: 'only an effect of the same kind, slot and item can be replaced',
    asks: ['s4-replaces-same', 's4-replaces-gone'],
    async run(kit) {
      const [offer, another] = [await kit.item(), await kit.item('another')]
      const id = kit.newEffectId()
      await kit.putWell(id, effectOf(offer, '<p>stays</p>'))
      for (const effect of [
        effectOf(offer, 'x', 'placement:1'),
        effectOf(offer, 'x', 'placement:3', 'tracking_code'),
        effectOf(another, 'x'),
      ]) {
        requireRefusal(
          's4-replaces-same',
          await kit.put(kit.newEffectId(), effect, { replaces: id }),
          422,
          'bad_effect',
          'an effect that replaces one of another kind, slot or item',
        )
      }
      ask(
        's4-replaces-same',
        (await layersOf(kit)).includes(id),
        'the effect that could not be replaced is gone',
      )
      const newer = kit.newEffectId()
      await kit.putWell(newer, effectOf(offer, '<p>late</p>'), { replaces: kit.newEffectId() })
      ask(
        's4-replaces-gone',
        same(await last(kit, 1), [newer]),
        'an effect that replaces what is not there does not come last',
      )
    },
  },
  {
    id: 'place',
    part: 'repeated',
    says: 'an effect that comes back to its place stands where it stood',
    asks: ['s4-place', 's4-place-once', 's4-place-taken', 's4-place-never-given'],
    async run(kit) {
      const offer = await kit.item()
      const {
        ids: [one = '', two = '', three_ = ''],
        answers,
      } = await three(kit)
      const places = answers.map((answer) => Number(answer.place))
      ask(
        's4-place-once',
        Number(places[0]) < Number(places[1]) && Number(places[1]) < Number(places[2]),
        `places do not grow: ${places.join(', ')}`,
      )
      const before = await kit.slotOf('placement:3')
      const effect = effectOf(offer, '<p>0</p>')
      await kit.remove(one)
      requireRefusal(
        's4-place-taken',
        await kit.put(kit.newEffectId(), effect, { place: Number(places[1]) }),
        409,
        'place_taken',
        'a place where another effect stands',
      )
      requireRefusal(
        's4-place-never-given',
        await kit.put(kit.newEffectId(), effect, { place: Number(places[2]) + 1_000_000 }),
        422,
        'bad_effect',
        'a place that was never given',
      )
      const back = await kit.putWell(one, effect, { place: Number(places[0]) })
      ask(
        's4-place',
        back.place === places[0] && same(await last(kit, 3), [one, two, three_]),
        'the effect does not stand where it stood',
      )
      askSameSlot('s4-place', await kit.slotOf('placement:3'), before, 'before it was taken off')
      const again = await kit.put(one, effect, { place: Number(places[0]) })
      ask('s4-place', again.status === 200, `the same again was answered ${describeAnswer(again)}`)
      await kit.remove(three_)
      const newest = await kit.putWell(kit.newEffectId(), effectOf(offer, '<p>new</p>'))
      ask(
        's4-place-once',
        Number(newest.place) > Number(places[2]),
        `a place was given a second time: ${String(newest.place)}`,
      )
    },
  },
  {
    id: 'theme',
    part: 'happy',
    says: "the last theme is shown, and the shop's own when there is none",
    asks: ['s4-theme', 's4-theme-last', 's5-slot-hash', 's5-canonical', 's3-bad-effect'],
    async run(kit) {
      const before = await kit.slotOf('theme')
      const offers = [
        await kit.item(
          'theme',
          { 'theme.css': 'body{color:#123}', 'theme.rtl.css': 'body{color:#124}' },
          'theme',
        ),
        await kit.item('theme2', { 'theme.css': 'body{color:#321}' }, 'theme'),
      ]
      const contents = [
        {
          stylesheet: 'theme.css',
          stylesheet_rtl: 'theme.rtl.css',
          settings: { zeta: 1, alpha: { two: [true, null], one: 'ı' } },
        },
        { stylesheet: 'theme.css', settings: {} },
      ]
      const shown: string[] = []
      const ids = [kit.newEffectId(), kit.newEffectId()]
      for (const [at, offer] of offers.entries()) {
        const content = contents[at] ?? {}
        const answer = await kit.putWell(ids[at] ?? '', {
          ...effectOf(offer, '', 'theme', 'theme'),
          content,
        })
        ask(
          's5-canonical',
          answer.sha256 === sha256(canonicalJson(content)),
          `the hash of a theme's content is not over its canonical JSON ${canonicalJson(content)}`,
        )
        shown.push(sha256(canonicalJson({ content, package: offer.sha256 })))
        ask(
          's4-theme-last',
          (await kit.slotOf('theme')).sha256 === shown[at],
          'the hash of the slot is not that of the last theme, as section 5 says',
        )
      }
      await kit.remove(ids[1] ?? '')
      ask(
        's4-theme-last',
        (await kit.slotOf('theme')).sha256 === shown[0],
        'without the last theme the one below it is not shown',
      )
      await kit.remove(ids[0] ?? '')
      askSameSlot('s4-layers-removed', await kit.slotOf('theme'), before, 'before the themes came')
      const lacking = {
        ...effectOf(offers[1] ?? (await kit.item()), '', 'theme', 'theme'),
        content: { stylesheet: 'not-there.css', settings: {} },
      }
      requireRefusal(
        's3-bad-effect',
        await kit.put(kit.newEffectId(), lacking),
        422,
        'bad_effect',
        'a theme whose package lacks its stylesheet',
      )
    },
  },
  {
    id: 'user',
    part: 'happy',
    says: 'a web-service user has a secret that is told once, and keeps it when another takes its place',
    asks: [
      's4-web-service-user',
      's4-secret-once',
      's4-user-replaces',
      's3-secret',
      's3-secret-former',
      's5-rights',
      's5-rights-left-out',
    ],
    needs: ['scopes'],
    async run(kit) {
      const offer = await kit.item()
      const { scopes, userCall } = kit.means
      const user = (given: readonly string[]) => ({
        ...effectOf(offer, '', `user:${offer.prefix}`, 'web_service_user'),
        content: { name: 'Connector kit', scopes: given },
      })
      const [id, newer] = [kit.newEffectId(), kit.newEffectId()]
      const first = await kit.putWell(id, user(scopes))
      ask(
        's4-secret-once',
        typeof first.secret === 'string' && first.secret.length >= 16,
        'the first answer has no "secret"',
      )
      const again = await kit.put(id, user(scopes))
      ask(
        's4-secret-once',
        again.status === 200 && again.json.secret === undefined,
        'the secret was told a second time',
      )
      const renewed = await kit.ofStore('POST', `/effects/${id}/secret`, {
        body: { former_seconds: 60 },
      })
      ask(
        's3-secret',
        renewed.status === 200 &&
          typeof renewed.json.secret === 'string' &&
          renewed.json.secret !== first.secret &&
          URL.canParse(String(renewed.json.url)),
        `another secret was answered ${describeAnswer(renewed)}`,
      )
      const url = new URL(String(renewed.json.url))
      const works = async (secret: unknown) =>
        (
          await kit.page(url.origin, `${url.pathname}${userCall ?? ''}`, {
            authorization: `Bearer ${String(secret)}`,
          })
        ).status < 400
      if (userCall !== undefined)
        ask(
          's3-secret-former',
          (await works(first.secret)) &&
            (await works(renewed.json.secret)) &&
            !(await works('x'.repeat(43))),
          'both secrets must be good for the minute that was asked for, and no other',
        )
      await kit.putWell(newer, user(scopes.slice(0, 1)), { replaces: id })
      if (userCall !== undefined)
        ask(
          's4-user-replaces',
          (await works(first.secret)) && (await works(renewed.json.secret)),
          "the user that took the other's place did not keep its secrets",
        )
      const there = (await kit.state()).users.find((one) => one.effect_id === newer)
      ask(
        's4-web-service-user',
        there?.name === 'Connector kit' && same(there.scopes as unknown[], scopes.slice(0, 1)),
        `"users" of the state has ${JSON.stringify(there)}`,
      )
      const rights = there.rights as
        | { scope: string; calls: number; last_used_at: string | null }[]
        | undefined
      if (rights)
        ask(
          's5-rights',
          rights.length === 1 &&
            rights[0]?.scope === scopes[0] &&
            (userCall === undefined || (rights[0]?.calls ?? 0) > 0),
          `"rights" is ${JSON.stringify(rights)}`,
        )
      await kit.ofStore('POST', `/effects/${newer}/secret`, { body: { former_seconds: 0 } })
      if (userCall !== undefined)
        ask(
          's3-secret-former',
          !(await works(first.secret)) && !(await works(renewed.json.secret)),
          'a former secret works after its time is over',
        )
      requireRefusal(
        's3-bad-effect',
        await kit.put(kit.newEffectId(), user(['kit.no_such_scope'])),
        422,
        'bad_effect',
        'a scope that there is not',
      )
      await kit.remove(newer)
      requireRefusal(
        's3-secret',
        await kit.ofStore('POST', `/effects/${newer}/secret`, { body: { former_seconds: 0 } }),
        404,
        'unknown_effect',
        'a secret of a user that is gone',
      )
    },
  },
  {
    id: 'no-user',
    part: 'hostile',
    says: 'a scope that there is not is refused',
    asks: ['s3-bad-effect', 's4-web-service-user'],
    async run(kit) {
      const offer = await kit.item()
      const effect = {
        ...effectOf(offer, '', `user:${offer.prefix}`, 'web_service_user'),
        content: { name: 'Connector kit', scopes: ['kit.no_such_scope'] },
      }
      const answer = await kit.put(kit.newEffectId(), effect)
      ask(
        's3-bad-effect',
        answer.status === 422 &&
          ['bad_effect', 'unsupported_slot'].includes(String(answer.json.error)),
        `a user with a scope that there is not was answered ${describeAnswer(answer)}`,
      )
      if (answer.json.error === 'unsupported_slot')
        throw new NothingToCheck('the platform has no web-service users')
    },
  },
]
