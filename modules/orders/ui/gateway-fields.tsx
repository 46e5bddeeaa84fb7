import { type RefObject, useEffect, useRef, useState } from 'react'
import { toMinor } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { KeepCard } from './card-fields.tsx'
import { CARD_FIELDS, cardField } from './card-form.ts'
import { type CardElement, openCardElement } from './gateway-script.ts'
import type { T } from './order-amounts.ts'
import type { ErrorTexts } from './payment-form.ts'

interface Means {
  card_fields: string
  saved_cards: boolean
  element: { script: string; public_key: string } | null
}

/**
 * Card fields of the gateway: its own frame here, or its own page after the button, which itself
 * asks whether to save the card.
 */
export function GatewayFields({
  means,
  order,
  handle,
  isKept,
  round,
  given,
  errors,
  locale,
  t,
}: {
  means: Means
  order: { total: number; currency: string }
  /** Set while the fields are open. */
  handle: RefObject<CardElement | null>
  /** The card is saved without asking, as its order says. */
  isKept: boolean
  /** A new value, after a decline, opens empty fields. */
  round: number
  given: Readonly<Record<string, string>>
  errors: ErrorTexts
  locale: string
  t: T
}) {
  const { element } = means
  return (
    <div className="grid gap-4">
      <input type="hidden" name={CARD_FIELDS} value={means.card_fields} />
      {element === null ? (
        <p>{t('pay.fields.page')}</p>
      ) : (
        <>
          <input type="hidden" name={cardField('client_token')} defaultValue="" />
          <Opened
            key={round}
            element={element}
            order={order}
            handle={handle}
            isKept={isKept}
            locale={locale}
            t={t}
          />
        </>
      )}
      {element !== null && means.saved_cards && !isKept && (
        <div
          onChange={(event) => {
            const box = event.target as EventTarget & HTMLInputElement
            if (box.name === cardField('store_card')) handle.current?.keep(box.checked)
          }}
        >
          <KeepCard given={given} error={errors[cardField('store_name')]} t={t} />
        </div>
      )}
    </div>
  )
}

function Opened({
  element,
  order,
  handle,
  isKept,
  locale,
  t,
}: {
  element: NonNullable<Means['element']>
  order: { total: number; currency: string }
  handle: RefObject<CardElement | null>
  isKept: boolean
  locale: string
  t: T
}) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'opening' | 'open' | 'failed'>('opening')
  const [turn, setTurn] = useState(0)
  const amountMinor = toMinor(order.total, order.currency) ?? 0
  const first = useRef(amountMinor)

  useEffect(() => {
    let isClosed = false
    setState('opening')
    const settings = {
      script: element.script,
      publicKey: element.public_key,
      amountMinor: first.current,
      currency: order.currency,
      locale,
    }
    openCardElement(place.current as HTMLElement, settings).then(
      (opened) => {
        if (isClosed) return opened.close()
        handle.current = opened
        if (isKept) opened.keep(true)
        setState('open')
      },
      () => {
        if (!isClosed) setState('failed')
      },
    )
    return () => {
      isClosed = true
      handle.current?.close()
      handle.current = null
    }
  }, [element.script, element.public_key, order.currency, locale, turn, handle, isKept])

  useEffect(() => {
    first.current = amountMinor
    handle.current?.amount(amountMinor)
  }, [amountMinor, handle])

  return (
    <>
      <noscript>{t('pay.fields.no_script')}</noscript>
      <div ref={place} data-gateway-fields="" />
      <div role="status" className="text-ink2">
        {state === 'opening' && t('pay.fields.opening')}
        {state === 'failed' && (
          <p className="flex flex-wrap items-center gap-4">
            {t('pay.fields.failed')}
            <Button kind="secondary" onClick={() => setTurn((count) => count + 1)}>
              {t('pay.fields.again')}
            </Button>
          </p>
        )}
      </div>
    </>
  )
}
