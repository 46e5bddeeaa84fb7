import { useRef, type FormEvent } from 'react'
import { Form, useNavigation } from 'react-router'
import { findContactMistakes, OPENED_FIELD } from '#contexts/contact/ui/contact-form.ts'
import { CONTACT_RULES, type ContactField } from '#contexts/contact/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { TextField } from '#ui/field.tsx'
import { TextArea } from '#ui/long-field.tsx'
import { fieldId, type Mistakes } from '#ui/form-check.ts'
import { MistakeList } from '#ui/mistake-list.tsx'
import { useFormCheck } from '#ui/use-form-check.ts'
import { fieldWords } from '../../field-words.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { Trap } from '../../trap.tsx'
import { SendRow } from './send-row.tsx'
import { FormKey } from '../../form-key.tsx'

/** What a press of the button comes back with. */
export interface ContactAnswer {
  sent: boolean
  mistakes: Mistakes
  /** Over the form, when its fields are not to blame; `too_fast` is put into words here. */
  message: string | null
  given: Record<string, string>
}

interface ContactPage {
  item: { name: string } | null
  /** It goes to the item's developer. */
  asks: boolean
  store: { id: string; domain: string } | null
  person: { name: string; email: string } | null
  opened: number
}

/** S2.26, S3.6: five fields; name and address of a signed-in owner stand there already. */
export function ContactForm({ page, answer }: { page: ContactPage; answer: ContactAnswer | undefined }) {
  const { t, locale } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const check = useFormCheck({ form, answer, find: findContactMistakes })
  const { errors, list } = fieldWords(t, check.mistakes, name => t(`contact.${name as ContactField}`))
  const message = answer?.message === 'too_fast' ? t('contact.too_fast') : answer?.message
  const known: Partial<Record<ContactField, string>> = page.person ? { fullname: page.person.name, email: page.person.email } : {}
  const field = (name: ContactField) => ({
    name,
    id: fieldId(name),
    label: t(`contact.${name}`),
    defaultValue: answer?.given[name] ?? known[name] ?? '',
    maxLength: CONTACT_RULES[name].max,
    error: errors[name],
  })
  const latin = { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } as const

  function submit(event: FormEvent) {
    if (busy || !check.submit()) event.preventDefault()
  }

  return (
    <Form ref={form} method="post" noValidate onSubmit={submit} aria-label={t(page.asks ? 'contact.ask_title' : 'contact.title')}>
      <FormKey />
      <input type="hidden" name="store" value={page.store?.id ?? ''} />
      {/* who has read an answer is no robot */}
      <input type="hidden" name={OPENED_FIELD} value={answer ? '' : page.opened} />
      <Trap label={t('contact.leave_empty')} />
      {page.item && (
        <p className="mb-5">
          <Badge>{t('contact.about', { name: isolated(page.item.name, locale) })}</Badge>
        </p>
      )}
      {(message || list.length > 0) && (
        <MistakeList
          title={list.length > 0 ? t('contact.mistakes', { count: list.length }) : (message ?? '')}
          mistakes={list}
          round={check.round}
          className="mb-6"
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-5 md:grid-cols-2">
        <TextField {...field('fullname')} autoComplete="name" className="md:col-span-2" />
        <TextField
          {...field('email')}
          {...latin}
          type="email"
          autoComplete="email"
          hint={t('contact.email_hint')}
          className={page.asks ? 'md:col-span-2' : undefined}
        />
        {!page.asks && (
          <TextField
            {...field('phone')}
            {...latin}
            type="tel"
            autoComplete="tel"
            note={t('contact.optional')}
            hint={t('contact.phone_hint')}
          />
        )}
        <TextField {...field('subject')} autoComplete="off" className="md:col-span-2" />
        <TextArea {...field('message')} rows={7} className="md:col-span-2" />
      </div>
      <SendRow />
    </Form>
  )
}
