import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { languageName } from '#lib/locale.ts'
import {
  approvePartnerApplication,
  declinePartnerApplication,
  getAnyPartnerApplication,
} from '#modules/publishing/applications/contract.ts'
import { DECLINE_RULES } from '#modules/publishing/applications/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { TextArea } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { applicationFacts, ApplicationState, ApplicationText } from '../application-facts.tsx'
import { useDates } from '../dates.ts'
import { FormDone, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    one: await screen.call(getAnyPartnerApplication, { params: { id: params.application ?? '' } }),
    mayDecide: screen.person?.operatorRole === 'admin',
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const given = { params: { id: params.application ?? '' } }
  return text('form') === 'approve'
    ? submit(approvePartnerApplication, given)
    : submit(declinePartnerApplication, { ...given, body: { reason: text('reason') } })
}

/** An application with what was verified; approved by one press, declined with a reason. */
export default function OperatorApplication() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { one, mayDecide } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader
        back={{ href: '/operator/applications', name: t('console.applications.title') }}
        title={one.name}
        lead={
          <bdi dir="ltr" className="wrap-anywhere">
            {one.domain}
          </bdi>
        }
        end={<ApplicationState state={one.state} />}
      />
      <FormDone answer={answer} form="approve" className="mb-6">
        {t('console.applications.approved_done')}
      </FormDone>
      <FormDone answer={answer} form="decline" className="mb-6">
        {t('console.applications.declined_done')}
      </FormDone>
      {!one.honest && (
        <Notice tone="attention" className="mb-4">
          {t('console.applications.claims')}
        </Notice>
      )}
      <Similar one={one} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Panel as="section" label={t('console.application.said')}>
          <PanelPart>
            <h2 className="type-d4 mb-4">{t('console.application.said')}</h2>
            <FactList
              facts={[
                ...applicationFacts(one, { t, locale, dates }),
                {
                  label: t('console.messages.language'),
                  value: languageName(one.language as typeof locale, locale),
                },
              ]}
            />
            <ApplicationText text={one.about} />
          </PanelPart>
        </Panel>
        <div className="grid gap-6">
          <Verified one={one} />
          {one.state === 'waiting' && mayDecide && <Decision />}
          {one.decided_at !== null && <Decided one={one} />}
        </div>
      </div>
      <Earlier one={one} />
    </>
  )
}

type Application = ReturnType<typeof useLoaderData<typeof loader>>['one']

/** Partners whose names look the same: perhaps the same company, perhaps an impostor. */
function Similar({ one }: { one: Application }) {
  const { t } = useWords()
  if (one.similar.length === 0) return null
  return (
    <Notice tone="attention" className="mb-6" title={t('console.applications.similar')}>
      <span className="flex flex-wrap gap-x-4">
        {one.similar.map((partner) => (
          <TextLink key={partner.id} href={`/operator/partners/${partner.id}`}>
            <bdi className="wrap-anywhere">{partner.name}</bdi>
          </TextLink>
        ))}
      </span>
    </Notice>
  )
}

function Verified({ one }: { one: Application }) {
  const { t } = useWords()
  const dates = useDates()
  const state = (at: string | null) => (
    <Badge tone={at === null ? 'neutral' : 'green'} icon={at === null ? undefined : 'check'}>
      {at === null ? t('portal.proofs.open') : t('portal.proofs.proved', { day: dates.day(at) })}
    </Badge>
  )
  return (
    <Panel as="section" label={t('console.applications.checks')}>
      <PanelPart>
        <h2 className="type-d4 mb-4">{t('console.applications.checks')}</h2>
        <FactList
          facts={[
            { label: t('console.application.mail'), value: state(one.email_proved_at) },
            {
              label: t('portal.proofs.domain'),
              value: (
                <>
                  {state(one.domain_proved_at)}
                  {one.domain_way !== null && (
                    <span className="type-sm block text-ink2">
                      {t(`console.applications.by.${one.domain_way}`)}
                    </span>
                  )}
                </>
              ),
            },
          ]}
        />
      </PanelPart>
    </Panel>
  )
}

function Decision() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'decline')
  return (
    <Panel as="section" label={t('console.applications.decision')}>
      <PanelPart>
        <h2 className="type-d4 mb-1">{t('console.applications.decision')}</h2>
        <p className="type-sm mb-4 text-ink2">{t('console.applications.approve_lead')}</p>
        <PostForm name="approve" answer={answer} submit={t('console.applications.approve')} />
      </PanelPart>
      <PanelPart>
        <PostForm
          name="decline"
          answer={answer}
          submit={t('console.applications.decline')}
          kind="secondary"
        >
          <TextArea
            {...field('reason')}
            label={t('console.applications.reason')}
            hint={t('console.applications.reason_hint')}
            rows={4}
            dir="auto"
            maxLength={DECLINE_RULES.max}
            required
          />
        </PostForm>
      </PanelPart>
    </Panel>
  )
}

function Decided({ one }: { one: Application }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <Panel as="section" label={t('console.applications.decision')}>
      <PanelPart>
        <h2 className="type-d4 mb-4">{t('console.applications.decision')}</h2>
        <FactList
          facts={[
            { label: t('console.item.state'), value: <ApplicationState state={one.state} /> },
            { label: t('console.orders.at'), value: dates.time(one.decided_at ?? '') },
            ...(one.decided_by === null
              ? []
              : [
                  {
                    label: t('console.applications.decided_by'),
                    value: <bdi>{one.decided_by}</bdi>,
                  },
                ]),
            ...(one.reason === null
              ? []
              : [
                  {
                    label: t('console.application.reason'),
                    value: (
                      <span dir="auto" className="block whitespace-pre-line wrap-anywhere-safe">
                        {one.reason}
                      </span>
                    ),
                  },
                ]),
          ]}
        />
        {one.partner !== null && (
          <p className="type-body mt-4">
            <TextLink href={`/operator/partners/${one.partner}`}>
              {t('console.applications.open_partner')}
            </TextLink>
          </p>
        )}
      </PanelPart>
    </Panel>
  )
}

function Earlier({ one }: { one: Application }) {
  const { t } = useWords()
  const dates = useDates()
  if (one.earlier.length === 0) return null
  return (
    <section className="mt-9">
      <h2 className="type-d4 mb-3">{t('console.applications.earlier')}</h2>
      <ul className="grid gap-2">
        {one.earlier.map((other) => (
          <li key={other.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <TextLink href={`/operator/applications/${other.id}`}>
              <bdi className="wrap-anywhere">{other.name}</bdi>
            </TextLink>
            <ApplicationState state={other.state} />
            <span className="type-sm text-ink2">{dates.time(other.applied_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
