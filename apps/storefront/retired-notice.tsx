import type { ItemDetail } from '#modules/catalog/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { pricedItem, priceInFull } from './prices.ts'
import { useShell } from './shell.tsx'

/** Says that an item is no longer developed, and leads to what replaces it, with its price. */
export function RetiredNotice({
  retirement,
  className,
}: {
  retirement: NonNullable<ItemDetail['retirement']>
  className?: string
}) {
  const words = useWords()
  const paths = usePaths()
  const { market, sites } = useShell()
  const { text, successor } = retirement
  const price = successor && priceInFull(pricedItem(successor), words)
  return (
    <Notice
      icon="clock"
      className={className}
      action={
        successor && (
          <LinkButton
            href={
              successor.market === market
                ? paths.item(successor.slug)
                : `${sites[successor.market] ?? ''}/${successor.slug}`
            }
            kind="secondary"
            size="small"
          >
            <bdi>{successor.name}</bdi>
            {price && (
              <span className="ms-1.5 text-ink2">
                {[price.lead, price.text, price.per].filter(Boolean).join(' ')}
              </span>
            )}
          </LinkButton>
        )
      }
    >
      {text}
    </Notice>
  )
}
