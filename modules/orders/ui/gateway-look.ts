/**
 * What the gateway's own fields are to look like. They stand in a document of another origin, which
 * sees neither our styles nor our variables: what those come to is read off the page and handed
 * over as plain values, which alone Stripe takes (docs.stripe.com/elements/appearance-api).
 */
export interface FieldLook {
  theme: 'stripe' | 'night'
  variables: Record<string, string>
  rules: Record<string, Record<string, string>>
}

interface Channels {
  red: number
  green: number
  blue: number
}

/** A colour of whatever notation in the channels that a screen has. */
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

/**
 * Of the page as it is now at `place`: light or dark, with the colours of our own fields. Null
 * where a browser cannot say.
 */
export function fieldLook(place: HTMLElement): FieldLook | null {
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
