import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { canonicalJson, sha256 } from '#modules/stores/platforms/kit/signed-calls.ts'
import { isObject, need, needObject, needText, No, SCOPES, SLOTS, type Plain } from './platform.ts'
import type { Layer, StoreFile } from './store-file.ts'

/** Effects, layers and users of the plain platform. */

type Json = Record<string, unknown>

const answerOf = ({ effect_id, kind, slot, content, revision, place }: Layer) => ({
  effect_id,
  kind,
  slot,
  sha256: sha256(canonicalJson(content)),
  revision,
  place,
})

const BROKEN_HASH = (content: Json) =>
  sha256(JSON.stringify(Object.fromEntries(Object.entries(content).reverse())) + ' ')

/** Reads an effect's form; 400 when it is none. */
export function readEffect(body: Json): Omit<Layer, 'effect_id' | 'revision' | 'place'> {
  const [kind, slot, hash, item, content] = [
    needText(body, 'kind'),
    needText(body, 'slot'),
    needText(body, 'package'),
    needObject(body, 'item'),
    needObject(body, 'content'),
  ]
  if (kind === 'tracking_code' || kind === 'design_block') needText(content, 'html')
  else if (kind === 'theme') {
    needText(content, 'stylesheet')
    needObject(content, 'settings')
  } else if (kind === 'web_service_user') {
    needText(content, 'name')
    if (!Array.isArray(content.scopes)) throw new No(400, 'bad_request', 'scopes')
  } else throw new No(400, 'bad_request', 'kind')
  const given = {
    kind,
    slot,
    package: hash,
    item: { prefix: needText(item, 'prefix'), version: needText(item, 'version') },
    content,
  }
  return { ...given, body: canonicalJson(given) }
}

export const slotFits = ({ kind, slot, item }: Pick<Layer, 'kind' | 'slot' | 'item'>): boolean =>
  kind === 'web_service_user'
    ? slot === `user:${item.prefix}`
    : kind === 'theme'
      ? slot === 'theme'
      : slot !== 'theme' && SLOTS.includes(slot)

/** Does the package have what the effect names, and is it the item's? */
export function requireContent(
  { data, is }: Plain,
  effect: Pick<Layer, 'kind' | 'package' | 'item' | 'content'>,
): void {
  const kept = data.packageOf(effect.package)
  if (kept?.prefix !== effect.item.prefix || kept.version !== effect.item.version)
    throw new No(422, 'bad_effect', "the package is another item's")
  if (effect.kind === 'theme' && !(String(effect.content.stylesheet) in kept.files))
    throw new No(422, 'bad_effect', 'no such stylesheet')
  const scopes = effect.kind === 'web_service_user' ? (effect.content.scopes as string[]) : []
  if (scopes.some((scope) => !SCOPES.includes(scope)) && !is('no-user'))
    throw new No(422, 'bad_effect', 'no such scope')
}

function requireTurn(file: StoreFile, { is }: Plain, id: string, asked: number): void {
  if (asked + 5 < (file.turns[id] ?? 0) && !is('effect-overtaken')) throw new No(409, 'overtaken')
  file.turns[id] = Math.max(asked, file.turns[id] ?? 0)
}

export function createEffects(plain: Plain) {
  const { data, is } = plain

  function placeOf(
    file: StoreFile,
    effect: ReturnType<typeof readEffect>,
    replaces: unknown,
    place: unknown,
  ): number {
    const former =
      typeof replaces === 'string'
        ? file.layers.find((layer) => layer.effect_id === replaces)
        : undefined
    if (former) {
      const isSame =
        former.kind === effect.kind &&
        former.slot === effect.slot &&
        former.item.prefix === effect.item.prefix
      if (!isSame && !is('replaces-refused'))
        throw new No(422, 'bad_effect', 'of another kind, slot or item')
      file.layers = file.layers.filter((layer) => layer !== former)
      if (!is('replaces')) return former.place
    }
    if (typeof place !== 'number' || is('place')) return ++file.places
    if (place > file.places) throw new No(422, 'bad_effect', 'never given')
    if (file.layers.some((layer) => layer.place === place)) throw new No(409, 'place_taken')
    return place
  }

  function putInto(file: StoreFile, store: string, id: string, body: Json, asked: number): Json {
    requireTurn(file, plain, id, asked)
    const { replaces, place } = body
    const effect = readEffect(body)
    const there = file.layers.find((layer) => layer.effect_id === id)
    if (there && is('effect-again')) there.revision = ++file.revision
    const told = there && is('user') ? { secret: 'told-again-and-again' } : {}
    if (there && (there.body === effect.body || is('effect-differs')))
      return { ...answerOf(there), ...told }
    if (there) throw new No(409, 'effect_differs')
    if (!slotFits(effect)) throw new No(422, 'unsupported_slot')
    if (!file.packages.includes(effect.package) && !is('effect-refused'))
      throw new No(409, 'package_missing')
    if (data.packageOf(effect.package)) requireContent(plain, effect)
    if (typeof replaces === 'string') requireTurn(file, plain, replaces, asked)
    const layer: Layer = {
      effect_id: id,
      ...effect,
      place: placeOf(file, effect, replaces, place),
      revision: ++file.revision,
    }
    file.layers.push(layer)
    file.layers.sort((one, two) => one.place - two.place)
    const answer = is('effect')
      ? { ...answerOf(layer), sha256: BROKEN_HASH(layer.content) }
      : answerOf(layer)
    if (layer.kind !== 'web_service_user') return answer
    const inherited = file.secrets.filter((one) => one.effect_id === replaces)
    for (const one of inherited) one.effect_id = id
    return inherited.length > 0 ? answer : { ...answer, secret: newSecret(file, id) }
  }

  function newSecret(file: StoreFile, id: string): string {
    const secret = randomBytes(32).toString('base64url')
    file.secrets.push({ effect_id: id, secret, until: null })
    return secret
  }

  return {
    async put(store: string, id: string, body: unknown, asked: number): Promise<Json> {
      if (!isObject(body)) throw new No(400, 'bad_request')
      if (is('effects-at-once') || is('effect-at-once')) {
        // Reads, does something else, and writes over what others wrote meanwhile.
        const file = data.read(store)
        await nextTurn()
        const answer = putInto(file, store, id, body, asked)
        await new Promise((resolve) => setTimeout(resolve, 20))
        if (is('effect-at-once')) file.revision = data.read(store).revision + 1
        data.write(store, file)
        return answer
      }
      return data.change(store, (file) => putInto(file, store, id, body, asked))
    },
    get(store: string, id: string): Json {
      const found = data.read(store).layers.find((layer) => layer.effect_id === id)
      if (!found) throw new No(404, 'unknown_effect')
      return {
        ...answerOf(found),
        package: found.package,
        item: found.item,
        content: found.content,
      }
    },
    remove: (store: string, id: string, asked: number): Json =>
      data.change(store, (file) => {
        requireTurn(file, plain, id, asked)
        const isThere = file.layers.some((layer) => layer.effect_id === id)
        if (!isThere && is('effect-removed')) throw new No(404, 'unknown_effect')
        file.layers = file.layers.filter(
          (layer, at) => layer.effect_id !== id && !(is('layers-in-any-order') && at === 0),
        )
        file.secrets = file.secrets.filter((one) => one.effect_id !== id)
        if (isThere) file.revision += 1
        return { effect_id: id, removed: isThere }
      }),
    renew: (store: string, id: string, body: unknown, url: string): Json =>
      data.change(store, (file) => {
        if (!isObject(body)) throw new No(400, 'bad_request')
        const seconds = need(body, 'former_seconds', 'number') as number
        if (
          !file.layers.some((layer) => layer.effect_id === id && layer.kind === 'web_service_user')
        )
          throw new No(404, 'unknown_effect')
        const until = plain.config.now() + seconds
        for (const one of file.secrets)
          if (one.effect_id === id) one.until = Math.min(one.until ?? until, until)
        return { effect_id: id, secret: newSecret(file, id), url }
      }),
    state(store: string): Json {
      const file = data.read(store)
      const slots = SLOTS.map((slot) => {
        const layers = file.layers.filter((layer) => layer.slot === slot)
        const top = is('theme') ? layers[0] : layers.at(-1)
        const markup = layers
          .map(
            (layer) =>
              `<!--arasta:${layer.effect_id}-->${String(layer.content.html)}<!--/arasta:${layer.effect_id}-->`,
          )
          .join('')
        const shown =
          slot === 'theme'
            ? canonicalJson(top ? { content: top.content, package: top.package } : 'plain')
            : markup
        return {
          slot,
          base_sha256: sha256(is('state') ? 'something' : slot === 'theme' ? '"plain"' : ''),
          sha256: sha256(shown),
          layers: layers.map((layer) => ({
            effect_id: layer.effect_id,
            kind: layer.kind,
            sha256: answerOf(layer).sha256,
            place: layer.place,
            item: layer.item,
          })),
        }
      })
      const users = file.layers
        .filter((layer) => layer.kind === 'web_service_user')
        .map(({ effect_id, content }) => ({ effect_id, ...content }))
      return { revision: file.revision, slots, users, packages: file.packages }
    },
  }
}
export type Effects = ReturnType<typeof createEffects>
