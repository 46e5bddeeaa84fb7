import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { fold } from '#lib/text.ts'
import { MOST_SOUGHT } from '#modules/market/search-rules.ts'
import { classes } from '#ui/classes.ts'
import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { Anchor } from '#ui/link.tsx'
import { KeyHint } from '../key-hint.tsx'
import type { SectionLink } from '../navigation.ts'
import type { loader } from '../screens/operator-find.tsx'
import { useViews } from '../saved-views.tsx'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'
import { type Answer, FoundRow } from './found-row.tsx'
import { allHref, countOfKind, FIND, hrefOf, NARROW_WORDS } from './places.ts'

/** Of one kind and of the pages, until "show all" is pressed. */
const SHOWN = 3
const SHOWN_PAGES = 5
/** After the last key, so that a word is one question. */
const WAIT_MS = 180

interface Choice {
  href: string
  content: ReactNode
}

/**
 * Finds everything by a part of its name or number, and opens pages by their name. ↑ ↓ choose, ↵
 * opens, with ⌘ or Ctrl in a tab of its own.
 */
export default function SearchPalette({
  sections,
  onClose,
}: {
  sections: readonly SectionLink[]
  onClose(): void
}) {
  const { t } = useWords()
  const { person } = useShell()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const found = useFound(text, person?.operatorRole != null)
  useEffect(() => document.getElementById(id)?.focus(), [id])

  const groups = useGroups(text, sections, found.answer)
  const choices = groups.flatMap((group) => group.choices)
  const chosen = choices[Math.min(at, choices.length - 1)]

  function onKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      setAt((Math.min(at, choices.length - 1) + by + choices.length) % choices.length || 0)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onClose()
      if (event.metaKey || event.ctrlKey) window.open(chosen.href, '_blank', 'noopener')
      else void navigate(chosen.href)
    }
  }

  return (
    <Dialog
      id="console-go"
      title={t('console.go.title')}
      open
      onClose={onClose}
      className="palette"
      actions={
        <>
          <CloseDialog>{t('console.keys.close')}</CloseDialog>
          <span className="type-xs max-md:hidden">
            {t('console.found.narrow', { words: NARROW_WORDS })}
          </span>
        </>
      }
    >
      <div className="mt-3">
        <TextField
          id={id}
          label={t('console.go.label')}
          name="go"
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && optionId(id, choices.indexOf(chosen))}
          autoComplete="off"
          spellCheck={false}
          maxLength={MOST_SOUGHT}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('console.go.title')} className="mt-3">
        {groups.map((group) => (
          <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
            <p
              id={`${id}-${group.key}`}
              className="mt-2 flex items-baseline gap-2 px-2.5 type-xs text-ink2"
            >
              {group.name}
              {group.count !== null && <span className="figures">{group.count}</span>}
            </p>
            {group.choices.map((choice) => {
              const index = choices.indexOf(choice)
              const isChosen = choice === chosen
              return (
                <Anchor
                  key={choice.href + String(index)}
                  id={optionId(id, index)}
                  role="option"
                  aria-selected={isChosen}
                  tabIndex={-1}
                  href={choice.href}
                  onClick={onClose}
                  className={classes('side-link', isChosen && 'bg-turquoise-tint text-ink')}
                >
                  {choice.content}
                  {isChosen && <KeyHint keys="↵" className="max-md:hidden" />}
                </Anchor>
              )
            })}
            {group.all !== null && (
              <Anchor href={group.all} onClick={onClose} className="link ms-2.5 type-xs">
                {t('console.found.all', { count: group.count ?? '' })}
              </Anchor>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="mt-2 type-sm">
        {found.isAsking
          ? t('console.found.asking')
          : groups.length === 0 &&
            t(found.answer?.too_short === false ? 'console.found.none' : 'console.go.none')}
      </p>
    </Dialog>
  )
}

const optionId = (id: string, index: number): string => `${id}-${index}`

/** What was found for the text; the former answer stays until the next one is there. */
function useFound(text: string, isOperator: boolean) {
  const { load, data, state } = useFetcher<typeof loader>()
  const asked = useRef('')
  useEffect(() => {
    const q = text.trim()
    if (!isOperator || q === asked.current) return
    const timer = setTimeout(() => {
      asked.current = q
      if (q !== '') void load(`${FIND}?${new URLSearchParams({ q })}`)
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [text, isOperator, load])
  const answer = text.trim() === '' ? null : (data?.answer ?? null)
  return { answer, isAsking: state !== 'idle' && answer?.q !== text.trim() }
}

function useGroups(text: string, sections: readonly SectionLink[], answer: Answer | null) {
  const { t } = useWords()
  const { person } = useShell()
  const typed = fold(text)
  const pages = sections
    .flatMap((section) => section.pages.map((page) => ({ ...page, section: section.name })))
    .filter((page) => fold(`${page.section} ${page.name}`).includes(typed))
    .slice(0, typed === '' ? undefined : SHOWN_PAGES)
  const views = useViews().filter((view) => fold(view.name).includes(typed))
  const choicesOf = (one: Answer['found'][number]): Choice[] =>
    (one.rows ?? []).slice(0, SHOWN).map((row) => ({
      href: hrefOf({ kind: one.kind, ...row }, person?.operatorRole ?? null),
      content: <FoundRow kind={one.kind} row={row} words={answer?.words ?? []} />,
    }))
  const groups = [
    ...(answer?.found ?? []).map((one) => ({
      key: one.kind as string,
      name: t(`console.found.${one.kind}`),
      count: countOfKind(one),
      all: (one.rows?.length ?? 0) > SHOWN ? allHref(answer?.q ?? '', one.kind) : null,
      choices: choicesOf(one),
    })),
    {
      key: 'view',
      name: t('console.views.title'),
      count: null,
      all: null,
      choices: views.map((view): Choice => ({
        href: view.path,
        content: <bdi className="min-w-0 flex-1 truncate">{view.name}</bdi>,
      })),
    },
    {
      key: 'page',
      name: t('console.found.page'),
      count: null,
      all: null,
      choices: pages.map((page): Choice => ({
        href: page.href,
        content: (
          <>
            <span className="min-w-0 flex-1 truncate">{page.name}</span>
            {page.section !== page.name && <span className="shrink-0 type-xs">{page.section}</span>}
          </>
        ),
      })),
    },
  ]
  return groups.filter((group) => group.choices.length > 0 || group.count === '?')
}
