import { z } from 'zod'
import { LOCALES } from '#lib/locale.ts'
import { plainText } from '#lib/plain-text.ts'
import { declareConsoleOperation } from '../../console-policy.ts'
import { CENTRE, LISTING_PLACES } from './places.ts'

const TAG = 'Partners'
const WRITERS = { who: 'partner', roles: ['owner', 'developer'], token: 'upload' } as const
const partner = z.string().max(60)
const item = z.string().max(60)
const picture = z.string().max(60)
const thousandths = (least: number, usual: number) => z.coerce.number().int().min(least).max(1000).default(usual)
const saved = z.object({ revision: z.int() })
const words = z.string().max(300).transform(plainText)

/** Where the part that is kept stands, and how large it is: of whatever picture is put up. */
export const cropQuery = z.object({
  x: thousandths(0, CENTRE.x).describe('where the part that is kept stands, 0 to 1000; 500 is the middle'), y: thousandths(0, CENTRE.y), size: thousandths(100, CENTRE.size).describe('of the largest part that fits the place'),
})
export const PICTURE_UPLOAD = { maxBytes: 12 * 1024 * 1024, types: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'application/octet-stream'] }
export const PICTURE_REFUSALS = ['partners.picture_svg', 'partners.picture_mixed', 'partners.picture_unreadable', 'partners.picture_large', 'partners.picture_small', 'body.too_large']

export const addPicture = declareConsoleOperation({
  id: 'addPicture', summary: 'Put a picture into a place of the listing; it is read, cropped and encoded anew', tag: TAG, source: 'D15', method: 'post',
  path: '/partners/{partner}/items/{item}/pictures', policy: WRITERS,
  params: z.object({ partner, item }),
  query: cropQuery.extend({ place: z.enum(LISTING_PLACES), locale: z.enum(LOCALES).optional().describe('for readers of this language only') }),
  upload: PICTURE_UPLOAD, output: saved, refusals: [...PICTURE_REFUSALS, 'partners.picture_many'],
})

export const describePicture = declareConsoleOperation({
  id: 'describePicture', summary: 'Say what is on a picture, for those who do not see it', tag: TAG, source: 'D15', method: 'put',
  path: '/partners/{partner}/items/{item}/pictures/{picture}', policy: WRITERS,
  params: z.object({ partner, item, picture }),
  body: z.object({ revision: z.int().min(0), alt: z.object({ tr: words, en: words, ar: words }) }),
  output: saved, refusals: ['partners.draft_changed'],
})

export const movePicture = declareConsoleOperation({
  id: 'movePicture', summary: 'Move a picture one place', tag: TAG, source: 'D15', method: 'post', path: '/partners/{partner}/items/{item}/pictures/{picture}/move', policy: WRITERS,
  params: z.object({ partner, item, picture }), body: z.object({ towards: z.enum(['earlier', 'later']) }), output: saved, refusals: [],
})

export const removePicture = declareConsoleOperation({
  id: 'removePicture', summary: 'Take a picture out of the draft', tag: TAG, source: 'D15', method: 'delete', path: '/partners/{partner}/items/{item}/pictures/{picture}', policy: WRITERS,
  params: z.object({ partner, item, picture }), output: saved, refusals: [],
})
