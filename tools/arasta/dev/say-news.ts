import { fill } from '#contexts/catalog/rule-pack/say.ts'
import type { Locale } from '#lib/locale.ts'
import { wordsFor } from '../words.ts'
import type { DevNews } from './dev.ts'

/** For people a line each; for machines one JSON object a line. */
export function sayNews({ json, locale, out, err }: { json: boolean; locale: Locale; out: (text: string) => void; err: (text: string) => void }): (news: DevNews) => void {
  const words = wordsFor(locale)
  if (json) return news => out(JSON.stringify(news))
  return news => {
    switch (news.event) {
      case 'ready': return out(fill(words('dev_ready'), { url: news.url, folder: news.folder }, locale))
      case 'installed': return out(fill(words('dev_installed'), { version: news.version, changes: news.changes.join(', ') }, locale))
      case 'warning': return out(`  ! ${news.rule ?? ''}  ${news.message}`)
      case 'failed': return err(fill(words('dev_failed'), { message: news.message }, locale))
      case 'stopped': return out(words('dev_stopped'))
    }
  }
}
