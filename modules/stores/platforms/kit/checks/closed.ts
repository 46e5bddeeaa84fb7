import { createPublicKey, verify } from 'node:crypto'
import { STORE_RIGHTS } from '#lib/store-rights.ts'
import type { Check } from '../check.ts'
import { ask, NothingToCheck } from '../faults.ts'
import { requireRefusal, describeAnswer } from '../kit.ts'

/**
 * What belongs to a store that is closed, to the scratch store, and to the handover (sections 1 and
 * 3).
 */

const part = (text = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>

export const closedChecks: readonly Check[] = [
  {
    id: 'closed-store',
    part: 'hostile',
    says: 'a closed store says so to every call but the one that asks who it is',
    asks: ['s3-closed', 's3-closed-key', 's2-closed'],
    needs: ['closed'],
    async run(kit) {
      const { closed } = kit.means
      if (!closed) throw new NothingToCheck('there is no closed store')
      const path = `/stores/${closed.storeId}`
      const store = await kit.call(closed.key, 'GET', path)
      ask(
        's3-closed',
        store.status === 200 && store.json.status === 'closed',
        `a closed store was answered ${describeAnswer(store)} with status ${String(store.json.status)}`,
      )
      for (const [method, below] of [
        ['GET', '/state'],
        ['GET', '/languages'],
        ['GET', '/customer-groups'],
        ['GET', '/effects/kit'],
        ['DELETE', '/effects/kit'],
      ] as const) {
        requireRefusal(
          's3-closed',
          await kit.call(closed.key, method, path + below),
          410,
          'store_closed',
          `${method} ${below} of a closed store`,
        )
      }
      requireRefusal(
        's3-closed-key',
        await kit.call(closed.key, 'GET', '/languages'),
        410,
        'store_closed',
        "the platform's languages with the key of a closed store",
      )
      requireRefusal(
        's3-closed-key',
        await kit.call(kit.means.client, 'POST', '/credentials', {
          body: { store_token: closed.storeToken },
        }),
        410,
        'store_closed',
        "a trade of a closed store's token",
      )
    },
  },
  {
    id: 'scratch-store',
    part: 'happy',
    says: 'the platform client key opens the scratch store',
    asks: ['s6-scratch'],
    needs: ['scratch'],
    async run(kit) {
      const answer = await kit.call(
        kit.means.client,
        'GET',
        `/stores/${kit.means.scratchStore ?? ''}/state`,
      )
      ask(
        's6-scratch',
        answer.status === 200,
        `the state of the scratch store was answered ${describeAnswer(answer)}`,
      )
    },
  },
  {
    id: 'launch-token',
    part: 'happy',
    says: 'a launch token is signed with a registered key and says what section 1 asks',
    needs: ['handover'],
    asks: [
      's1-launch-token',
      's1-iss',
      's1-aud',
      's1-sub',
      's1-domain',
      's1-account',
      's1-role',
      's1-stores',
      's1-is-os2',
      's1-hl',
      's1-times',
      's1-jti',
    ],
    async run(kit) {
      const { handover } = kit.means
      if (!handover) throw new NothingToCheck('there is no launch token')
      const [head = '', body = '', signature = ''] = handover.launchToken.split('.')
      const [header, claims] = [part(head), part(body)]
      const jwk = handover.keys.find((one) => one.kid === header.kid)
      ask(
        's1-launch-token',
        header.alg === 'EdDSA' && jwk !== undefined,
        `the header says alg ${String(header.alg)} and kid ${String(header.kid)}, which is not one of the registered keys`,
      )
      const key = createPublicKey({ key: jwk, format: 'jwk' })
      ask(
        's1-launch-token',
        verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')),
        'the signature does not fit',
      )
      ask(
        's1-iss',
        typeof claims.iss === 'string' && /^\d+$/.test(claims.iss),
        `"iss" is the platform's number as text: ${JSON.stringify(claims.iss)}`,
      )
      ask(
        's1-aud',
        claims.aud === handover.market,
        `"aud" is the origin of the market: ${JSON.stringify(claims.aud)}`,
      )
      ask(
        's1-sub',
        claims.sub === kit.store.id,
        `"sub" is the store's id: ${JSON.stringify(claims.sub)}`,
      )
      const store = await kit.ofStore('GET', '')
      ask(
        's1-domain',
        claims.domain === store.json.domain,
        `"domain" is ${JSON.stringify(claims.domain)}, and the store says ${JSON.stringify(store.json.domain)}`,
      )
      const account = { ...(claims.account as Record<string, unknown> | undefined) }
      ask(
        's1-account',
        ['id', 'name', 'email'].every((name) => typeof account[name] === 'string'),
        `"account" lacks id, name or email: ${JSON.stringify(claims.account)}`,
      )
      ask(
        's1-role',
        ['undefined', ...STORE_RIGHTS].includes(String(claims.role)),
        `"role" is ${JSON.stringify(claims.role)}`,
      )
      const others: unknown = claims.stores ?? []
      ask(
        's1-stores',
        Array.isArray(others) &&
          others.length <= 100 &&
          others.every((one) => typeof one === 'string'),
        `"stores" is ${JSON.stringify(claims.stores)}`,
      )
      ask(
        's1-is-os2',
        claims.is_os2 === store.json.is_os2,
        `"is_os2" is ${JSON.stringify(claims.is_os2)}, and the store says ${JSON.stringify(store.json.is_os2)}`,
      )
      ask('s1-hl', /^[a-z]{2,3}$/i.test(String(claims.hl)), `"hl" is ${JSON.stringify(claims.hl)}`)
      const [iat, nbf, exp] = [Number(claims.iat), Number(claims.nbf), Number(claims.exp)]
      ask(
        's1-times',
        exp - iat <= 120 && exp > iat && nbf <= exp,
        `iat ${iat}, nbf ${nbf}, exp ${exp}: at most 120 seconds`,
      )
      ask(
        's1-jti',
        typeof claims.jti === 'string' && claims.jti.length >= 16,
        `"jti" is ${JSON.stringify(claims.jti)}`,
      )
    },
  },
]
