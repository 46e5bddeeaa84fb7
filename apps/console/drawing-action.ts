import {
  describeDrawing,
  removeDrawing,
  setDrawing,
  undoDrawing,
} from '#modules/catalog/drawing-contract.ts'
import type { DrawnKind } from '#modules/catalog/merchandising-rules.ts'
import { textsOf } from './merchandising-fields.tsx'
import { cropOf, fileOf, type FormAnswer, type readForm } from './read-form.ts'

/** Answers the forms of an `UploadedPicture` of a drawing; null for other forms of the page. */
export async function drawingAction(
  { form, text, submit }: Awaited<ReturnType<typeof readForm>>,
  params: { kind: DrawnKind; id: string },
): Promise<FormAnswer | null> {
  switch (text('form')) {
    case 'picture':
      return submit(setDrawing, {
        params,
        query: cropOf(form),
        upload: (await fileOf(form, 'file')) ?? new Uint8Array(),
      })
    case 'alt':
      return submit(describeDrawing, { params, body: { alt: textsOf(form, 'alt') } })
    case 'remove-picture':
      return submit(removeDrawing, { params })
    case 'undo-picture':
      return submit(undoDrawing, { params })
    default:
      return null
  }
}
