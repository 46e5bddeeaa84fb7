import { useState } from 'react'
import { data } from 'react-router'
import { listInstallations } from '#modules/installs/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { startUpdates } from './updates/start-updates.ts'
import {
  FailedUpdates,
  UpdateAll,
  UpdateCards,
  type OldInstallation,
} from './updates/update-cards.tsx'
import { useLiveInstallations } from './updates/use-live-installations.ts'
import type { Route } from './+types/updates.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { data: old } = await context
    .get(screenContext)
    .call(listInstallations, { query: { state: 'old' } })
  return { old }
}

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const failed = await startUpdates(screen, await request.formData())
  if (failed.length === 0) throw goTo(pathsFor(screen.framed).updates, { status: 303 })
  return data({ failed }, { status: 409 })
}

/** S2.19: outdated items with what their updates change and ask for. */
export default function Updates({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  // Updated items stay visible until the owner navigates.
  const [seen, setSeen] = useState<readonly OldInstallation[]>(loaderData.old)
  const rows = [...seen, ...loaderData.old.filter((one) => !seen.some((row) => row.id === one.id))]
  if (rows.length !== seen.length) setSeen(rows)
  const live = useLiveInstallations(loaderData.old)
  const shown = rows.map((row) => loaderData.old.find((one) => one.id === row.id) ?? row)
  const finished = rows
    .filter((row) => !loaderData.old.some((one) => one.id === row.id))
    .map((row) => ({ ...row, version: row.latest_version, state: 'installed' as const, run: null }))
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="updates"
        title={t('updates.title')}
        lead={
          loaderData.old.length > 0
            ? t('updates.lead', { count: loaderData.old.length })
            : undefined
        }
      >
        <UpdateAll rows={loaderData.old} live={live} />
      </OwnerHead>
      <FailedUpdates failed={actionData?.failed} className="mt-6" />
      <div className="mt-8">
        {shown.length === 0 ? (
          <EmptyState
            title={t('updates.empty')}
            action={
              <LinkButton href={paths.installed} kind="secondary">
                {t('owner.installed')}
              </LinkButton>
            }
          >
            {t('updates.empty_note')}
          </EmptyState>
        ) : (
          <UpdateCards rows={shown} live={[...finished, ...live]} />
        )}
      </div>
      {shown.length > 0 && (
        <p className="type-sm mt-5 max-w-[80ch] text-ink2">{t('updates.note')}</p>
      )}
    </Page>
  )
}
