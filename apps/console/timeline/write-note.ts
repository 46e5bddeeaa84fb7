import { writeNote } from '#modules/market/timeline-contract.ts'
import type { NoteSubject } from '#modules/market/timeline-rules.ts'
import type { readForm } from '../read-form.ts'

/** The action of a timeline's form; runs on the server only. */
export const submitNote = (
  { submit, text }: Awaited<ReturnType<typeof readForm>>,
  about: NoteSubject,
  subject: string | undefined,
) => submit(writeNote, { body: { about, subject: subject ?? '', text: text('text') } })
