import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { InputFields } from '#modules/installs/ui/input-fields.tsx'
import { findInputErrors, inputName } from '#modules/installs/ui/read-inputs.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useFormCheck } from '#ui/use-form-check.ts'
import { fieldMessages } from '../../field-messages.ts'
import { useWords } from '../../messages.tsx'
import { withQuery } from '../../paths.ts'
import { triedOf, withAnswers } from '../install/tried-answers.ts'
import type { PreviewData } from './load-preview.ts'

/** How long typing must pause before the shop is shown with what was typed. */
const PAUSE_MS = 600

/**
 * The item's settings beside the shop. They stand in the address; an invalid one keeps the shop as
 * it was shown last.
 */
export function TrySettings({
  data: { fields, fieldErrors },
  onClose,
}: {
  data: PreviewData
  onClose: () => void
}) {
  const { t } = useWords()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const query = new URLSearchParams(search)
  const check = useFormCheck({
    form,
    answer: undefined,
    find: (values) => findInputErrors(values, fields),
  })
  const { errors } = fieldMessages(
    t,
    { ...fieldErrors, ...check.fieldErrors },
    (name) => fields.find((field) => inputName(field) === name)?.title ?? name,
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  function show() {
    clearTimeout(timer.current)
    if (!form.current) return
    const values = new FormData(form.current)
    if (Object.keys(findInputErrors(values, fields)).length > 0) return
    void navigate(withQuery(pathname, withAnswers(query, values)), {
      replace: true,
      preventScrollReset: true,
    })
  }
  return (
    <form
      ref={form}
      method="get"
      noValidate
      onChange={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(show, PAUSE_MS)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (check.submit()) show()
      }}
    >
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 id="try-settings" tabIndex={-1} className="type-d4 focus:outline-none">
          {t('preview.settings')}
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label={t('preview.settings_close')}
          className="grid size-11 place-items-center rounded-control hover:bg-stone2"
        >
          <Icon name="close" size={20} />
        </button>
      </div>
      {Object.entries(withAnswers(query, new FormData())).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <InputFields fields={fields} given={triedOf(query)} errors={errors} oneColumn t={t} />
      <p className="type-sm mt-5 text-ink2">{t('preview.settings_note')}</p>
      <noscript>
        <Button type="submit" kind="secondary" className="mt-4">
          {t('preview.settings_show')}
        </Button>
      </noscript>
    </form>
  )
}
