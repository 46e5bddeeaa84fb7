import { lazy } from 'react'
import type { ItemCard } from '#modules/catalog/contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextLink } from '#ui/link.tsx'
import { COMPARE_FORM, MOST_COMPARED, pick, usePicks } from '../../compare-picks.ts'
import { useWords } from '../../messages.tsx'
import { listAddress, type ListData } from './list-query.ts'

// Few ask why: it comes to the browser with the answer. The server has it at hand, and it is there
// without a script.
const WhyPanel = import.meta.env.SSR
  ? (await import('./why-panel.tsx')).WhyPanel
  : lazy(async () => ({ default: (await import('./why-panel.tsx')).WhyPanel }))

/**
 * Under a card: the box that puts it beside others, and why it stands here (D13). Both work without
 * a script.
 */
export function CardFoot({
  item,
  path,
  query,
  why,
}: { item: ItemCard; path: string } & Pick<ListData, 'query' | 'why'>) {
  const { t } = useWords()
  const picks = usePicks()
  const picked = picks.includes(item.slug)
  const open = why !== null && query.why === item.slug
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-1 pt-0.5">
        <Checkbox
          name="items"
          value={item.slug}
          form={COMPARE_FORM}
          aria-label={t('compare.pick_item', { item: item.name })}
          checked={picked}
          disabled={!picked && picks.length >= MOST_COMPARED}
          onChange={(event) => pick(item.slug, event.target.checked)}
          className="type-sm text-ink2"
        >
          {t('compare.pick')}
        </Checkbox>
        <TextLink
          href={listAddress(path, { ...query, why: open ? undefined : item.slug })}
          aria-expanded={open}
          aria-label={t(open ? 'why.close' : 'why.open_item', { item: item.name })}
          rel="nofollow"
          className="type-sm inline-flex min-h-9 items-center"
        >
          {t(open ? 'why.close' : 'why.open')}
        </TextLink>
      </div>
      {open && <WhyPanel why={why} label={t('why.open_item', { item: item.name })} />}
    </>
  )
}
