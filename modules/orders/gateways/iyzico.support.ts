import { type Clock, systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { readForm, type RunningDouble, startDouble } from './doubles/start.support.ts'
import { createIyzicoGateway, type IyzicoSettings } from './iyzico.ts'

/**
 * For tests: a really started double of iyzico, a client of it, and the card holder at the bank's
 * page.
 */

export const IYZICO_KEYS = { apiKey: 'sandbox-api-key', secretKey: 'sandbox-secret-key' }

export const startIyzicoDouble = (noticeUrl: string): Promise<RunningDouble> =>
  startDouble('iyzico-double.support.ts', {
    API_KEY: IYZICO_KEYS.apiKey,
    SECRET_KEY: IYZICO_KEYS.secretKey,
    NOTICE_URL: noticeUrl,
  })

export function iyzicoTo(url: string, more: Partial<IyzicoSettings> & { clock?: Clock } = {}) {
  const { clock = systemClock, ...settings } = more
  return createIyzicoGateway(
    {
      url,
      ...IYZICO_KEYS,
      cardFields: 'ours',
      timeoutMs: 15_000,
      reportLagSeconds: 0,
      ...settings,
    },
    { http: createHttp({ allowOrigins: [url] }), clock },
  )
}

const post = async (action: string, fields: Record<string, string>) => {
  const answer = await createHttp({ allowOrigins: [new URL(action).origin] }).request(action, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  return answer.body.toString()
}

/**
 * The browser runs the document and the holder answers; gives the fields with which the browser
 * goes back to the shop.
 */
export async function answerDocument(
  html: string,
  action: 'confirm' | 'cancel',
): Promise<Record<string, string>> {
  const document = readForm(html)
  const holder = readForm(await post(document.action, document.fields))
  return readForm(await post(holder.action, { ...holder.fields, action })).fields
}

/**
 * The buyer types a card at iyzico's own page, and may have it saved; gives where the browser goes
 * back to, and with what.
 */
export async function payAtPage(
  url: string,
  number: string,
  { keep = false } = {},
): Promise<{ action: string; fields: Record<string, string> }> {
  const asked = readForm(
    (await createHttp({ allowOrigins: [new URL(url).origin] }).request(url)).body.toString(),
  )
  return readForm(await post(asked.action, { ...asked.fields, number, keep: keep ? '1' : '' }))
}
