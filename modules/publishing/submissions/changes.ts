import { pickText, type Locale } from '#lib/locale.ts'
import { defaultAnswers, type Listing, type Manifest } from '#modules/catalog/public.ts'
import { inputsOf, planChanges, sourceLines } from '#modules/installs/public.ts'

/** A value before and after, as text for a side-by-side view. */
export interface TextChange {
  place: string
  before: string
  after: string
}

const asJson = (value: unknown): string => (value === null ? '' : JSON.stringify(value, null, 2))
/** A release without a package has no manifest. */
const manifestIn = (value: unknown): Manifest | null =>
  value !== null && typeof value === 'object' && 'kind' in value ? (value as Manifest) : null

export function manifestChange(before: unknown, after: Manifest | null): TextChange | null {
  if (after === null) return null
  const [old, now] = [asJson(manifestIn(before)), asJson(after)]
  return old === now
    ? null
    : {
        place: after.kind === 'app' ? 'arasta.app.json' : 'arasta.theme.json',
        before: old,
        after: now,
      }
}

/** Permissions of the app with their reasons, including unchanged ones: a reviewer reads them all. */
export function permissionChanges(
  before: unknown,
  after: Manifest | null,
  locale: Locale,
): TextChange[] {
  if (after === null) return []
  const [old, now] = [permissionsOf(manifestIn(before), locale), permissionsOf(after, locale)]
  return [...new Set([...now.keys(), ...old.keys()])].map((place) => ({
    place,
    before: old.get(place) ?? '',
    after: now.get(place) ?? '',
  }))
}

function permissionsOf(manifest: Manifest | null, locale: Locale): Map<string, string> {
  if (manifest?.kind !== 'app') return new Map()
  const scopes = manifest.web_service_user?.scopes ?? []
  return new Map(
    manifest.permissions.map((one) => [
      one.code,
      [
        pickText(one.reason, locale),
        one.required ? 'required' : 'optional',
        ...(one.code === 'web_service_user' ? scopes : []),
      ].join('\n'),
    ]),
  )
}

/**
 * What an install with the default answers changes on a shop (D12): the same plan that its owner
 * reads.
 */
export function partChanges(
  before: unknown,
  after: Manifest | null,
  locale: Locale,
): (TextChange & { title: string })[] {
  if (after === null) return []
  const [old, now] = [partsOf(manifestIn(before)), partsOf(after)]
  return [...new Set([...now.keys(), ...old.keys()])].map((key) => {
    const [was, is] = [old.get(key), now.get(key)]
    return {
      place: (is ?? was)?.slot ?? key,
      title: pickText((is ?? was)?.title ?? {}, locale),
      before: was?.source ?? '',
      after: is?.source ?? '',
    }
  })
}

const partsOf = (manifest: Manifest | null) =>
  new Map(
    manifest === null
      ? []
      : planChanges(manifest, defaultAnswers(inputsOf(manifest))).map(
          (change) =>
            [
              change.key,
              {
                slot: change.slot,
                title: change.title,
                source: sourceLines(change.kind, change.content, {
                  package: '',
                  files: change.files,
                }),
              },
            ] as const,
        ),
  )

/** Fields of the listing that differ, by path: `texts.tr.tagline`. */
export function listingChanges(before: Listing | null, after: Listing): TextChange[] {
  const [old, now] = [
    before === null ? new Map<string, string>() : fieldsOf(before),
    fieldsOf(after),
  ]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((place) => {
    const [was, is] = [old.get(place) ?? '', now.get(place) ?? '']
    return was === is ? [] : [{ place, before: was, after: is }]
  })
}

/** The fields of a listing that a partner writes, by path. */
function fieldsOf(listing: Listing): Map<string, string> {
  const fields = new Map<string, string>()
  for (const { locale, ...text } of listing.texts) put(fields, `texts.${locale}`, text)
  const {
    name,
    price,
    inAppPurchase,
    icon,
    swatches,
    ground,
    links,
    credits,
    facts,
    categoryIds,
    tagIds,
    plans,
  } = listing
  for (const [place, value] of Object.entries({
    name,
    price,
    inAppPurchase,
    icon,
    swatches,
    ground,
    links,
    credits,
    facts,
    categories: categoryIds,
    tags: tagIds ?? [],
    plans,
  }))
    put(fields, place, value)
  for (const picture of listing.pictures) {
    const place = [
      'pictures',
      picture.role,
      picture.device,
      picture.locale ?? 'all',
      picture.position,
    ].join('.')
    put(
      fields,
      `${place}.file`,
      picture.sources.toSorted((a, b) => b.width - a.width)[0]?.path ?? '',
    )
    put(fields, `${place}.alt`, picture.alt)
  }
  return fields
}

function put(fields: Map<string, string>, place: string, value: unknown): void {
  if (value === null || value === undefined || value === '') return
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    if (value.length > 0) fields.set(place, value.join('\n'))
    return
  }
  if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) put(fields, `${place}.${key}`, inner)
    return
  }
  fields.set(place, String(value))
}
