import { stripeAmount } from '../stripe-units.ts'

/**
 * The gateway's own card fields: a frame that we cannot read, which gives us a one-time token.
 * Declares the part of Stripe.js that we use (docs.stripe.com/js).
 */
interface Fields {
  on(event: 'ready' | 'loaderror', listener: () => void): unknown
  mount(place: HTMLElement): void
  destroy(): void
}
interface FieldSet {
  create(kind: 'payment', options?: object): Fields
  update(options: object): void
  submit(): Promise<{ error?: { message?: string } }>
}
interface Script {
  elements(options: object): FieldSet
  createConfirmationToken(options: {
    elements: FieldSet
  }): Promise<{ confirmationToken?: { id: string }; error?: { message?: string } }>
}
declare global {
  interface Window {
    Stripe?: (publicKey: string, options?: { locale?: string }) => Script
  }
}

interface ElementSettings {
  script: string
  publicKey: string
  amountMinor: number
  /** ISO 4217. */
  currency: string
  locale: string
}

export interface CardElement {
  /** Returns a one-time token, or the gateway's message; it marks invalid fields itself. */
  token(): Promise<{ token: string } | { message: string | null }>
  /** Whether to save the card. */
  keep(isWanted: boolean): void
  amount(amountMinor: number): void
  close(): void
}

const loading = new Map<string, Promise<void>>()

/** Loads a script once; after a failure it can be loaded again. */
function load(src: string): Promise<void> {
  const known = loading.get(src)
  if (known) return known
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading.delete(src)
      script.remove()
      reject(new Error('the card fields could not be loaded'))
    })
    document.head.append(script)
  })
  loading.set(src, loaded)
  return loaded
}

/**
 * Opens the fields in `place`. Resolves when they accept input, rejects when they cannot be loaded.
 */
export async function openCardElement(
  place: HTMLElement,
  { script, publicKey, amountMinor, currency, locale }: ElementSettings,
): Promise<CardElement> {
  await load(script)
  if (!window.Stripe) throw new Error('the card fields have no script')
  const gateway = window.Stripe(publicKey, { locale })
  const appearance = fieldLook(place)
  const set = gateway.elements({
    // Without an amount a card is only saved.
    ...(amountMinor === 0
      ? { mode: 'setup' }
      : { mode: 'payment', amount: stripeAmount(amountMinor, currency) }),
    currency: currency.toLowerCase(),
    paymentMethodTypes: ['card'],
    ...(appearance && { appearance }),
  })
  // Cards only: wallets load more scripts and would need the click that opened the bank's window.
  const fields = set.create('payment', {
    fields: { billingDetails: 'auto' },
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  })
  // Follows the color scheme while the fields are open.
  const scheme = window.matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    const turned = fieldLook(place)
    if (turned) set.update({ appearance: turned })
  }
  await new Promise<void>((resolve, reject) => {
    fields.on('ready', resolve)
    fields.on('loaderror', () => reject(new Error('the card fields could not be opened')))
    fields.mount(place)
  })
  scheme.addEventListener('change', follow)
  return {
    async token() {
      const checked = await set.submit()
      if (checked.error) return { message: checked.error.message ?? null }
      const { confirmationToken, error } = await gateway.createConfirmationToken({ elements: set })
      return confirmationToken
        ? { token: confirmationToken.id }
        : { message: error?.message ?? null }
    },
    keep(isWanted) {
      if (amountMinor > 0) set.update({ setupFutureUsage: isWanted ? 'off_session' : null })
    },
    amount(minor) {
      if (amountMinor > 0) set.update({ amount: stripeAmount(minor, currency) })
    },
    close() {
      scheme.removeEventListener('change', follow)
      fields.destroy()
    },
  }
}

/**
 * The look of the gateway's fields. They are in a document of another origin without our styles and
 * variables, and Stripe takes plain values only (docs.stripe.com/elements/appearance-api).
 */
interface FieldLook {
  theme: 'stripe' | 'night'
  variables: Record<string, string>
  rules: Record<string, Record<string, string>>
}

interface Channels {
  red: number
  green: number
  blue: number
}

/** The channels of a color in any notation. */
function channelsOf(colour: string, paint: CanvasRenderingContext2D): Channels {
  paint.clearRect(0, 0, 1, 1)
  paint.fillStyle = colour
  paint.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data
  return { red, green, blue }
}

const hexOf = ({ red, green, blue }: Channels): string =>
  `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
const brightness = ({ red, green, blue }: Channels): number =>
  red * 0.299 + green * 0.587 + blue * 0.114

/** The page's current look at `place`; null where the browser cannot tell. */
function fieldLook(place: HTMLElement): FieldLook | null {
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!paint) return null
  const probe = document.createElement('span')
  place.after(probe)
  const { style } = probe
  const shown = getComputedStyle(probe)
  const colour = (token: string): Channels => {
    style.color = `var(--${token})`
    return channelsOf(shown.color, paint)
  }
  try {
    const [card, ink, ink2, line, action, danger, focus] = [
      'card',
      'ink',
      'ink2',
      'line2',
      'action',
      'coral-text',
      'focus',
    ].map(colour) as [Channels, Channels, Channels, Channels, Channels, Channels, Channels]
    style.borderRadius = 'var(--radius-control)'
    const ring = `0 0 0 3px ${hexOf(focus)}`
    return {
      theme: brightness(card) < brightness(ink) ? 'night' : 'stripe',
      variables: {
        colorPrimary: hexOf(action),
        colorBackground: hexOf(card),
        colorText: hexOf(ink),
        colorTextSecondary: hexOf(ink2),
        colorTextPlaceholder: hexOf(ink2),
        colorDanger: hexOf(danger),
        borderRadius: shown.borderTopLeftRadius,
        fontSizeBase: '16px',
      },
      rules: {
        '.Input': { border: `1px solid ${hexOf(line)}`, boxShadow: 'none' },
        '.Input:focus': { border: `1px solid ${hexOf(focus)}`, boxShadow: ring },
        '.Input--invalid': { border: `1px solid ${hexOf(danger)}`, boxShadow: 'none' },
        '.Input--invalid:focus': { boxShadow: ring },
      },
    }
  } finally {
    probe.remove()
  }
}
