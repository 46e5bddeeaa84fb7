import { Form } from 'react-router'
import type { ItemCard } from '#contexts/catalog/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useWords } from '../messages.tsx'
import { usePaths } from '../paths.ts'
import { useShell } from '../shell.tsx'

/** What the store asked to be told of (D9): a notice for each that can be installed now, and quietly what it still waits for. */
export function WatchedItems({ items }: { items: readonly ItemCard[] }) {
  const { t } = useWords()
  const paths = usePaths()
  const ready = items.filter(item => item.installable)
  const waiting = items.filter(item => !item.installable)
  if (items.length === 0) return null
  return (
    <section aria-label={t('installed.watched')} className="mt-6 grid gap-3">
      {ready.map(item => (
        <Notice
          key={item.id}
          tone="done"
          title={t('installed.watched_ready', { item: `\u2068${item.name}\u2069` })}
          action={
            <div className="flex flex-wrap gap-2">
              <LinkButton href={paths.item(item.slug)} size="small">
                {t('installed.watched_go')}
              </LinkButton>
              <Forget item={item} />
            </div>
          }
        />
      ))}
      {waiting.length > 0 && (
        <p className="type-sm text-ink2 wrap-anywhere-safe">
          {t('installed.watched_waiting')}{' '}
          {waiting.map((item, n) => (
            <span key={item.id}>
              {n > 0 && ' · '}
              <TextLink
                href={paths.item(item.slug)}
                title={item.name}
                className="inline-block max-w-72 truncate align-bottom"
              >
                <bdi>{item.name}</bdi>
              </TextLink>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

function Forget({ item }: { item: ItemCard }) {
  const { t } = useWords()
  const { store } = useShell()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="item" value={item.id} />
      <Button type="submit" kind="secondary" size="small" aria-label={t('installed.watched_forget_of', { item: item.name })}>
        {t('installed.watched_forget')}
      </Button>
    </Form>
  )
}
