import { useEffect } from 'react'

/**
 * D20: the bank's page stands in a window of its own, opened in the click itself. The two windows
 * speak by postMessage at our exact origin; what they say is a hint to ask the server, never a
 * fact.
 */
export type PaymentHint = 'success' | 'fail'
interface PaymentMessage {
  type: 'arasta:payment' | 'arasta:payment-received'
  order_number: string
  outcome?: PaymentHint
}

const FEATURES = 'popup,width=520,height=760'

/**
 * Must be called inside the event of a press, or the browser blocks it. Null when it was blocked.
 */
export function openBankWindow(note: string, direction: string): Window | null {
  const opened = window.open('', '_blank', FEATURES)
  if (!opened) return null
  opened.document.title = note
  opened.document.documentElement.dir = direction
  opened.document.body.textContent = note
  return opened
}

/** To the page that opened this window. */
export function tellOpener(orderNumber: string, outcome: PaymentHint): boolean {
  if (!window.opener) return false
  const message: PaymentMessage = { type: 'arasta:payment', order_number: orderNumber, outcome }
  ;(window.opener as Window).postMessage(message, window.location.origin)
  return true
}

const isFor = (event: MessageEvent, type: PaymentMessage['type'], orderNumber: string): boolean => {
  const message = event.data as Partial<PaymentMessage> | null
  return (
    event.origin === window.location.origin &&
    message?.type === type &&
    message.order_number === orderNumber
  )
}

/** Answers the bank's window, so that it may close, and calls `onHint`. */
export function usePaymentHint(orderNumber: string, onHint: () => void): void {
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (!isFor(event, 'arasta:payment', orderNumber)) return
      const received: PaymentMessage = {
        type: 'arasta:payment-received',
        order_number: orderNumber,
      }
      event.source?.postMessage(received, { targetOrigin: event.origin })
      onHint()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [orderNumber, onHint])
}

/** In the bank's window: the opener has heard. */
export function onReceived(orderNumber: string, react: () => void): () => void {
  const listen = (event: MessageEvent) => {
    if (isFor(event, 'arasta:payment-received', orderNumber)) react()
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}
