import { listStoreMessages } from '#modules/messaging/contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../formats.ts'
import { useWords } from '../messages.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import type { Route } from './+types/messages.ts'

type Thread = AnswerOf<typeof listStoreMessages>['data'][number]

export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(screenContext).call(listStoreMessages)

/** S2.26: what the store wrote to developers and to the market, with their answers. */
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
        <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadPanel thread={thread} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function ThreadPanel({ thread }: { thread: Thread }) {
  const { t } = useWords()
  const dates = useDates()
  const { branding } = useShell()
  const isolated = (text: string) => `\u2068${text}\u2069`
  const nameOf = (who: Thread['words'][number]['who']) =>
    who === 'store'
      ? t('messages.you')
      : isolated(who === 'developer' ? (thread.to ?? '') : branding.name)
  return (
    <Panel as="section" label={thread.subject}>
      <PanelPart>
        <h2 className="type-d4 wrap-anywhere-safe">
          <bdi>{thread.subject}</bdi>
        </h2>
        <p className="type-sm text-ink2 wrap-anywhere-safe">
          {t('messages.to', { name: isolated(thread.to ?? branding.name) })}
          {thread.item && <> · {isolated(thread.item.name)}</>}
        </p>
        <ol className="mt-4 grid gap-4">
          {thread.words.map((word) => (
            <li
              key={`${word.at} ${word.who}`}
              className={
                word.who === 'store' ? '' : 'rounded-control-lg bg-turquoise-tint px-4 py-3'
              }
            >
              <p className="type-sm text-ink2">
                {nameOf(word.who)} · <time dateTime={word.at}>{dates.minute(word.at)}</time>
              </p>
              <p className="type-body whitespace-pre-line wrap-anywhere-safe" dir="auto">
                {word.text}
              </p>
            </li>
          ))}
        </ol>
        {thread.reply_token && (
          <LinkButton
            href={`/contact/${thread.reply_token}`}
            kind="secondary"
            size="small"
            className="mt-4"
          >
            {t('messages.again')}
          </LinkButton>
        )}
      </PanelPart>
    </Panel>
  )
}
