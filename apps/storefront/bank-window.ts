import { useEffect } from 'react'

/**
 * D20: the bank's page opens in a window of its own, directly in the click event. The two windows
 * communicate by postMessage at our exact origin; a message only triggers a status request and is
 * never trusted.
 */
export type PaymentHint = 'success' | 'fail'
interface PaymentMessage {
  type: 'arasta:payment' | 'arasta:payment-received'
  order_number: string
  outcome?: PaymentHint
}

const FEATURES = 'popup,width=520,height=760'

/** Must be called within a click event, or the browser blocks it. Null when blocked. */
export function openBankWindow(note: string, direction: string): Window | null {
  const opened = window.open('', '_blank', FEATURES)
  if (!opened) return null
  opened.document.title = note
  opened.document.documentElement.dir = direction
  opened.document.body.textContent = note
  return opened
}

/** Reports the outcome to the page that opened this window. */
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

/** Acknowledges the bank window's message, so that it closes, and calls `onHint`. */
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

/** In the bank's window: called when the opener has acknowledged. */
export function onReceived(orderNumber: string, react: () => void): () => void {
  const listen = (event: MessageEvent) => {
    if (isFor(event, 'arasta:payment-received', orderNumber)) react()
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}
