import { listStoreMessages } from '#modules/messaging/contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useDates } from '../formats.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import { ThreadBadge } from './support/thread-state.tsx'
import type { Route } from './+types/messages.ts'

type Thread = AnswerOf<typeof listStoreMessages>['data'][number]

export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(screenContext).call(listStoreMessages)

/** S2.26: conversations of the store with sellers and with the market. */
export default function Messages({ loaderData: { data: threads } }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const write = (
    <LinkButton href={paths.contact} kind="secondary">
      {t('messages.write')}
    </LinkButton>
  )
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="messages" title={t('owner.messages')} lead={t('messages.lead')}>
        {threads.length > 0 && write}
      </OwnerHead>
      {threads.length === 0 ? (
        <EmptyState className="mt-6" title={t('messages.empty')} action={write}>
          {t('messages.empty_note')}
        </EmptyState>
      ) : (
        <ul className="mt-6 rounded-panel border border-line bg-card">
          {threads.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function ThreadRow({ thread }: { thread: Thread }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const { branding } = useShell()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line p-4 not-first:border-t md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="type-label wrap-anywhere-safe">
          <TextLink href={paths.thread(thread.id)}>
            <bdi>{thread.subject}</bdi>
          </TextLink>
        </h2>
        <p className="type-sm text-ink2 wrap-anywhere-safe">
          {t('messages.to', { name: isolated(thread.to ?? branding.name, locale) })}
          {thread.item && <> · {isolated(thread.item.name, locale)}</>}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <time dateTime={thread.last_at} className="type-sm text-ink2">
          {dates.minute(thread.last_at)}
        </time>
        <ThreadBadge state={thread.state} />
      </p>
    </li>
  )
}
