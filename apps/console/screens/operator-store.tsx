import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import { forgetStoreSite, getStore } from '#contexts/backoffice/contract.ts'
import { eraseStoreData, exportStoreData, listStoreData } from '#contexts/backoffice/store-data-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FactList } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { ForgetPanel } from '../forget-panel.tsx'
import { answerOf, textOf, type FormAnswer } from '../forms.tsx'
import { InstallState } from '../install-state.tsx'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { StoreDataPanel } from '../store-data-panel.tsx'
import { DeskTable } from '../table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const given = { params: { store: params.store ?? '' } }
  const [store, data] = await Promise.all([screen.call(getStore, given), screen.call(listStoreData, given)])
  return { ...store, data, mayAsk: screen.person?.operatorRole === 'admin' }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [name, given] = [textOf(form, 'form'), { params: { store: params.store ?? '' } }]
  if (name === 'forget') return answerOf(name, form, await screen.attempt(forgetStoreSite, { ...given, body: { domain: textOf(form, 'domain') } }))
  return answerOf(name, form, name === 'erase' ? await screen.attempt(eraseStoreData, { ...given, body: { domain: textOf(form, 'domain') } }) : await screen.attempt(exportStoreData, given))
}

/** With the version that it names, and of which system where that has another name: WooCommerce, WordPress 6.1.9. */
const platformOf = ({ platform, system }: z.output<typeof getStore.output>): string =>
  system === null ? platform : system.name === platform ? `${platform} ${system.version}` : `${platform}, ${system.name} ${system.version}`

/** What support may see of a store: what stands on it and how that went; no credential and nothing of its owner. */
export default function OperatorStore() {
  const { t } = useWords()
  const dates = useDates()
  const { sites } = useShell()
  const store = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <p className="type-sm mb-2"><TextLink href="/operator/stores">{t('console.nav.stores')}</TextLink></p>
      <DeskHead title={store.domain} lead={store.name} end={<Badge tone={store.status === 'active' ? 'green' : 'neutral'}>{t(`console.store.${store.status}`)}</Badge>} />
      <FactList columns={2} className="mb-9" facts={[
        { label: t('console.stores.platform'), value: platformOf(store) },
        { label: t('console.team.since'), value: dates.day(store.since) },
        { label: t('console.stores.address'), value: store.url },
        { label: t('console.stores.id'), value: store.id },
      ]} />
      <h2 className="type-d3 mb-4">{t('console.stores.items')}</h2>
      {store.items.length === 0 ? <EmptyState title={t('console.stores.nothing')} as="h3" /> : (
        <DeskTable label={t('console.stores.items')} rows={store.items} columns={[
          { name: t('console.item.name'), cell: one => <TextLink href={`${sites[one.market]}/${one.slug}`} className="strong">{one.name}</TextLink> },
          { name: t('console.item.release'), cell: one => <bdi className="figures">{one.version}</bdi> },
          {
            name: t('console.item.state'),
            cell: one => (
              <>
                <InstallState state={one.state} />
                {one.failure && <code dir="ltr" className="type-xs mt-1 block text-ink2">{one.failure}</code>}
              </>
            ),
          },
          { name: t('console.stores.changed'), end: true, cell: one => dates.time(one.changed_at) },
        ]} />
      )}
      <ForgetPanel store={store} answer={answer} />
      <StoreDataPanel store={store} data={store.data} mayAsk={store.mayAsk} answer={answer?.form === 'forget' ? undefined : answer} />
    </>
  )
}
