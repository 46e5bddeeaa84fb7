import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { FALLBACK_LOCALE } from '#lib/locale.ts'
import { classes } from '#ui/classes.ts'
import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { Anchor } from '#ui/link.tsx'
import { KeyHint } from './key-hint.tsx'
import type { SectionLink } from './navigation.ts'
import { useWords } from './words.tsx'

interface Target {
  href: string
  name: string
  section: string
}

/** Lists that find something by a text, which is passed to them as `q`. */
const SEARCHED = new Set([
  '/operator/items',
  '/operator/orders',
  '/operator/subscriptions',
  '/operator/stores',
])

/** Without upper case and marks, so that "odeme" finds "Ödemeler". */
const plain = (text: string): string =>
  text
    .toLocaleLowerCase(FALLBACK_LOCALE)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')

/** Opens a page by its name, or looks the text up in a list; ↵ opens the first. */
export default function GoPalette({
  sections,
  onClose,
}: {
  sections: readonly SectionLink[]
  onClose(): void
}) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const field = useId()
  useEffect(() => document.getElementById(field)?.focus(), [field])
  const pages = sections.flatMap((section) =>
    section.pages.map(({ href, name }) => ({ href, name, section: section.name })),
  )
  const found: Target[] = [
    ...pages.filter((page) => plain(`${page.section} ${page.name}`).includes(plain(text.trim()))),
    ...(text.trim() === '' ? [] : pages.filter((page) => SEARCHED.has(page.href))).map((page) => ({
      href: `${page.href}?${new URLSearchParams({ q: text.trim() })}`,
      name: t('console.go.in', { name: page.name, text: text.trim() }),
      section: t('console.go.lists'),
    })),
  ]
  return (
    <Dialog
      id="console-go"
      title={t('console.go.title')}
      open
      onClose={onClose}
      actions={<CloseDialog>{t('console.keys.close')}</CloseDialog>}
    >
      <form
        className="mt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!found[0]) return
          onClose()
          void navigate(found[0].href)
        }}
      >
        <TextField
          id={field}
          label={t('console.go.label')}
          name="go"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <ul className="mt-3">
        {found.map((target, index) => (
          <li key={target.href}>
            <Anchor
              href={target.href}
              onClick={onClose}
              className={classes(
                'side-link',
                index === 0 && text !== '' && 'bg-turquoise-tint text-ink',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{target.name}</span>
              {target.section !== target.name && (
                <span className="shrink-0 type-xs">{target.section}</span>
              )}
              {index === 0 && text !== '' && <KeyHint keys="↵" />}
            </Anchor>
          </li>
        ))}
      </ul>
      <p role="status" className="type-sm">
        {found.length === 0 && t('console.go.none')}
      </p>
    </Dialog>
  )
}
