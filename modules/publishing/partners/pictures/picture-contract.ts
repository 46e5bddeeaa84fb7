import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { LOCALES } from '#lib/locale.ts'
import { plainText } from '#lib/plain-text.ts'
import { cropQuery, PICTURE_REFUSALS, PICTURE_UPLOAD } from '#modules/catalog/pictures/contract.ts'
import { LISTING_PLACES } from '#modules/catalog/pictures/places.ts'

const TAG = 'Partners'
const WRITERS = { who: 'partner', roles: ['owner', 'developer'], token: 'upload' } as const
const partner = z.string().max(60)
const item = z.string().max(60)
const picture = z.string().max(60)
const saved = z.object({ revision: z.int() })
const words = z.string().max(300).transform(plainText)

export const addPicture = declareOperation({
  id: 'addPicture',
  summary: 'Put a picture into a place of the listing; it is read, cropped and encoded anew',
  tag: TAG,
  source: 'D15',
  method: 'post',
  path: '/partners/{partner}/items/{item}/pictures',
  policy: WRITERS,
  params: z.object({ partner, item }),
  query: cropQuery.extend({
    place: z.enum(LISTING_PLACES),
    locale: z.enum(LOCALES).optional().describe('for readers of this language only'),
  }),
  upload: PICTURE_UPLOAD,
  output: saved,
  refusals: [...PICTURE_REFUSALS, 'partners.picture_many'],
})

export const describePicture = declareOperation({
  id: 'describePicture',
  summary: 'Say what is on a picture, for those who do not see it',
  tag: TAG,
  source: 'D15',
  method: 'put',
  path: '/partners/{partner}/items/{item}/pictures/{picture}',
  policy: WRITERS,
  params: z.object({ partner, item, picture }),
  body: z.object({ revision: z.int().min(0), alt: z.object({ tr: words, en: words, ar: words }) }),
  output: saved,
  refusals: ['partners.draft_changed'],
})

export const movePicture = declareOperation({
  id: 'movePicture',
  summary: 'Move a picture one place',
  tag: TAG,
  source: 'D15',
  method: 'post',
  path: '/partners/{partner}/items/{item}/pictures/{picture}/move',
  policy: WRITERS,
  params: z.object({ partner, item, picture }),
  body: z.object({ towards: z.enum(['earlier', 'later']) }),
  output: saved,
  refusals: [],
})

export const removePicture = declareOperation({
  id: 'removePicture',
  summary: 'Take a picture out of the draft',
  tag: TAG,
  source: 'D15',
  method: 'delete',
  path: '/partners/{partner}/items/{item}/pictures/{picture}',
  policy: WRITERS,
  params: z.object({ partner, item, picture }),
  output: saved,
  refusals: [],
})
