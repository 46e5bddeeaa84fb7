import { fill } from '#modules/catalog/rule-pack/say.ts'
import type { Locale } from '#lib/locale.ts'
import { messagesFor } from '../messages.ts'
import type { DevUpdate } from './dev.ts'

/** For people a line each; for machines one JSON object a line. */
export function printUpdate({
  json,
  locale,
  out,
  err,
}: {
  json: boolean
  locale: Locale
  out: (text: string) => void
  err: (text: string) => void
}): (news: DevUpdate) => void {
  const words = messagesFor(locale)
  if (json) return (news) => out(JSON.stringify(news))
  return (news) => {
    switch (news.event) {
      case 'ready':
        return out(fill(words('dev_ready'), { url: news.url, folder: news.folder }, locale))
      case 'installed':
        return out(
          fill(
            words('dev_installed'),
            { version: news.version, changes: news.changes.join(', ') },
            locale,
          ),
        )
      case 'warning':
        return out(`  ! ${news.rule ?? ''}  ${news.message}`)
      case 'failed':
        return err(fill(words('dev_failed'), { message: news.message }, locale))
      case 'stopped':
        return out(words('dev_stopped'))
    }
  }
}
