import type { z } from 'zod'
import type { ConsoleCtx } from '#kernel/context.ts'
import { escapeXml } from '#lib/escape-xml.ts'
import { FALLBACK_LOCALE, LANGUAGE_TAGS, makeTranslate, readLocale } from '#lib/locale.ts'
import { nameForms } from '#lib/market-name.ts'
import type { fileAnswer } from '#lib/wire.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import { readMessages } from '#locales/read.ts'
import type { PartnerEvent } from './contract.ts'
import { eventPath, eventReason, eventSentence } from './sentences.ts'

/** Events as an Atom feed (RFC 4287) in the language of the address. */
export function writeAtom(
  ctx: Pick<ConsoleCtx, 'origins' | 'branding' | 'clock'>,
  feed: { partner_id: string; partner: string; locale: string },
  events: readonly PartnerEvent[],
): z.input<typeof fileAnswer> {
  const locale = readLocale(feed.locale) ?? FALLBACK_LOCALE
  const market = ctx.branding.both.name
  const t = makeTranslate<ConsoleKey>(
    readMessages(locale, 'console'),
    locale,
    nameForms(market, locale),
  )
  const root = `${ctx.origins.console}/partner/${feed.partner_id}`
  // XML has no control characters, not even escaped.
  const text = (name: string, content: string) =>
    `<${name}>${escapeXml(content.replaceAll(/\p{Cc}/gu, ' '))}</${name}>`
  const link = (path: string) => `<link href="${escapeXml(`${root}${path}`)}"/>`
  const entries = events.map((event) => {
    const reason = eventReason(t, event)
    return [
      '<entry>',
      text('id', `${root}/feed#${event.id}`),
      text('title', eventSentence(t, event)),
      text('updated', event.at),
      link(eventPath(event) ?? '/feed'),
      `<category term="${event.kind}"/>`,
      ...(reason === null ? [] : [text('summary', reason)]),
      '</entry>',
    ].join('')
  })
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LANGUAGE_TAGS[locale]}">`,
    text('id', `${root}/feed`),
    text('title', `${feed.partner} · ${market}`),
    text('updated', events[0]?.at ?? ctx.clock.now().toISOString()),
    `<author>${text('name', market)}</author>`,
    link('/feed'),
    ...entries,
    '</feed>',
    '',
  ].join('\n')
  return {
    filename: 'feed.xml',
    contentType: 'application/atom+xml; charset=utf-8',
    content: new TextEncoder().encode(xml),
  }
}
