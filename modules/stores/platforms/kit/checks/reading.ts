import type { Check } from '../check.ts'
import { ask } from '../faults.ts'
import { requireRefusal, describeAnswer, type Kit } from '../kit.ts'
import { sha256, type Answer } from '../signed-calls.ts'

/** Section 3, what is only read; section 5's form. */

interface Named {
  id: string
  name: string
  code: string
}

function readNames(anchor: string, answer: Answer): Named[] {
  ask(anchor, answer.status === 200, `the list was answered ${describeAnswer(answer)}`)
  const { data } = answer.json
  ask(anchor, Array.isArray(data), `there is no list "data": ${answer.text.slice(0, 200)}`)
  return data.map((row: unknown) => {
    const named = { ...(row as Named) }
    ask('s2-ids-text', typeof named.id === 'string', `an id is not text: ${JSON.stringify(row)}`)
    ask(
      anchor,
      typeof named.name === 'string' &&
        named.name !== '' &&
        typeof named.code === 'string' &&
        named.code !== '',
      `a row lacks "name" or "code": ${JSON.stringify(row)}`,
    )
    return named
  })
}

const STORE_TEXTS = [
  'id',
  'name',
  'domain',
  'url',
  'locale',
  'currency',
  'platform_version',
] as const

const trade = (kit: Kit, key = kit.means.client, storeToken = kit.means.storeToken) =>
  kit.call(key, 'POST', '/credentials', { body: { store_token: storeToken } })

export const readingChecks: readonly Check[] = [
  {
    id: 'credentials',
    part: 'repeated',
    says: 'a store token gives the same credential as often as it is traded',
    asks: ['s3-credentials', 's3-credentials-again', 's2-ids-text'],
    async run(kit) {
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await trade(kit)
        ask(
          's3-credentials',
          answer.status === 200,
          `a trade was answered ${describeAnswer(answer)}`,
        )
        const same =
          answer.json.store_id === kit.store.id &&
          answer.json.key_id === kit.store.key.id &&
          answer.json.secret === kit.store.key.secret
        ask(
          's3-credentials-again',
          same,
          'the second trade of one store token gave another credential',
        )
      }
    },
  },
  {
    id: 'credentials-refused',
    part: 'hostile',
    says: "a store token that nobody gave is refused, and so is a store's own key",
    asks: ['s3-unknown-store-token', 's3-credentials-client'],
    async run(kit) {
      requireRefusal(
        's3-unknown-store-token',
        await trade(kit, kit.means.client, 'kit-never-given-by-anybody'),
        404,
        'unknown_store_token',
        'a store token that nobody gave',
      )
      requireRefusal(
        's3-credentials-client',
        await trade(kit, kit.store.key),
        403,
        'other_store',
        "a trade with a store's own key",
      )
    },
  },
  {
    id: 'store',
    part: 'happy',
    says: 'the store says who it is',
    asks: ['s3-store', 's2-ids-text'],
    async run(kit) {
      const answer = await kit.ofStore('GET', '')
      ask('s3-store', answer.status === 200, `the store was answered ${describeAnswer(answer)}`)
      const { json } = answer
      for (const name of STORE_TEXTS)
        ask(
          's3-store',
          typeof json[name] === 'string' && json[name] !== '',
          `"${name}" is not a text: ${JSON.stringify(json[name])}`,
        )
      ask(
        's2-ids-text',
        json.id === kit.store.id,
        `"id" is ${JSON.stringify(json.id)}, and the credential said ${JSON.stringify(kit.store.id)}`,
      )
      ask(
        's3-store',
        typeof json.is_os2 === 'boolean' && (json.status === 'active' || json.status === 'closed'),
        '"is_os2" must be true or false, "status" active or closed',
      )
      ask(
        's3-store',
        URL.canParse(String(json.url)) && /^https?:/.test(String(json.url)),
        `"url" is not a web address: ${String(json.url)}`,
      )
      ask(
        's3-store',
        /^[^/]+$/.test(String(json.domain)),
        `"domain" is a host with its port, without anything else: ${String(json.domain)}`,
      )
      ask(
        's3-store',
        json.contact_email === undefined || /^[^\s@]+@[^\s@]+$/.test(String(json.contact_email)),
        `"contact_email" is not a mail address: ${String(json.contact_email)}`,
      )
    },
  },
  {
    id: 'languages',
    part: 'happy',
    says: 'the platform tells its languages to either key, the store those that it uses',
    asks: ['s3-languages', 's3-store-languages', 's2-ids-text'],
    async run(kit) {
      const known = readNames('s3-languages', await kit.call(kit.means.client, 'GET', '/languages'))
      const asStore = readNames('s3-languages', await kit.call(kit.store.key, 'GET', '/languages'))
      ask(
        's3-languages',
        JSON.stringify(known) === JSON.stringify(asStore),
        "the platform client key and a store's key are told different languages",
      )
      const used = readNames('s3-store-languages', await kit.ofStore('GET', '/languages'))
      ask('s3-store-languages', used.length > 0, 'a store uses one language at least')
      const unknown = used.find((language) => !known.some((one) => one.code === language.code))
      ask(
        's3-store-languages',
        !unknown,
        `the store uses ${unknown?.code ?? ''}, which the platform does not know`,
      )
    },
  },
  {
    id: 'customer-groups',
    part: 'happy',
    says: 'the store tells its customer groups',
    asks: ['s3-customer-groups'],
    async run(kit) {
      readNames('s3-customer-groups', await kit.ofStore('GET', '/customer-groups'))
    },
  },
  {
    id: 'state',
    part: 'happy',
    says: 'the state lists every slot that there is, once, with hashes',
    asks: ['s3-state', 's5-state', 's5-slots', 's5-base-hash'],
    async run(kit) {
      const { slots } = await kit.state()
      ask('s5-slots', slots.length > 0, 'a store without a slot takes no item at all')
      ask(
        's5-slots',
        new Set(slots.map((slot) => slot.slot)).size === slots.length,
        'a slot is listed twice',
      )
      const odd = slots.find((slot) => slot.slot !== 'theme' && !/^placement:\d+$/.test(slot.slot))
      ask('s5-slots', !odd, `there is no slot called ${odd?.slot ?? ''} in section 4`)
      for (const slot of slots)
        ask(
          's5-base-hash',
          slot.layers.length > 0 || slot.sha256 === slot.base_sha256,
          `${slot.slot} has no layers, and its two hashes differ`,
        )
      const empty = slots.find(
        (slot) => slot.slot.startsWith('placement:') && slot.layers.length === 0,
      )
      if (empty)
        ask(
          's5-slot-hash',
          /^[0-9a-f]{64}$/.test(empty.sha256) && sha256('').length === empty.sha256.length,
          'hashes are lower-case hex',
        )
    },
  },
  {
    id: 'read-at-once',
    part: 'concurrent',
    says: 'twelve calls at the same time are answered as one would be, each in time',
    asks: ['s3-at-once', 's3-in-time'],
    async run(kit) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          kit.ofStore('GET', at % 2 === 0 ? '/state' : '/languages'),
        ),
      )
      const wrong = answers.find((answer) => answer.status !== 200)
      ask(
        's3-at-once',
        !wrong,
        `one of twelve calls at the same time was answered ${wrong ? describeAnswer(wrong) : ''}`,
      )
      const states = new Set(answers.filter((_, at) => at % 2 === 0).map((answer) => answer.text))
      ask(
        's3-at-once',
        states.size === 1,
        'the same question at the same time was answered in different ways',
      )
      const slowest = Math.max(...answers.map((answer) => answer.ms))
      ask(
        's3-in-time',
        slowest < 8000,
        `one of twelve calls at the same time took ${Math.round(slowest / 1000)} seconds`,
      )
    },
  },
]
