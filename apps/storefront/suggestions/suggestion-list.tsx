import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createReader } from '#lib/fetch-state.ts'
import type { Suggestions } from '#modules/catalog/find-contract.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Anchor } from '#ui/link.tsx'
import { callAddress } from '../call-address.ts'
import { useWords } from '../messages.tsx'
import { type Paths, usePaths, withQuery } from '../paths.ts'
import { useShell } from '../shell.tsx'

export interface SuggestionsProps {
  /** The uncontrolled input, so that typing is never delayed. */
  input: HTMLInputElement
}

const PAUSE_MS = 90

const wait = (run: () => void) => {
  const timer = setTimeout(run, PAUSE_MS)
  return () => clearTimeout(timer)
}

/**
 * The list of a combobox (ARIA 1.2, list autocomplete): the field keeps the focus; arrow keys
 * select, Enter opens, Escape closes.
 */
export function SuggestionList({ input }: SuggestionsProps) {
  const { t, locale } = useWords()
  const { market, platform } = useShell()
  const paths = usePaths()
  const navigate = useNavigate()
  const id = useId()
  const [options, setOptions] = useState<SuggestionOption[]>([])
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const shown = open && options.length > 0
  // current values for listeners that are attached once
  const now = useRef({ options, active, shown, paths, navigate })
  now.current = { options, active, shown, paths, navigate }

  useEffect(() => {
    const stop = new AbortController()
    const on = { signal: stop.signal }
    const reader = createReader<{ data: Suggestions }>()
    const close = () => {
      setOpen(false)
      setActive(-1)
    }
    const pause = afterPause(async (text) => {
      if (text === '') {
        reader.stop()
        return close()
      }
      const read = await reader.read(
        callAddress(
          `/market/${market}/suggest`,
          { locale, market, platformId: platform.id },
          { q: text.slice(0, 100) },
        ),
      )
      if (read === null) return
      setOptions(
        read.step === 'success' && read.answer
          ? optionsFrom(read.answer.data, now.current.paths)
          : [],
      )
      setActive(-1)
      setOpen(document.activeElement === input)
    }, wait)
    function onKey(event: KeyboardEvent) {
      const { options: known, active: at, shown: isShown } = now.current
      // keys that confirm an input method's composition are not for the list
      if (event.isComposing) return
      if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && known.length > 0) {
        event.preventDefault()
        setOpen(true)
        setActive(moved(isShown ? at : -1, event.key === 'ArrowDown' ? 1 : -1, known.length))
      } else if (event.key === 'Escape' && isShown) {
        // the first Escape closes the list, the second clears the field
        event.preventDefault()
        event.stopPropagation()
        close()
      } else if (event.key === 'Enter') {
        const chosen = isShown ? known[at] : undefined
        if (chosen) {
          event.preventDefault()
          void now.current.navigate(chosen.href)
        }
        pause.stop()
        reader.stop()
        close()
      }
    }
    input.addEventListener('input', () => pause.typed(input.value), on)
    input.addEventListener('keydown', onKey, on)
    input.addEventListener('blur', close, on)
    if (input.value !== input.defaultValue) pause.typed(input.value)
    return () => {
      stop.abort()
      pause.stop()
      reader.stop()
    }
  }, [input, locale, market, platform.id])

  useEffect(() => {
    const facts = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': `${id}list`,
      'aria-expanded': String(shown),
      'aria-activedescendant': shown && active >= 0 ? `${id}${active}` : null,
    }
    for (const [name, value] of Object.entries(facts)) {
      if (value === null) input.removeAttribute(name)
      else input.setAttribute(name, value)
    }
  }, [input, id, shown, active])

  return (
    <>
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={t('suggest.label')}
        hidden={!shown}
        className="suggestions"
        // keeps the focus in the field, so that the pressed option is still there when the pointer
        // is released
        onPointerDown={(event) => event.preventDefault()}
      >
        {options.map((option, n) => (
          <Anchor
            key={`${option.kind}${option.href}`}
            id={`${id}${n}`}
            role="option"
            aria-selected={n === active}
            tabIndex={-1}
            href={option.href}
            onClick={() => setOpen(false)}
            className={classes(
              'flex min-h-11 items-center gap-3 rounded-control px-3 py-1.5 type-body',
              n === active ? 'bg-turquoise-tint text-link' : 'hover:bg-stone2',
            )}
          >
            {option.kind === 'item' ? (
              <AppIcon src={option.icon ?? null} name={option.name} size={28} />
            ) : (
              <Icon
                name={
                  option.kind === 'word' ? 'search' : option.kind === 'category' ? 'filter' : 'shop'
                }
                size={18}
                className="mx-1.25 text-ink2"
              />
            )}
            <bdi className="min-w-0 flex-1 truncate text-start">{option.name}</bdi>
            {option.kind !== 'word' && (
              <span className="type-sm shrink-0 text-ink2">{t(`suggest.${option.kind}`)}</span>
            )}
          </Anchor>
        ))}
      </div>
      <span role="status" className="sr-only">
        {shown ? t('suggest.count', { count: options.length }) : ''}
      </span>
    </>
  )
}

export type OptionKind = 'word' | 'item' | 'category' | 'developer'

export interface SuggestionOption {
  kind: OptionKind
  /** The option's target. */
  href: string
  name: string
  icon?: string | null
}

/** The suggestions in list order. */
export function optionsFrom(
  { words, corrected, items, categories, developers }: Suggestions,
  paths: Paths,
): SuggestionOption[] {
  const found = (q: string) => withQuery(paths.search, { q })
  return [
    ...(corrected === null ? words : [corrected, ...words]).map((word) => ({
      kind: 'word' as const,
      href: found(word),
      name: word,
    })),
    ...items.map(({ slug, name, icon }) => ({
      kind: 'item' as const,
      href: paths.item(slug),
      name,
      icon,
    })),
    ...categories.map(({ slug, name }) => ({
      kind: 'category' as const,
      href: withQuery(paths.list, { category: slug }),
      name,
    })),
    ...developers.map(({ slug, name }) => ({
      kind: 'developer' as const,
      href: paths.developer(slug),
      name,
    })),
  ]
}

/** Arrow keys: moves through the list and the field itself (-1). */
export function moved(active: number, by: 1 | -1, count: number): number {
  const next = active + by
  return next >= count ? -1 : next < -1 ? count - 1 : next
}

/** Calls back after a pause in typing. `wait` starts the pause; a parameter for tests. */
export function afterPause(
  ask: (text: string) => void,
  wait: (run: () => void) => () => void,
): { typed(text: string): void; stop(): void } {
  let cancel = () => {}
  let last = ''
  return {
    typed(text) {
      const wanted = text.trim()
      if (wanted === last) return
      last = wanted
      cancel()
      cancel = wait(() => ask(wanted))
    },
    stop() {
      cancel()
      last = ''
    },
  }
}
