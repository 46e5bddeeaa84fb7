import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { getPlatformSetup } from '#modules/stores/platforms/setup/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { countOf } from '../dates.ts'
import { ButtonForm, FormDone, FormError, PostForm, useFormAnswer } from '../forms.tsx'
import { PageTitle } from '../page-header.tsx'
import {
  AddressFields,
  FaceFields,
  LanguagesHere,
  LogoForms,
  LookFields,
  PriceFields,
} from '../platform/fields.tsx'
import { Credentials, Keys } from '../platform/keys.tsx'
import { PlatformLogo } from '../platform/logo.tsx'
import { changeOnePlatform } from '../platform/platform-forms.ts'
import { PlatformState } from '../platform/state-badge.tsx'
import type { Platform } from '../platform/types.ts'
import type { FormAnswer } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { platform } = await screen.call(getPlatformSetup, {
    params: { platform: params.platform as unknown as number },
  })
  return { one: platform, mayChange: screen.person?.operatorRole === 'admin' }
}

export const action = async (args: ActionFunctionArgs): Promise<FormAnswer> =>
  (await changeOnePlatform(args)).answer

const NEXT = {
  draft: ['retired'],
  open: ['paused', 'retired'],
  paused: ['open', 'retired'],
  retired: [],
} as const

function StateSection({ one, answer }: { one: Platform; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  return (
    <Section title={t('console.item.state')} lead={t(`console.platform.means.${one.state}`)}>
      <FormError answer={answer} form="state" className="mb-4" />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        {NEXT[one.state].map((state) => (
          <ButtonForm
            key={state}
            name="state"
            hidden={{ state }}
            label={t(`console.platform.do.${state}`)}
            kind={state === 'open' ? 'primary' : state === 'paused' ? 'secondary' : 'danger'}
            about={one.name}
            {...(state !== 'open' && { confirm: t(`console.platform.means.${state}`) })}
          />
        ))}
      </div>
    </Section>
  )
}

/** What somebody without the right to change reads. */
function Facts({ one }: { one: Platform }) {
  const { t } = useWords()
  return (
    <Section title={t('console.setup.step.addresses')}>
      <FactList
        facts={[
          { label: t('console.platform.app_host'), value: one.hosts.app ?? '–' },
          { label: t('console.platform.theme_host'), value: one.hosts.theme ?? '–' },
          { label: t('console.platform.connector'), value: one.connector ?? '–' },
          { label: t('console.platforms.panels'), value: one.panels.join(' ') || '–' },
          { label: t('console.platforms.country'), value: one.home_country },
          { label: t('console.platforms.currency'), value: one.currency },
        ]}
      />
    </Section>
  )
}

function Forms({ one, answer }: { one: Platform; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const saved = (form: string) => (
    <FormDone answer={answer} form={form} className="mb-4">
      {t('console.shelves.saved')}
    </FormDone>
  )
  const save = { answer, submit: t('console.save'), kind: 'secondary', stays: true } as const
  return (
    <>
      <Section title={t('console.setup.step.look')}>
        {saved('look')}
        <PostForm name="look" {...save}>
          <LookFields one={one} answer={answer} />
        </PostForm>
      </Section>
      <Section title={t('console.platform.logo')} lead={t('console.platform.logo_lead')}>
        {saved('logo')}
        {saved('remove-logo')}
        <LogoForms one={one} answer={answer} />
      </Section>
      <Section title={t('console.platform.face')} lead={t('console.platform.face_lead')}>
        {saved('face')}
        <PostForm name="face" {...save}>
          <FaceFields one={one} answer={answer} />
        </PostForm>
      </Section>
      <Section title={t('console.platform.languages')} lead={t('console.platform.languages_lead')}>
        {saved('languages')}
        <PostForm name="languages" {...save}>
          <LanguagesHere one={one} />
        </PostForm>
      </Section>
      <Section title={t('console.setup.step.addresses')}>
        {saved('addresses')}
        <PostForm name="addresses" {...save}>
          <AddressFields one={one} answer={answer} />
        </PostForm>
      </Section>
      <Section title={t('console.platforms.prices')}>
        {saved('prices')}
        <PostForm name="prices" {...save}>
          <PriceFields one={one} answer={answer} />
        </PostForm>
      </Section>
    </>
  )
}

/** One platform: its look, addresses, credentials, keys, prices and state. */
export default function OperatorPlatform() {
  const { t, locale } = useWords()
  const { one, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageTitle title={one.name} />
      <p className="type-sm mb-2">
        <TextLink href="/operator/platforms">{t('console.nav.platforms')}</TextLink>
      </p>
      <div className="mb-7 flex flex-wrap items-center gap-x-4 gap-y-3">
        <PlatformLogo of={one} className="size-12" />
        <h1 className="type-title min-w-0 wrap-anywhere-safe">
          <bdi>{one.name}</bdi>
        </h1>
        <PlatformState state={one.state} />
      </div>
      {one.state === 'draft' && mayChange && (
        <Notice
          className="mb-6"
          action={
            <LinkButton href={`/operator/platforms/${one.id}/setup`} size="small">
              {t('console.setup.go_on')}
            </LinkButton>
          }
        >
          {t('console.platform.means.draft')}
        </Notice>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          {mayChange ? <Forms one={one} answer={answer} /> : <Facts one={one} />}
          {one.entry === 'panel' && (
            <Section title={t('console.platforms.keys')} lead={t('console.platform.keys_lead')}>
              <Keys one={one} answer={answer} mayChange={mayChange} />
            </Section>
          )}
        </div>
        <div className="grid min-w-0 gap-6">
          <Panel as="section" label={t('console.platforms.runs')}>
            <PanelPart>
              <FactList
                facts={[
                  {
                    label: t('console.platform.entry'),
                    value: t(`console.platform.entry.${one.entry}`),
                  },
                  { label: t('console.platforms.stores'), value: countOf(one.stores, locale) },
                  {
                    label: t('console.platforms.runs'),
                    value: t('console.platforms.runs_words', one.runs),
                  },
                ]}
              />
              <p className="type-sm mt-4">
                <TextLink href={`/operator/platforms/${one.id}/report`}>
                  {t('console.versions.report')}
                </TextLink>
              </p>
            </PanelPart>
          </Panel>
          {one.entry === 'panel' && (
            <Section
              title={t('console.platform.credentials')}
              lead={t('console.platform.credentials_lead')}
            >
              <Credentials one={one} answer={answer} mayChange={mayChange} />
            </Section>
          )}
          {mayChange && <StateSection one={one} answer={answer} />}
        </div>
      </div>
    </>
  )
}
