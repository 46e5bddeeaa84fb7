import { Form, useNavigation } from 'react-router'
import {
  chooseNotices,
  listNotices,
  markNoticesRead,
  type OwnerNoticeLine,
} from '#modules/installs/notice-contract.ts'
import { NOTICE_TOPICS } from '#modules/installs/notice-rules.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useDates } from '../formats.ts'
import { ButtonForm } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { type Paths, pathsFor, usePaths } from '../paths.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import type { Route } from './+types/notices.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(screenContext).call(listNotices)

/** Takes note of everything, or stores the channels. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  if (form.has('read')) await screen.call(markNoticesRead, forStoreOf(form))
  else
    await screen.call(chooseNotices, {
      body: {
        choices: NOTICE_TOPICS.map((topic) => ({
          topic,
          product: form.has(`product.${topic}`),
          mail: form.has(`mail.${topic}`),
        })),
      },
      ...forStoreOf(form),
    })
  throw goTo(pathsFor(screen.framed).notices, { status: 303 })
}

/** What the owner is told, newest first, and by which channels. */
export default function Notices({ loaderData: { data: notices, choices } }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="notices" title={t('owner.notices')} lead={t('notices.lead')}>
        {notices.some((one) => !one.is_read) && (
          <ButtonForm fields={{ read: '1' }} kind="secondary">
            {t('notices.read_all')}
          </ButtonForm>
        )}
      </OwnerHead>
      {notices.length === 0 ? (
        <EmptyState className="mt-6" title={t('notices.empty')}>
          {t('notices.empty_note')}
        </EmptyState>
      ) : (
        <ol className="mt-6 rounded-card border border-line bg-card">
          {notices.map((notice) => (
            <Line key={notice.id} notice={notice} />
          ))}
        </ol>
      )}
      <Choices choices={choices} />
    </Page>
  )
}

function Line({ notice }: { notice: OwnerNoticeLine }) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const { market, sites } = useShell()
  const path = pathOf(notice, paths)
  const isElsewhere = notice.item !== null && notice.item.market !== market
  return (
    <li className="flex flex-wrap items-baseline gap-x-5 gap-y-1 border-line px-5 py-4 not-first:border-t">
      <time dateTime={notice.at} className="type-sm min-w-40 text-ink2">
        {dates.minute(notice.at)}
      </time>
      <p
        className={`type-body min-w-0 flex-1 basis-60 wrap-anywhere-safe ${notice.is_read ? '' : 'strong'}`}
      >
        {notice.text}{' '}
        {!notice.is_read && (
          <Badge tone="turquoise" className="ms-1">
            {t('notices.new')}
          </Badge>
        )}
      </p>
      {path !== null && (
        <TextLink
          href={isElsewhere ? `${sites[notice.item!.market] ?? ''}${path}` : path}
          aria-label={`${t('notices.look')}: ${notice.text}`}
          className="type-sm"
        >
          {t('notices.look')}
        </TextLink>
      )}
    </li>
  )
}

/** Where the owner sees it, or does something about it. */
function pathOf({ kind, item, thread }: OwnerNoticeLine, paths: Paths): string | null {
  switch (kind) {
    case 'update_failed':
    case 'item_stopped':
    case 'item_lifted':
      return item && paths.installation(item.slug)
    case 'theme_failed':
      return paths.installed
    case 'scripts_changed':
      return paths.scripts
    case 'saved_cheaper':
    case 'saved_ready':
      return item && paths.item(item.slug)
    case 'review_answered':
      return item && paths.reviews(item.slug)
    case 'question_answered':
    case 'help_answered':
      return thread === null ? paths.messages : paths.thread(thread)
    case 'review_down':
    case 'appeal_answered':
      return paths.decisions
  }
}

function Choices({ choices }: { choices: AnswerOf<typeof listNotices>['choices'] }) {
  const { t } = useWords()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <section aria-labelledby="choices-heading" className="mt-10">
      <h2 id="choices-heading" className="type-d3 mb-1">
        {t('notices.choices')}
      </h2>
      <p className="type-body mb-4 max-w-[62ch] text-ink2">{t('notices.choices_note')}</p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <ul className="border-b border-line">
          {choices.map((one) => (
            <li key={one.topic} className="border-t border-line py-4">
              <fieldset className="flex flex-wrap items-center gap-x-8 gap-y-2">
                <legend className="type-label float-start min-w-60 flex-1 max-md:basis-full">
                  {t(`notices.topic.${one.topic}`)}
                </legend>
                <Checkbox
                  name={`product.${one.topic}`}
                  defaultChecked={one.product}
                  className="md:w-32"
                >
                  {t('notices.product')}
                </Checkbox>
                {one.mail_fixed || one.mail_never ? (
                  <span className="type-sm text-ink2 md:w-44">
                    {t(one.mail_fixed ? 'notices.mail_always' : 'notices.mail_never')}
                  </span>
                ) : (
                  <Checkbox
                    name={`mail.${one.topic}`}
                    defaultChecked={one.mail}
                    className="md:w-44"
                  >
                    {t('notices.mail')}
                  </Checkbox>
                )}
              </fieldset>
            </li>
          ))}
        </ul>
        <Button type="submit" kind="secondary" busy={busy} className="mt-4">
          {t('notices.save')}
        </Button>
      </Form>
    </section>
  )
}
