import { defineOperation } from '#kernel/define-operation.ts'
import { type ListingPicture, storePicture } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { type DraftContent, auditedDraft, changeDraft, draftLimits } from './draft.ts'
import { requireOwnItem } from './items.ts'
import * as itemContract from './item-contract.ts'
import { sha256Hex } from '#lib/ids.ts'

/** Concurrent changes of the pictures do not conflict. */
const ANY_REVISION = Number.MAX_SAFE_INTEGER

/**
 * The picture is read, cropped and encoded before the transaction. File names are hashes of the
 * content, so a repeated upload adds nothing.
 */
export const addPicture = defineOperation({
  ...itemContract.addPicture,

  audit: auditedDraft,
  limits: (_ctx, { params }) => [
    { key: `pictures of ${params.partner}`, most: 300, seconds: 3_600 },
  ],
  async prepare(ctx, { params, query, upload }) {
    const row = await requireOwnItem(ctx.db, params)
    if (query.place === 'icon' && row.market !== 'app')
      throw refuse('input.invalid', { fields: { place: { code: 'field.invalid' } } })
    return storePicture(ctx, upload, query.place, query)
  },

  run: (ctx, { params, query }, picture) =>
    changeDraft(ctx, params, 'pictures', ANY_REVISION, (content): DraftContent => {
      if (query.place === 'icon') return { ...content, icon: picture.sources[0]?.path ?? null }
      const [role, device] = query.place.split('_') as [
        ListingPicture['role'],
        ListingPicture['device'],
      ]
      const locale = query.locale ?? null
      // There is one cover per place: the new one replaces it and takes over its description.
      const before =
        role === 'cover'
          ? content.pictures.find(
              (one) => one.role === role && one.device === device && one.locale === locale,
            )
          : undefined
      const others = content.pictures.filter(
        (one) => one !== before && pictureId(one) !== pictureId({ ...picture, role, locale }),
      )
      if (others.length >= MOST_PICTURES)
        throw refuse('partners.picture_many', { params: { most: MOST_PICTURES } })
      return {
        ...content,
        pictures: placed([
          ...others,
          { ...picture, role, device, locale, position: 0, alt: before?.alt ?? {} },
        ]),
      }
    }),
})

const indexOf = ({ pictures }: DraftContent, id: string): number => {
  const index = pictures.findIndex((one) => pictureId(one) === id)
  if (index === -1) throw refuse('not_found')
  return index
}

export const describePicture = defineOperation({
  ...itemContract.describePicture,
  audit: auditedDraft,
  limits: draftLimits,
  run: (ctx, { params, body }) =>
    changeDraft(ctx, params, 'pictures', body.revision, (content): DraftContent => {
      const index = indexOf(content, params.picture)
      const alt = Object.fromEntries(Object.entries(body.alt).filter(([, words]) => words !== ''))
      return {
        ...content,
        pictures: content.pictures.map((one, place) => (place === index ? { ...one, alt } : one)),
      }
    }),
})

/** Swaps with the neighbor of the same role. */
export const movePicture = defineOperation({
  ...itemContract.movePicture,
  audit: auditedDraft,
  limits: draftLimits,
  run: (ctx, { params, body }) =>
    changeDraft(ctx, params, 'pictures', ANY_REVISION, (content): DraftContent => {
      const pictures = [...content.pictures]
      const from = indexOf(content, params.picture)
      const mine = pictures[from]
      const to =
        body.towards === 'earlier'
          ? pictures.findLastIndex((one, index) => index < from && one.role === mine?.role)
          : pictures.findIndex((one, index) => index > from && one.role === mine?.role)
      if (mine && to !== -1) pictures.splice(to, 0, ...pictures.splice(from, 1))
      return { ...content, pictures: placed(pictures) }
    }),
})

export const removePicture = defineOperation({
  ...itemContract.removePicture,
  audit: auditedDraft,
  limits: draftLimits,
  run: (ctx, { params }) =>
    changeDraft(ctx, params, 'pictures', ANY_REVISION, (content): DraftContent => {
      const index = indexOf(content, params.picture)
      return { ...content, pictures: placed(content.pictures.toSpliced(index, 1)) }
    }),
})

/** Of one listing, for all languages together. */
const MOST_PICTURES = 60

/** Identifies a picture of a draft by its file, role and language. */
export const pictureId = ({
  sources,
  role,
  locale,
}: Pick<ListingPicture, 'sources' | 'role' | 'locale'>): string =>
  sha256Hex(JSON.stringify([sources[0]?.path, role, locale])).slice(0, 20)

/** Numbers the screenshots; a cover has position 0. */
function placed(pictures: readonly ListingPicture[]): ListingPicture[] {
  let position = 0
  return pictures.map((one) => ({ ...one, position: one.role === 'cover' ? 0 : position++ }))
}
