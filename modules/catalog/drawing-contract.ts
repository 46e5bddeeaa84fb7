import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { byLocale, textField } from '#lib/field-schema.ts'
import { LOCALES } from '#lib/locale.ts'
import { done } from '#modules/identity/contract.ts'
import { DRAWN_KINDS, SHELF_RULES } from './merchandising-rules.ts'
import { cropQuery, PICTURE_REFUSALS, PICTURE_UPLOAD } from './pictures/contract.ts'

/** Drawings that operators upload for categories, collections and goals. */

const DRAWINGS = {
  tag: 'Operator: shelves',
  source: 'D19',
  policy: { who: 'operator', roles: ['admin', 'reviewer'] },
  params: z.object({ kind: z.enum(DRAWN_KINDS), id: z.string().max(60) }),
} as const
const PATH = '/operator/drawings/{kind}/{id}'

/** Of a category, collection or goal, where it is read. */
export const drawn = {
  picture: z
    .object({
      sources: z.array(z.object({ path: z.string(), type: z.string(), width: z.int() })),
      width: z.int(),
      height: z.int(),
      placeholder: z.string().nullable(),
      alt: z.partialRecord(z.enum(LOCALES), z.string()),
    })
    .nullable()
    .describe('an uploaded drawing'),
  picture_before: z.boolean().describe('another one was there before: the change can be undone'),
}

export const setDrawing = declareOperation({
  ...DRAWINGS,
  id: 'setDrawing',
  summary: 'Upload a drawing; it is read, cropped into an arch and encoded anew',
  method: 'post',
  path: PATH,
  query: cropQuery,
  upload: PICTURE_UPLOAD,
  output: done,
  refusals: ['not_found', ...PICTURE_REFUSALS],
})

export const describeDrawing = declareOperation({
  ...DRAWINGS,
  id: 'describeDrawing',
  summary: 'Say what is on an uploaded drawing, for those who do not see it',
  method: 'put',
  path: PATH,
  body: z.object({ alt: byLocale(textField({ max: SHELF_RULES.alt.max })) }),
  output: done,
  refusals: ['not_found'],
})

export const removeDrawing = declareOperation({
  ...DRAWINGS,
  id: 'removeDrawing',
  summary: 'Take an uploaded drawing away',
  method: 'delete',
  path: PATH,
  output: done,
  refusals: ['not_found'],
})

export const undoDrawing = declareOperation({
  ...DRAWINGS,
  id: 'undoDrawing',
  summary: 'Back to the uploaded drawing before the last change',
  method: 'post',
  path: `${PATH}/undo`,
  output: done,
  refusals: ['not_found'],
})
