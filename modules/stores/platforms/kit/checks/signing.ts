import type { Check } from '../check.ts'
import { ask } from '../faults.ts'
import { requireRefusal, describeAnswer, type Kit } from '../kit.ts'
import { newNonce, sha256, withQuery, type SignedRequest, type Key } from '../signed-calls.ts'

/** Section 2: who may call, and how a refusal looks. */

/** A call that is right in all but one thing. */
async function refusedSignature(
  kit: Kit,
  anchor: string,
  what: string,
  asked: SignedRequest,
  key: Key = kit.store.key,
): Promise<void> {
  requireRefusal(
    anchor,
    await kit.call(key, 'GET', `/stores/${kit.store.id}`, asked),
    401,
    'bad_signature',
    what,
  )
}

export const signingChecks: readonly Check[] = [
  {
    id: 'signed-call',
    part: 'happy',
    says: 'a call that is signed as section 2 says is answered, with a query too',
    asks: ['s2-string', 's2-headers'],
    async run(kit) {
      const plain = await kit.ofStore('GET', '')
      ask('s2-string', plain.status === 200, `a signed call was answered ${describeAnswer(plain)}`)
      const path = withQuery(kit.base, `/stores/${kit.store.id}`, 'kit=a%20b')
      const withOne = await kit.call(kit.store.key, 'GET', path)
      ask(
        's2-string',
        withOne.status === 200,
        `a signed call with a query was answered ${describeAnswer(withOne)}: the path is signed with its query, exactly as sent`,
      )
    },
  },
  {
    id: 'wrong-signature',
    part: 'hostile',
    says: 'a call without a signature, or with one of something else, is refused',
    asks: ['s2-bad-signature', 's2-headers', 's2-string'],
    async run(kit) {
      const target = new URL(kit.base).pathname
      await refusedSignature(kit, 's2-headers', 'a call without a signature', {
        headers: { 'arasta-signature': undefined },
      })
      await refusedSignature(kit, 's2-headers', 'a call without a timestamp', {
        headers: { 'arasta-timestamp': undefined },
      })
      await refusedSignature(kit, 's2-headers', 'a call without a nonce', {
        headers: { 'arasta-nonce': undefined },
      })
      await refusedSignature(
        kit,
        's2-bad-signature',
        'a call signed with a wrong secret',
        {},
        { ...kit.store.key, secret: 'guessed' },
      )
      await refusedSignature(
        kit,
        's2-bad-signature',
        'a call with a key that nobody has',
        {},
        { id: 'nobody', secret: 'guessed' },
      )
      await refusedSignature(
        kit,
        's2-bad-signature',
        'a call with an empty secret',
        {},
        { ...kit.store.key, secret: '' },
      )
      await refusedSignature(kit, 's2-bad-signature', 'a signature of another scheme', {
        headers: { 'arasta-signature': `v2=${'A'.repeat(43)}` },
      })
      await refusedSignature(kit, 's2-string', 'a signature over another method', {
        signed: { method: 'DELETE' },
      })
      await refusedSignature(kit, 's2-string', 'a signature over another path', {
        signed: { target: `${target}/stores/another` },
      })
      await refusedSignature(kit, 's2-string', 'a timestamp that was not signed', {
        headers: { 'arasta-timestamp': String(kit.now() - 1) },
      })
      await refusedSignature(kit, 's2-string', 'a nonce that was not signed', {
        headers: { 'arasta-nonce': newNonce() },
      })
    },
  },
  {
    id: 'unsigned-query',
    part: 'hostile',
    says: 'a query that was not signed is refused',
    asks: ['s2-string'],
    async run(kit) {
      const path = `/stores/${kit.store.id}`
      const { pathname, search } = new URL(kit.base)
      const signed = `${(pathname + search).replace(/\/$/, '')}${path}`
      requireRefusal(
        's2-string',
        await kit.call(kit.store.key, 'GET', withQuery(kit.base, path, 'more=1'), {
          signed: { target: signed },
        }),
        401,
        'bad_signature',
        'a query that was not signed',
      )
    },
  },
  {
    id: 'changed-body',
    part: 'hostile',
    says: 'a body that was changed on the way is refused',
    asks: ['s2-string'],
    async run(kit) {
      const answer = await kit.ofStore('PUT', `/effects/${kit.newEffectId()}`, {
        body: { changed: true },
        signed: { body: '{"changed":false}' },
      })
      requireRefusal(
        's2-string',
        answer,
        401,
        'bad_signature',
        'a body whose hash is not the one that was signed',
      )
    },
  },
  {
    id: 'clock-skew',
    part: 'hostile',
    says: 'a timestamp more than 300 seconds off is refused, one within them is not',
    asks: ['s2-timestamp'],
    async run(kit) {
      for (const off of [-290, 290]) {
        const answer = await kit.ofStore('GET', '', { timestamp: kit.now() + off })
        ask(
          's2-timestamp',
          answer.status === 200,
          `a timestamp ${off} seconds off was answered ${describeAnswer(answer)}`,
        )
      }
      for (const off of [-310, 310, -86_400])
        await refusedSignature(kit, 's2-timestamp', `a timestamp ${off} seconds off`, {
          timestamp: kit.now() + off,
        })
      for (const timestamp of ['soon', '-1', '1e9', ''])
        await refusedSignature(kit, 's2-timestamp', `the timestamp ${JSON.stringify(timestamp)}`, {
          headers: { 'arasta-timestamp': timestamp },
        })
      await refusedSignature(kit, 's2-timestamp', 'a signed timestamp that is no number', {
        timestamp: Number.NaN,
      })
    },
  },
  {
    id: 'nonce-replay',
    part: 'hostile',
    says: 'a call that is sent a second time is refused',
    asks: ['s2-nonce-once'],
    async run(kit) {
      const asked = { nonce: newNonce(), timestamp: kit.now() }
      const first = await kit.ofStore('GET', '', asked)
      ask(
        's2-nonce-once',
        first.status === 200,
        `a call with a new nonce was answered ${describeAnswer(first)}`,
      )
      await refusedSignature(kit, 's2-nonce-once', 'the same call once more', asked)
    },
  },
  {
    id: 'nonce-at-once',
    part: 'concurrent',
    says: 'of five calls with one nonce at the same time one is answered',
    asks: ['s2-nonce-once', 's3-at-once'],
    async run(kit) {
      const asked = { nonce: newNonce(), timestamp: kit.now() }
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => kit.ofStore('GET', '', asked)),
      )
      const taken = answers.filter((answer) => answer.status === 200).length
      ask(
        's2-nonce-once',
        taken === 1,
        `${taken} of five calls with the same nonce were answered 200`,
      )
    },
  },
  {
    id: 'nonce-of-a-fast-clock',
    part: 'slow',
    says: 'a nonce is remembered for as long as its timestamp is good',
    asks: ['s2-nonce-once'],
    needs: ['patience'],
    async run(kit) {
      const asked = { nonce: newNonce(), timestamp: kit.now() + 290 }
      await kit.ofStore('GET', '', asked)
      await kit.wait(570)
      await refusedSignature(
        kit,
        's2-nonce-once',
        'a call that was sent before, whose timestamp is still good',
        asked,
      )
    },
  },
  {
    id: 'other-store',
    part: 'hostile',
    says: "a store's key opens that store only",
    asks: ['s2-own-store', 's2-other-store'],
    needs: ['other'],
    async run(kit) {
      const path = `/stores/${kit.other?.id ?? ''}`
      for (const [method, below] of [
        ['GET', ''],
        ['GET', '/state'],
        ['GET', '/languages'],
        ['DELETE', '/effects/kit'],
        ['GET', '/effects/kit'],
      ] as const) {
        requireRefusal(
          's2-own-store',
          await kit.call(kit.store.key, method, path + below),
          403,
          'other_store',
          `${method} ${path}${below} with the key of store ${kit.store.id}`,
        )
      }
    },
  },
  {
    id: 'client-key-on-a-store',
    part: 'hostile',
    says: "the platform client key opens no store of somebody's, and a store that is not there is no more open",
    asks: ['s2-other-store', 's2-own-store', 's2-unknown'],
    async run(kit) {
      requireRefusal(
        's2-other-store',
        await kit.call(kit.means.client, 'GET', `/stores/${kit.store.id}/state`),
        403,
        'other_store',
        'the state of a store, with the platform client key',
      )
      const answer = await kit.call(kit.store.key, 'GET', '/stores/kit-no-such-store')
      ask(
        's2-unknown',
        [403, 404].includes(answer.status),
        `a store that is not there was answered ${describeAnswer(answer)}`,
      )
    },
  },
  {
    id: 'unknown-call',
    part: 'hostile',
    says: 'a call that is not in the protocol is 404, and only for whoever signed it',
    asks: ['s2-unknown', 's2-order'],
    async run(kit) {
      requireRefusal(
        's2-unknown',
        await kit.call(kit.store.key, 'GET', '/kit/no-such-call'),
        404,
        'unknown_call',
        'a call that is not in the protocol',
      )
      for (const path of [
        '/kit/no-such-call',
        '/stores/kit-no-such-store',
        `/stores/${kit.store.id}/state`,
      ]) {
        requireRefusal(
          's2-order',
          await kit.call(kit.store.key, 'GET', path, {
            headers: { 'arasta-signature': 'v1=AAAA' },
          }),
          401,
          'bad_signature',
          `${path} without a right signature`,
        )
      }
    },
  },
  {
    id: 'bad-body',
    part: 'hostile',
    says: 'a body that is not of the form is 400',
    asks: ['s2-bad-request', 's2-error-form'],
    async run(kit) {
      const bodies = [
        '{',
        '[]',
        'null',
        '"text"',
        { kind: 'tracking_code' },
        {
          kind: 'nothing',
          slot: 'placement:3',
          package: sha256(''),
          item: { prefix: 'a', version: '1.0.0' },
          content: { html: '' },
        },
      ]
      for (const body of bodies) {
        const written = typeof body === 'string' ? body : JSON.stringify(body).slice(0, 60)
        requireRefusal(
          's2-bad-request',
          await kit.ofStore('PUT', `/effects/${kit.newEffectId()}`, { body }),
          400,
          'bad_request',
          `an effect with the body ${written}`,
        )
      }
      requireRefusal(
        's2-bad-request',
        await kit.call(kit.means.client, 'POST', '/credentials', { body: { store_token: 7 } }),
        400,
        'bad_request',
        'a store token that is a number',
      )
    },
  },
  {
    id: 'huge-body',
    part: 'hostile',
    says: 'a body over 1 MiB is 413, one just below is read',
    asks: ['s2-too-large'],
    async run(kit) {
      const path = `/effects/${kit.newEffectId()}`
      const most = 1024 * 1024
      const large = await kit.ofStore('PUT', path, { body: ' '.repeat(most + 1) })
      requireRefusal('s2-too-large', large, 413, 'too_large', 'a body of 1 MiB and one byte')
      requireRefusal(
        's2-too-large',
        await kit.ofStore('PUT', path, { body: ' '.repeat(most) }),
        400,
        'bad_request',
        'an empty body of 1 MiB',
      )
    },
  },
]
