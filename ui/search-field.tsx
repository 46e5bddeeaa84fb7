import { useEffect, useEffectEvent, useRef } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export interface SearchFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'className' | 'size'
> {
  /** Action of the form, which adds `?q=`. */
  action: string
  /** Accessible name of the field. */
  label: string
  /** `hero`: the search of the home page, taller and with a text button. */
  size?: 'header' | 'hero'
  /** Text of the hero's button. */
  button?: string
  /** "/" focuses this field from anywhere on the page. At most one per page. */
  slash?: boolean
  /** Suggestions below the field; `onFieldFocus` loads them. */
  children?: ReactNode
  onFieldFocus?: (input: HTMLInputElement) => void
  /** Other query parameters to keep. */
  keep?: Readonly<Record<string, string>>
  className?: string
}

const pressable = 'bg-action text-on-action transition-colors hover:bg-action-hover'
const key = 'size-5.5 rounded-tick border border-line text-ink2'

/** Where "/" is a letter, or the page is not at hand. */
const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]'

/** A search form that works without a script. */
export function SearchField({
  action,
  label,
  size = 'header',
  button,
  slash,
  keep,
  children,
  onFieldFocus,
  className,
  name = 'q',
  ...input
}: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!slash) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest(TYPING)) return
      const field = ref.current
      const sheet = field?.closest<HTMLElement>('[popover]')
      // On small screens the field is in a sheet, which its button opens.
      const opener = sheet && document.querySelector(`[popovertarget="${CSS.escape(sheet.id)}"]`)
      if (!field || !(opener ?? field).checkVisibility()) return
      event.preventDefault()
      if (sheet && !sheet.matches(':popover-open')) sheet.showPopover()
      field.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [slash])
  // the field may have been focused before hydration
  const catchUpFocus = useEffectEvent(() => {
    if (ref.current && ref.current === document.activeElement) onFieldFocus?.(ref.current)
  })
  useEffect(() => catchUpFocus(), [])
  const hero = size === 'hero'
  return (
    <form
      action={action}
      role="search"
      aria-label={label}
      className={classes('relative min-w-0', className)}
    >
      {keep &&
        Object.entries(keep).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
      <Icon
        name="search"
        size={hero ? 22 : 18}
        className={classes(
          'pointer-events-none absolute inset-y-0 my-auto',
          hero ? 'start-5.5' : 'start-4',
        )}
      />
      <input
        ref={ref}
        type="search"
        name={name}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={onFieldFocus && ((event) => onFieldFocus(event.currentTarget))}
        {...input}
        className={classes(
          'w-full appearance-none text-ellipsis border bg-card text-ink [&::-webkit-search-cancel-button]:hidden',
          hero
            ? 'h-15.5 rounded-control-lg border-[1.5px] border-ink ps-14 pe-28 type-lg'
            : 'h-10.5 rounded-full border-line2 ps-11 pe-11 type-body hover:border-ink2',
        )}
      />
      {hero && button && (
        <button
          className={classes('absolute inset-y-2 end-2 rounded-control px-5 type-label', pressable)}
        >
          {button}
        </button>
      )}
      {!hero && slash && (
        <kbd
          aria-hidden="true"
          className={classes(
            'pointer-events-none absolute inset-y-0 end-3.5 my-auto grid place-items-center type-xs',
            key,
          )}
        >
          /
        </kbd>
      )}
      {children}
    </form>
  )
}
