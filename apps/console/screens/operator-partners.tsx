import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { createPartner, invitePartnerOwner, listAllPartners } from '#contexts/backoffice/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { SelectField } from '../select-field.tsx'
import { countOf, useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { DeskTable, NextPage } from '../table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const after = new URL(request.url).searchParams.get('after')
  return { ...await screen.call(listAllPartners, { query: after === null ? {} : { after } }), mayChange: screen.person?.operatorRole === 'admin' }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [name, email] = [textOf(form, 'form'), textOf(form, 'email')]
  if (name === 'owner') return answerOf(name, form, await screen.attempt(invitePartnerOwner, { params: { id: textOf(form, 'partner') }, body: { email } }))
  return answerOf('partner', form, await screen.attempt(createPartner, { body: { name: textOf(form, 'name'), email } }))
}

export default function OperatorPartners() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { partners, next, mayChange } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'partner')
  const ownerField = useField(answer, 'owner')
  return (
    <>
      <DeskHead title={t('console.nav.partners')} lead={t('console.partners.lead')} />
      <DeskTable label={t('console.nav.partners')} rows={partners} columns={[
        { name: t('console.partners.name'), cell: one => <><span className="strong">{one.name}</span><bdi dir="ltr" className="type-sm block text-ink2">{one.slug}</bdi></> },
        { name: t('console.partners.verified'), cell: one => <Verified verified={one.verified} /> },
        { name: t('console.partners.items'), end: true, cell: one => countOf(one.items, locale) },
        { name: t('console.partners.members'), end: true, cell: one => countOf(one.members, locale) },
        { name: t('console.partners.invited'), end: true, cell: one => countOf(one.invited, locale) },
        { name: t('console.team.since'), end: true, cell: one => dates.day(one.since) },
      ]} />
      <NextPage href={next && `/operator/partners?after=${next}`} label={t('console.next')} />
      {mayChange && (
        <div className="mt-9 grid gap-6 lg:grid-cols-2">
          <Panel as="section" label={t('console.partners.new')}>
            <PanelPart>
              <h2 className="type-d4 mb-1">{t('console.partners.new')}</h2>
              <p className="type-body mb-5 text-ink2">{t('console.partners.new_lead')}</p>
              {answer?.form === 'partner' && answer.done && <Notice tone="done" alert className="mb-5">{t('console.team.invited')}</Notice>}
              <DeskForm name="partner" answer={answer} submit={t('console.partners.create')}>
                <TextField {...field('name')} label={t('console.partners.name')} autoComplete="organization" required />
                <TextField {...field('email')} label={t('console.partners.owner_email')} type="email" dir="ltr" autoComplete="off" required />
              </DeskForm>
            </PanelPart>
          </Panel>
          {partners.length > 0 && (
            <Panel as="section" label={t('console.partners.owner')}>
              <PanelPart>
                <h2 className="type-d4 mb-1">{t('console.partners.owner')}</h2>
                <p className="type-body mb-5 text-ink2">{t('console.partners.owner_lead')}</p>
                {answer?.form === 'owner' && answer.done && <Notice tone="done" alert className="mb-5">{t('console.team.invited')}</Notice>}
                <DeskForm name="owner" answer={answer} submit={t('console.team.send')} kind="secondary">
                  <SelectField label={t('console.partners.name')} name="partner" value={ownerField('partner', partners[0]?.id).defaultValue} options={partners.map(one => ({ value: one.id, name: one.name }))} />
                  <TextField {...ownerField('email')} label={t('console.partners.owner_email')} type="email" dir="ltr" autoComplete="off" required />
                </DeskForm>
              </PanelPart>
            </Panel>
          )}
        </div>
      )}
    </>
  )
}

/** What was verified of a partner, and when. */
function Verified({ verified }: { verified: ReturnType<typeof useLoaderData<typeof loader>>['partners'][number]['verified'] }) {
  const { t } = useWords()
  const dates = useDates()
  if (!verified) return <span className="type-sm text-ink2">{t('console.partners.unverified')}</span>
  return (
    <>
      <Badge tone="green" icon="check">{dates.day(verified.at)}</Badge>
      {verified.domain !== null && <bdi dir="ltr" className="type-sm block text-ink2">{verified.domain}</bdi>}
    </>
  )
}
