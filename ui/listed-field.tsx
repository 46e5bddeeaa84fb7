import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { classes } from './classes.ts'
import { TextField, type TextFieldProps } from './field.tsx'

export interface ListedOption {
  key: string
  label: string
  /** Smaller text at the end of the option. */
  note?: string
}

/** The options; loaded together with the list on first use. */
export interface ListedSource<O extends ListedOption> {
  find(typed: string, field: HTMLInputElement): readonly O[]
  /** Returns the field's value; may set other fields of the form. */
  choose(option: O, field: HTMLInputElement): string
}

interface ListedFieldProps<O extends ListedOption> extends TextFieldProps {
  /** Called on first focus; until then, and without a script, it is a plain field. */
  load: () => Promise<ListedSource<O>>
  listLabel: string
  /** Screen reader text, "12 found". */
  countWords: (count: number) => string
}

/** A combobox (ARIA 1.2, list autocomplete): the field keeps the focus and accepts any text. */
export function ListedField<O extends ListedOption>({
  load,
  listLabel,
  countWords,
  ...field
}: ListedFieldProps<O>) {
  const id = useId()
  const source = useRef<ListedSource<O> | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const [options, setOptions] = useState<readonly O[]>([])
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const shown = open && options.length > 0
  const input = () => box.current?.querySelector('input') ?? null

  function show() {
    const at = input()
    if (!at || !source.current) return
    setOptions(source.current.find(at.value, at))
    setActive(-1)
    setOpen(document.activeElement === at)
  }
  function loadList() {
    if (source.current) return
    // Without its list it stays a plain field.
    load().then(
      (loaded) => {
        source.current = loaded
      },
      () => {},
    )
  }
  function close() {
    setOpen(false)
    setActive(-1)
  }
  function choose(option: O) {
    const at = input()
    if (!at || !source.current) return
    at.value = source.current.choose(option, at)
    close()
    // Choosing an option is a change, which the form checks (S5.8).
    at.dispatchEvent(new Event('change', { bubbles: true }))
  }
  function walk(event: KeyboardEvent<HTMLInputElement>) {
    // keys that confirm an input method's composition are not for the list
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!shown) return show()
      const next = active + (event.key === 'ArrowDown' ? 1 : -1)
      const to = next >= options.length ? -1 : next < -1 ? options.length - 1 : next
      setActive(to)
      document.getElementById(`${id}${to}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && shown && options[active]) {
      event.preventDefault()
      choose(options[active])
    }
  }

  return (
    <div ref={box} className={field.className}>
      <TextField
        {...field}
        className={undefined}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}list`}
        aria-activedescendant={shown && active >= 0 ? `${id}${active}` : undefined}
        onFocus={loadList}
        onInput={show}
        onClick={show}
        onBlur={close}
        onKeyDown={walk}
        below={
          <>
            <div
              id={`${id}list`}
              role="listbox"
              aria-label={listLabel}
              hidden={!shown}
              className="suggestions max-h-72"
              // keeps the focus in the field, so that the pressed option is still there when the
              // pointer is released
              onPointerDown={(event) => event.preventDefault()}
            >
              {options.map((option, n) => (
                <button
                  key={option.key}
                  id={`${id}${n}`}
                  type="button"
                  role="option"
                  aria-selected={n === active}
                  tabIndex={-1}
                  onClick={() => choose(option)}
                  className={classes(
                    'flex min-h-10 w-full items-center gap-3 rounded-control px-3 py-1.5 type-body',
                    n === active ? 'bg-turquoise-tint text-link' : 'hover:bg-stone2',
                  )}
                >
                  <span className="min-w-0 flex-1 truncate text-start">
                    <bdi>{option.label}</bdi>
                  </span>
                  {option.note !== undefined && (
                    <bdi className="type-sm shrink-0 text-ink2">{option.note}</bdi>
                  )}
                </button>
              ))}
            </div>
            <span role="status" className="sr-only">
              {shown ? countWords(options.length) : ''}
            </span>
          </>
        }
      />
    </div>
  )
}
