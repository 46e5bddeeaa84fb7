import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ShopFindings as Answer } from '#modules/installs/shop-look/contract.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Price } from '#ui/amount.tsx'
import { TextLink } from '#ui/link.tsx'
import { Toast, ToastRegion } from '#ui/notice.tsx'
import { SectionHeading } from '#ui/page-grid.tsx'
import { useDates } from './formats.ts'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { priceOnCard, pricedItem } from './prices.ts'
import { useShell } from './shell.tsx'

/** What came of a press on a finding. */
export interface FindingAnswer {
  dismissed: string | null
  /** The shop is read again. */
  asked: boolean
  /** Why it could not be done. */
  message: string | null
}

const FORM = 'missing'

/** "What seems to be missing on your shop": findings with what was seen, each with one item. */
export function ShopFindings({ data, looked_at: lookedAt, words }: Answer) {
  const dates = useDates()
  const { store } = useShell()
  const { pathname, search } = useLocation()
  const paths = usePaths()
  const fetcher = useFetcher<FindingAnswer>()
  return (
    <>
      <fetcher.Form id={FORM} method="post" action={paths.missing} hidden>
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="next" value={pathname + search} />
      </fetcher.Form>
      {data.length > 0 && lookedAt && (
        <section aria-labelledby="missing-heading">
          <SectionHeading
            title={
              <span id="missing-heading" className="type-d3">
                {words.title}
              </span>
            }
            lead={
              <span className="type-sm">
                <time dateTime={lookedAt}>{dates.minute(lookedAt)}</time> · {words.note}
              </span>
            }
            end={
              <Button type="submit" form={FORM} name="again" value="1" kind="quiet" size="small">
                {words.again}
              </Button>
            }
          />
          <ul className="grid rounded-card border border-line bg-card md:grid-cols-3">
            {data.map((finding) => (
              <Finding key={finding.kind} finding={finding} />
            ))}
          </ul>
          <details className="type-sm mt-2 max-w-[80ch] text-ink2">
            <summary className="link inline-flex min-h-11 items-center">{words.how}</summary>
            <p>{words.how_text}</p>
          </details>
        </section>
      )}
      <Outcome answer={fetcher.data} words={words} />
    </>
  )
}

function Finding({ finding }: { finding: Answer['data'][number] }) {
  const words = useWords()
  const paths = usePaths()
  const { item } = finding
  return (
    <li className="relative flex flex-col border-line p-5 not-first:border-t md:not-first:border-s md:not-first:border-t-0">
      <h3 className="type-label pe-9">{finding.title}</h3>
      <p className="type-sm mt-1 mb-4 text-ink2 wrap-anywhere-safe">
        {finding.text}{' '}
        <bdi dir="ltr" className="inline-block max-w-full truncate align-bottom">
          {URL.parse(finding.page_url)?.pathname}
        </bdi>
      </p>
      <div className="mt-auto flex items-center gap-3">
        <AppIcon src={item.icon} name={item.name} size={48} />
        <div className="min-w-0">
          <TextLink href={paths.item(item.slug)}>{item.name}</TextLink>
          <Price {...priceOnCard(pricedItem(item), words)} className="block text-start" />
        </div>
      </div>
      <IconButton
        type="submit"
        form={FORM}
        name="dismiss"
        value={finding.kind}
        icon="close"
        label={finding.dismiss}
        className="absolute end-2 top-2"
      />
    </li>
  )
}

function Outcome({ answer, words }: { answer: FindingAnswer | undefined; words: Answer['words'] }) {
  const { t } = useWords()
  const [closed, setClosed] = useState<FindingAnswer | undefined>(undefined)
  // the pressed button may be gone with its finding
  useEffect(() => {
    if (answer && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [answer])
  const shown = answer === closed ? undefined : answer
  const says = shown && (shown.message ?? (shown.dismissed ? words.dismissed : words.asked))
  return (
    <ToastRegion label={words.title}>
      {shown && says && (shown.dismissed ?? shown.asked) && (
        <Toast
          icon={shown.message ? 'warning' : 'check'}
          close={t('saved.close')}
          onClose={() => setClosed(answer)}
          action={
            shown.dismissed && (
              <button
                type="submit"
                form={FORM}
                name="restore"
                value={shown.dismissed}
                className="min-h-11"
              >
                {t('saved.undo')}
              </button>
            )
          }
        >
          {says}
        </Toast>
      )}
    </ToastRegion>
  )
}
