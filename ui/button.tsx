import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.gen.ts'
import { Anchor } from './link.tsx'
import type { AnchorProps } from './link.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
/** Heights of 54, 46 and 36 px. Small ones need a distance of 8 px. */
export type ButtonSize = 'large' | 'medium' | 'small'

const KINDS: Record<ButtonKind, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  danger: 'button-danger',
  'danger-quiet': 'button-danger-quiet',
}
const SIZES: Record<ButtonSize, string> = {
  large: 'button-large',
  medium: 'button-medium',
  small: 'button-small',
}

interface Look {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: IconName
  /** An icon after the text, for a button that opens a list. */
  iconAfter?: IconName
  /** Fill the available width. */
  wide?: boolean
}

const look = ({ kind = 'primary', size = 'medium', wide }: Look, className?: string) =>
  classes(
    'button',
    SIZES[size],
    KINDS[kind],
    kind.startsWith('quiet') && 'px-3',
    wide && 'w-full',
    className,
  )

const inside = ({ icon, iconAfter, size }: Look, children: ReactNode) => (
  <>
    {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
    <span className="button-text">{children}</span>
    {iconAfter && <Icon name={iconAfter} size={16} />}
  </>
)

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  type?: 'submit' | 'button'
  /**
   * The action of this button is running: `children` says so, the button is disabled but keeps the
   * focus.
   */
  busy?: boolean
  /** Id of a dialog to open. */
  opens?: string
}

/** A button whose text says what happens: "Pay ₺269,89 and install". */
export function Button({
  kind,
  size,
  icon,
  iconAfter,
  wide,
  busy,
  opens,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const shape = { kind, size, icon: busy ? ('clock' as const) : icon, iconAfter, wide }
  // invoker commands open the dialog before hydration; browsers without them use the script
  const invoker = opens ? { command: 'show-modal', commandfor: opens } : {}
  return (
    <button
      type={type}
      {...rest}
      {...invoker}
      aria-disabled={busy || undefined}
      className={look(
        shape,
        classes(
          busy && 'border-transparent bg-stone2 text-ink2 hover:bg-stone2 hover:border-transparent',
          rest.disabled &&
            'border-transparent bg-stone2 text-ink2 hover:bg-stone2 hover:border-transparent',
          className,
        ),
      )}
      onClick={(event) => {
        if (busy) return event.preventDefault()
        // Browsers with invoker commands have opened the dialog already.
        if (opens && !('commandForElement' in HTMLButtonElement.prototype)) openDialog(opens)
        onClick?.(event)
      }}
    >
      {inside(shape, children)}
    </button>
  )
}

function openDialog(id: string) {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}

/** A link that looks like a button, for navigation. */
export function LinkButton({
  kind,
  size,
  icon,
  iconAfter,
  wide,
  className,
  children,
  ...rest
}: Look & AnchorProps) {
  return (
    <Anchor className={look({ kind, size, wide }, className)} {...rest}>
      {inside({ icon, iconAfter, size }, children)}
    </Anchor>
  )
}

/** An icon-only button of 44 px, for close and search. `label` is its accessible name. */
export function IconButton(
  props: {
    icon: IconName
    label: string
    className?: string
  } & ButtonHTMLAttributes<HTMLButtonElement>,
) {
  const { icon, label, className, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-control text-ink transition-colors hover:bg-stone2',
        className,
      )}
    >
      <Icon name={icon} size={22} />
    </button>
  )
}
