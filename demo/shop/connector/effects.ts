import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import type { Database } from '../storage/database.ts'
import { canonicalJson, sha256 } from './canonical-json.ts'
import { findPackageFile, getPackage } from './packages.ts'
import { Refusal } from './refusal.ts'
import { grow } from './revision.ts'
import type { EffectBody } from './schemas.ts'
import { slots } from './slots.ts'
import { keepTurn, requireTurn } from './turns.ts'
import { endUser, handOver, newUserSecret } from './users.ts'

/** One effect as it is kept; `content` is canonical JSON. */
export interface Effect {
  effectId: string
  kind: EffectBody['kind']
  slot: string
  package: string
  prefix: string
  version: string
  content: string
  contentSha256: string
  bodySha256: string
  revision: number
  secretHash: string | null
  /** Where it stands among the layers. */
  place: number
}

export interface EffectAnswer {
  effect_id: string
  kind: string
  slot: string
  sha256: string
  revision: number
  place: number
  secret?: string
}

/** What the web services of this platform let a user do. */
export const knownScopes: readonly string[] = ['products.read', 'orders.read', 'orders.note']

const columns = `effect_id AS "effectId", kind, slot, package, prefix, version, content, content_sha256 AS "contentSha256",
  body_sha256 AS "bodySha256", revision, secret_hash AS "secretHash", position AS place`

export const getEffect = (db: Database, storeId: StoreId, effectId: string): Effect | undefined =>
  db.get<Effect>(
    `SELECT ${columns} FROM effect WHERE store_id = ? AND effect_id = ?`,
    storeId,
    effectId,
  )

/** In the order in which they first came. */
export const effectsOf = (db: Database, storeId: StoreId): Effect[] =>
  db.all<Effect>(`SELECT ${columns} FROM effect WHERE store_id = ? ORDER BY position`, storeId)

export const layersOf = (db: Database, storeId: StoreId, slot: string): Effect[] =>
  db.all<Effect>(
    `SELECT ${columns} FROM effect WHERE store_id = ? AND slot = ? ORDER BY position`,
    storeId,
    slot,
  )

const answerOf = (effect: Effect): EffectAnswer => ({
  effect_id: effect.effectId,
  kind: effect.kind,
  slot: effect.slot,
  sha256: effect.contentSha256,
  revision: effect.revision,
  place: effect.place,
})

/**
 * Puts a layer or a user there, in the place of `replaces` if that one is there, else at `place`
 * where it stood before. The same again answers the same; the id with another body is refused.
 */
export function putEffect(
  platform: Platform,
  storeId: StoreId,
  effectId: string,
  given: EffectBody,
  askedAt: number,
): EffectAnswer {
  const { db } = platform
  const { replaces, place, ...body } = given
  return db.transaction(() => {
    requireTurn(db, storeId, effectId, askedAt)
    const bodySha256 = sha256(canonicalJson(body))
    const there = getEffect(db, storeId, effectId)
    if (there?.bodySha256 === bodySha256) return answerOf(there)
    if (there)
      throw new Refusal(409, 'effect_differs', `effect ${effectId} is there with another body`)
    checkFits(platform, storeId, given)
    if (replaces !== undefined) keepTurn(db, storeId, replaces, askedAt)
    const position =
      (replaces === undefined ? null : takePlace(db, storeId, replaces, body)) ??
      (place === undefined ? null : freePlace(db, place))

    if (replaces !== undefined && body.kind === 'web_service_user')
      handOver(platform, storeId, replaces, effectId, body.content.scopes)
    const secret =
      body.kind === 'web_service_user' && replaces === undefined
        ? newUserSecret(platform, storeId, effectId)
        : undefined
    const content = canonicalJson(body.content)
    const effect: Omit<Effect, 'place'> = {
      effectId,
      kind: body.kind,
      slot: body.slot,
      package: body.package,
      prefix: body.item.prefix,
      version: body.item.version,
      content,
      contentSha256: sha256(content),
      bodySha256,
      revision: grow(db, storeId),
      secretHash: null,
    }
    db.run(
      `INSERT INTO effect (position, store_id, effect_id, kind, slot, package, prefix, version, content, content_sha256,
         body_sha256, revision, secret_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      position,
      storeId,
      effect.effectId,
      effect.kind,
      effect.slot,
      effect.package,
      effect.prefix,
      effect.version,
      effect.content,
      effect.contentSha256,
      effect.bodySha256,
      effect.revision,
      effect.secretHash,
    )
    const answer = answerOf(getEffect(db, storeId, effectId) as Effect)
    return secret === undefined ? answer : { ...answer, secret }
  })
}

/**
 * Takes `replaces` away and says where it stood; null when it is not there, and the new one comes
 * last.
 */
function takePlace(
  db: Database,
  storeId: StoreId,
  replaces: string,
  body: Omit<EffectBody, 'replaces'>,
): number | null {
  const row = db.get<{ position: number; kind: string; slot: string; prefix: string }>(
    'SELECT position, kind, slot, prefix FROM effect WHERE store_id = ? AND effect_id = ?',
    storeId,
    replaces,
  )
  if (!row) return null
  if (row.kind !== body.kind || row.slot !== body.slot || row.prefix !== body.item.prefix) {
    throw new Refusal(422, 'bad_effect', `effect ${replaces} is of another kind, slot or item`)
  }
  db.run('DELETE FROM effect WHERE store_id = ? AND effect_id = ?', storeId, replaces)
  return row.position
}

/** A place that was given out once and that nobody has now. */
function freePlace(db: Database, place: number): number {
  const last =
    db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'effect'")?.seq ?? 0
  if (place > last) throw new Refusal(422, 'bad_effect', `place ${place} was never given`)
  if (db.get('SELECT 1 FROM effect WHERE position = ?', place))
    throw new Refusal(409, 'place_taken', `another layer stands at ${place}`)
  return place
}

/** `GET /stores/{store}/effects/{effect_id}`: what stands there now, whoever wrote it. */
export function showEffect({ db }: Platform, storeId: StoreId, effectId: string) {
  const effect = getEffect(db, storeId, effectId)
  if (!effect) throw new Refusal(404, 'unknown_effect', `there is no effect ${effectId}`)
  return {
    ...answerOf(effect),
    package: effect.package,
    item: { prefix: effect.prefix, version: effect.version },
    content: JSON.parse(effect.content) as Record<string, unknown>,
  }
}

/**
 * The owner of the store writes into what an item put there: the platform lets them, and says so by
 * the layer's hash.
 */
export function editEffect(
  { db }: Platform,
  storeId: StoreId,
  effectId: string,
  html: string,
): void {
  db.transaction(() => {
    const effect = getEffect(db, storeId, effectId)
    if (!effect || (effect.kind !== 'tracking_code' && effect.kind !== 'design_block')) return
    const content = canonicalJson({ html })
    if (content === effect.content) return
    db.run(
      'UPDATE effect SET content = ?, content_sha256 = ?, revision = ? WHERE store_id = ? AND effect_id = ?',
      content,
      sha256(content),
      grow(db, storeId),
      storeId,
      effectId,
    )
  })
}

function checkFits(platform: Platform, storeId: StoreId, body: EffectBody): void {
  const { db } = platform
  if (!slotFits(body))
    throw new Refusal(422, 'unsupported_slot', `${body.kind} cannot go into ${body.slot}`)
  if (
    !db.get('SELECT 1 FROM store_package WHERE store_id = ? AND sha256 = ?', storeId, body.package)
  ) {
    throw new Refusal(409, 'package_missing', `the store has no package ${body.package}`)
  }
  checkContent(platform, body)
}

/** Is the effect of the item that its package is of, and does the package have what it names? */
export function checkContent(platform: Platform, body: EffectBody): void {
  const kept = getPackage(platform, body.package)
  if (kept?.prefix !== body.item.prefix || kept.version !== body.item.version) {
    throw new Refusal(422, 'bad_effect', 'the package is of another item or version')
  }
  if (body.kind === 'theme') {
    const files = [body.content.stylesheet, body.content.stylesheet_rtl ?? body.content.stylesheet]
    const lacking = files.find(
      (file) => !file.endsWith('.css') || !findPackageFile(platform, body.package, file),
    )
    if (lacking !== undefined)
      throw new Refusal(422, 'bad_effect', `the package has no stylesheet ${lacking}`)
  }
  if (body.kind === 'web_service_user') {
    const unknown = body.content.scopes.find((scope) => !knownScopes.includes(scope))
    if (unknown !== undefined) throw new Refusal(422, 'bad_effect', `there is no scope ${unknown}`)
  }
}

export function slotFits(body: EffectBody): boolean {
  if (body.kind === 'web_service_user') return body.slot === `user:${body.item.prefix}`
  if (body.kind === 'theme') return body.slot === 'theme'
  return body.slot.startsWith('placement:') && slots.includes(body.slot)
}

/** Takes a layer or a user away; what is not there is removed already. */
export function removeEffect(
  { db }: Platform,
  storeId: StoreId,
  effectId: string,
  askedAt: number,
): { effect_id: string; removed: boolean } {
  return db.transaction(() => {
    requireTurn(db, storeId, effectId, askedAt)
    const removed =
      db.run('DELETE FROM effect WHERE store_id = ? AND effect_id = ?', storeId, effectId) === 1
    if (removed) grow(db, storeId)
    endUser(db, storeId, effectId)
    return { effect_id: effectId, removed }
  })
}
