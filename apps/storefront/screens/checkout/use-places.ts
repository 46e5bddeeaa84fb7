import { useEffect, useRef, useState } from 'react'
import { CARD_ID, cardField } from '#contexts/checkout/ui/card-form.ts'

/**
 * Where the keyboard and the screen reader go on when what had the focus makes way: to the bank's words when they take the place of the form, to the card when the
 * buyer wants another one. What went wrong takes the focus by itself (`MistakeList`).
 */
export function usePlaces(waiting: boolean) {
  const panel = useRef<HTMLDivElement>(null)
  const was = useRef(waiting)
  const [toCard, setToCard] = useState(0)
  useEffect(() => {
    const began = waiting && !was.current
    was.current = waiting
    // Not on a page that came like this: it is read from its beginning.
    if (began) panel.current?.focus()
  }, [waiting])
  useEffect(() => {
    if (toCard > 0) cardPlace()?.focus()
  }, [toCard])
  return { panel, goToCard: () => setToCard(count => count + 1) }
}

/** The chosen card where there are several, the number's field where we ask for it; else the heading over the gateway's own fields. */
const cardPlace = (): HTMLElement | null =>
  [`input[name="${CARD_ID}"]:checked`, `input[name="${cardField('number')}"]`, '#card-heading'].map(place => document.querySelector<HTMLElement>(place)).find(place => place !== null) ?? null
