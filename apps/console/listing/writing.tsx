import type { ReactNode } from 'react'
import { TextArea, TextField } from '#ui/field.tsx'
import { useField } from '../forms.tsx'
import { type FormAnswer } from '../read-form.ts'
import { useWords } from '../words.tsx'

/**
 * The state of a page's fields: saved values, refused values, and conflicts with another person's
 * changes.
 */
export interface Writing {
  form: string
  answer: FormAnswer | undefined
  saved: Readonly<Record<string, string>>
  /** Whether this person may edit. */
  may: boolean
}

/** After a conflict: the value that is saved now, below the typed one, where they differ. */
function Theirs({ writing, name }: { writing: Writing; name: string }) {
  const { t } = useWords()
  const { answer, form, saved } = writing
  if (answer?.form !== form || answer.error?.code !== 'partners.draft_changed') return null
  const [mine, theirs] = [answer.given[name] ?? '', saved[name] ?? '']
  if (mine.trim() === theirs.trim()) return null
  return (
    <div className="type-sm mt-2 rounded-control bg-coral-tint px-3.5 py-2.5">
      <p className="strong">{t('portal.theirs')}</p>
      <p className="whitespace-pre-line wrap-anywhere-safe">
        {theirs === '' ? (
          <span className="text-ink2">{t('portal.theirs_empty')}</span>
        ) : (
          <bdi>{theirs}</bdi>
        )}
      </p>
    </div>
  )
}

/** A field of the draft: single-line, or multi-line with `rows`. */
export function DraftField({
  writing,
  name,
  id,
  label,
  hint,
  note,
  rows,
  dir,
  lang,
  after,
  max,
  type,
}: {
  writing: Writing
  name: string
  id?: string
  label: string
  hint?: ReactNode
  note?: string
  rows?: number
  dir?: 'ltr' | 'rtl' | 'auto'
  lang?: string
  after?: ReactNode
  max?: number
  type?: string
}) {
  const { answer, form, saved, may } = writing
  const look = {
    ...useField(answer, form)(name, saved[name] ?? ''),
    id: id ?? name.replaceAll('.', '-'),
    label,
    hint,
    note,
    dir,
    lang,
    readOnly: !may,
    maxLength: max,
    autoComplete: 'off',
  }
  return (
    <div className="min-w-0 scroll-mt-24">
      {rows === undefined ? (
        <TextField {...look} type={type} after={after} />
      ) : (
        <TextArea {...look} rows={rows} />
      )}
      <Theirs writing={writing} name={name} />
    </div>
  )
}

/** A group of fields with a heading. */
export const FieldGroup = ({
  id,
  title,
  lead,
  children,
}: {
  id?: string
  title: string
  lead?: string
  children: ReactNode
}) => (
  <section id={id} className="grid scroll-mt-24 gap-4 border-t border-line pt-5">
    <div>
      <h3 className="type-d4">{title}</h3>
      {lead && <p className="type-sm mt-1 text-ink2">{lead}</p>}
    </div>
    {children}
  </section>
)
