import { useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#ui/button.tsx'
import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from '../../formats.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import type { PreviewData } from './load-preview.ts'
import type { ShareAnswer } from './share-preview.ts'

export const SHARE_DIALOG = 'share'

/** A link for a colleague, and the links that work, each with a button that ends it. */
export function SharePanel({ data: { item, store, links } }: { data: PreviewData }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const making = useFetcher<ShareAnswer>()
  const ending = useFetcher<ShareAnswer>()
  const answer = making.data
  const name = (text: string) => isolated(text, locale)
  return (
    <Dialog
      id={SHARE_DIALOG}
      title={t('preview.share.title')}
      actions={<CloseDialog>{t('preview.share.close')}</CloseDialog>}
    >
      <p>{t('preview.share.text', { item: name(item.name) })}</p>
      <making.Form method="post" className="mt-4">
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <Button type="submit" name="intent" value="share" busy={making.state !== 'idle'}>
          {t('preview.share.make')}
        </Button>
      </making.Form>
      <div role="status">
        {answer?.message && (
          <Notice tone="attention" className="mt-4">
            {answer.message}
          </Notice>
        )}
        {answer?.made && <MadeLink {...answer.made} />}
      </div>
      {links.length > 0 && (
        <>
          <h3 className="type-label mt-6 text-ink">{t('preview.share.links')}</h3>
          <ul className="mt-1 divide-y divide-line">
            {links.map((link) => (
              <li key={link.id} className="flex items-center justify-between gap-3 py-2">
                <span className="type-sm min-w-0 wrap-anywhere-safe">
                  <span className="strong block text-ink">{link.item.name}</span>
                  <span className="flex flex-wrap gap-x-3">
                    <span>{t('preview.share.until', { time: dates.minute(link.expires_at) })}</span>
                    <bdi>{link.made_by}</bdi>
                  </span>
                </span>
                <ending.Form method="post" className="shrink-0">
                  <input type="hidden" name="store" value={store?.id ?? ''} />
                  <input type="hidden" name="link" value={link.id} />
                  <Button
                    type="submit"
                    name="intent"
                    value="end"
                    kind="danger-quiet"
                    className="min-h-11 whitespace-nowrap"
                    size="small"
                    aria-label={t('preview.share.end_named', { item: link.item.name })}
                  >
                    {t('preview.share.end')}
                  </Button>
                </ending.Form>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function MadeLink({ url, expires_at: until }: { url: string; expires_at: string }) {
  const { t } = useWords()
  const dates = useDates()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<string | null>(null)
  async function copy() {
    field.current?.select()
    // Where the browser keeps it from us, the selected text is copied by hand.
    await navigator.clipboard?.writeText(url).then(
      () => setCopied(url),
      () => {},
    )
  }
  return (
    <div className="mt-4">
      <label htmlFor="shared-link" className="type-label text-ink">
        {t('preview.share.made', { time: dates.minute(until) })}
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          ref={field}
          id="shared-link"
          readOnly
          dir="ltr"
          value={url}
          className="control min-w-0"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button kind="secondary" className="shrink-0" onClick={() => void copy()}>
          {t(copied === url ? 'preview.share.copied' : 'preview.share.copy')}
        </Button>
      </div>
    </div>
  )
}
