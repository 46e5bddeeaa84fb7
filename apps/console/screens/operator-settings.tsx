import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import {
  changeBrand,
  changeMarketLanguages,
  changeMarketName,
  changeMarketPlace,
  changeOperatorFacts,
  changeReturnDays,
  changeSecondNeeded,
  getMarketSettings,
  removeMarketLogo,
  setMarketLogo,
} from '#modules/market/contract.ts'
import { getMalwareScanner } from '#modules/publishing/scans/contract.ts'
import { FACE_KINDS, FACE_RULES, type FaceKind, OPERATOR_RULES } from '#modules/market/rules.ts'
import { COMPANY_FACTS, type CompanyFact } from '#lib/company-facts.ts'
import { COUNTRIES } from '#lib/countries.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { BrandFields, coloursOf } from '../brand-fields.tsx'
import { LanguageForm, languagesOf } from '../language-fields.tsx'
import { ScannerSection } from '../malware-scanner.tsx'
import { PageHeader } from '../page-header.tsx'
import { useDates } from '../dates.ts'
import { ButtonForm, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { type FormAnswer, cropOf, fileOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'
import { Icon } from '#ui/icon.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { CropField } from '../listing/crop-field.tsx'
import { useShell } from '../shell.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const names = new Intl.DisplayNames(screen.locale, { type: 'region' })
  return {
    // From the server, because ICU versions differ.
    countries: COUNTRIES.map((value) => ({ value, name: names.of(value) ?? value })).sort((a, b) =>
      a.name.localeCompare(b.name, screen.locale),
    ),
    timeZones: ['UTC', ...Intl.supportedValuesOf('timeZone')],
    ...(await screen.call(getMarketSettings)),
    scanner: await screen.call(getMalwareScanner),
    mayWrite: screen.person?.operatorRole === 'admin',
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const [press, face = 'both'] = text('form').split(' ') as [string, 'both'?]
  if (press === 'face')
    return submit(changeMarketName, {
      params: { face },
      body: { name: text('name'), mail: text('mail') },
    })
  if (press === 'logo')
    return submit(setMarketLogo, {
      params: { face },
      query: cropOf(form),
      upload: (await fileOf(form, 'file')) ?? new Uint8Array(),
    })
  if (press === 'remove-logo') return submit(removeMarketLogo, { params: { face } })
  if (text('form') === 'brand') return submit(changeBrand, { body: { colours: coloursOf(text) } })
  if (press === 'languages')
    return submit(changeMarketLanguages, { body: { languages: languagesOf(form) } })
  if (text('form') === 'second')
    return submit(changeSecondNeeded, {
      body: { needed: text('needed') === '1' },
    })
  if (text('form') === 'returns')
    return submit(changeReturnDays, { body: { days: Number(text('days') || Number.NaN) } })
  if (text('form') === 'place')
    return submit(changeMarketPlace, {
      body: { country: text('country'), time_zone: text('time_zone') },
    })
  const body = {
    name: text('name'),
    address: text('address'),
    mail: text('mail'),
    ...(Object.fromEntries(COMPANY_FACTS.map((fact) => [fact, text(fact).trim()])) as Record<
      CompanyFact,
      string
    >),
  }
  return submit(changeOperatorFacts, { body })
}

/** The market's company, colors, and the values set by the configuration. */
export default function OperatorSettings() {
  const { t } = useWords()
  const {
    operator,
    facts,
    own,
    faces,
    colours,
    languages,
    coverage,
    settings,
    second_needed: secondNeeded,
    scanner,
    mayWrite,
  } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const fact = useField(answer, 'operator')
  const saved = (form: string) =>
    answer?.form === form &&
    answer.done && (
      <Notice tone="done" alert className="mb-5">
        {t('console.settings.saved')}
      </Notice>
    )
  const readOnly = !mayWrite
  return (
    <>
      <PageHeader title={t('console.nav.settings')} lead={t('console.settings.lead')} />
      <Panel as="section" label={t('console.settings.face')} className="mb-6 max-w-230">
        <PanelPart>
          <h2 id="name" className="type-d4 mb-1 scroll-mt-24">
            {t('console.settings.face')}
          </h2>
          <p className="type-body text-ink2">{t('console.settings.face_lead')}</p>
        </PanelPart>
        {FACE_KINDS.map((kind) => (
          <BrandingSection
            key={kind}
            face={kind}
            facts={faces[kind]}
            whole={faces.both}
            answer={answer}
            mayWrite={mayWrite}
          />
        ))}
      </Panel>
      <PlaceSection answer={answer} mayWrite={mayWrite} />
      <ReturnsSection answer={answer} mayWrite={mayWrite} />
      <Section
        title={t('console.settings.company')}
        lead={t(
          own.operator
            ? 'console.settings.company_lead'
            : operator.name === ''
              ? 'console.settings.company_missing'
              : 'console.settings.company_environment',
        )}
        id="company"
        className="max-w-230"
      >
        {saved('operator')}
        <PostForm name="operator" answer={answer} submit={t('console.save')} mayPress={mayWrite}>
          <div className="grid gap-5 md:grid-cols-2">
            <TextField
              {...fact('name', operator.name)}
              label={t('console.settings.company_name')}
              dir="auto"
              maxLength={OPERATOR_RULES.name.max}
              readOnly={readOnly}
              required
            />
            <TextField
              {...fact('mail', operator.mail)}
              label={t('console.settings.company_mail')}
              dir="ltr"
              type="email"
              maxLength={OPERATOR_RULES.mail.max}
              readOnly={readOnly}
              required
            />
            <TextField
              {...fact('address', operator.address)}
              label={t('console.settings.company_address')}
              dir="auto"
              maxLength={OPERATOR_RULES.address.max}
              readOnly={readOnly}
              required
              className="md:col-span-2"
            />
            {facts.map((name) => (
              <TextField
                key={name}
                {...fact(name, operator[name])}
                label={t(`console.settings.fact.${name}`)}
                dir="auto"
                maxLength={OPERATOR_RULES[name].max}
                readOnly={readOnly}
              />
            ))}
          </div>
        </PostForm>
      </Section>
      <Section
        title={t('console.settings.languages')}
        lead={t('console.settings.languages_lead')}
        id="languages"
        className="mt-6 max-w-230"
      >
        {saved('languages')}
        <LanguageForm {...{ languages, coverage, answer, mayWrite }} />
      </Section>
      <Section
        title={t('console.settings.brand')}
        lead={t('console.settings.brand_lead')}
        id="colours"
        className="mt-6 max-w-230"
      >
        {saved('brand')}
        <PostForm name="brand" answer={answer} submit={t('console.save')} mayPress={mayWrite}>
          <BrandFields form="brand" answer={answer} colours={colours} readOnly={readOnly} />
        </PostForm>
      </Section>
      <Section
        title={t('console.settings.second')}
        lead={t(secondNeeded ? 'console.settings.second_on' : 'console.settings.second_off')}
        className="mt-6 max-w-230"
      >
        {saved('second')}
        <PostForm
          name="second"
          answer={answer}
          submit={t(secondNeeded ? 'console.settings.second_end' : 'console.settings.second_begin')}
          kind="secondary"
          hidden={{ needed: secondNeeded ? '' : '1' }}
          mayPress={mayWrite}
        />
      </Section>
      <ScannerSection scanner={scanner} />
      <section className="mt-9">
        <h2 className="type-d3 mb-1">{t('console.settings.environment')}</h2>
        <p className="type-body mb-4 text-ink2">{t('console.settings.environment_lead')}</p>
        <DataTable
          label={t('console.settings.environment')}
          rows={settings.map((one) => ({ id: one.name, ...one }))}
          columns={[
            {
              name: t('console.settings.setting'),
              cell: (one) => <code dir="ltr">{one.name}</code>,
            },
            {
              name: t('console.settings.value'),
              end: true,
              wide: true,
              cell: (one) => <bdi dir="ltr">{one.value ?? '–'}</bdi>,
            },
          ]}
        />
      </section>
    </>
  )
}

/** The country, which decides on the company's facts and legal texts, and the time zone. */
function PlaceSection({ answer, mayWrite }: { answer: FormAnswer | undefined; mayWrite: boolean }) {
  const { t } = useWords()
  const dates = useDates()
  const {
    country,
    countries,
    time_zone: timeZone,
    timeZones,
    zone_from: from,
  } = useLoaderData<typeof loader>()
  return (
    <Section
      title={t('console.settings.place')}
      lead={t('console.settings.place_lead')}
      id="place"
      className="mb-6 max-w-230"
    >
      {answer?.form === 'place' && answer.done && (
        <Notice tone="done" alert className="mb-5">
          {t('console.settings.saved')}
        </Notice>
      )}
      {from !== null && (
        <p className="type-body mb-5">
          {t('console.settings.zone_from', { zone: timeZone, day: dates.day(from) })}
        </p>
      )}
      <PostForm name="place" answer={answer} submit={t('console.save')} mayPress={mayWrite}>
        <div className="grid gap-5 md:grid-cols-2">
          <SelectField
            label={t('console.settings.country')}
            name="country"
            value={country}
            options={countries}
          />
          <SelectField
            label={t('console.settings.time_zone')}
            name="time_zone"
            value={timeZone}
            options={timeZones.map((value) => ({ value, name: value.replaceAll('_', ' ') }))}
          />
        </div>
      </PostForm>
    </Section>
  )
}

/** In how many days owners may return a purchase by themselves. */
function ReturnsSection({
  answer,
  mayWrite,
}: {
  answer: FormAnswer | undefined
  mayWrite: boolean
}) {
  const { t } = useWords()
  const { return_days: days } = useLoaderData<typeof loader>()
  const field = useField(answer, 'returns')
  return (
    <Section
      title={t('console.settings.returns')}
      lead={t('console.settings.returns_lead')}
      id="returns"
      className="mb-6 max-w-230"
    >
      {answer?.form === 'returns' && answer.done && (
        <Notice tone="done" alert className="mb-5">
          {t('console.settings.saved')}
        </Notice>
      )}
      <PostForm name="returns" answer={answer} submit={t('console.save')} mayPress={mayWrite}>
        <TextField
          label={t('console.settings.return_days')}
          inputMode="numeric"
          dir="ltr"
          max={2}
          className="max-w-50"
          {...field('days', String(days))}
        />
      </PostForm>
    </Section>
  )
}

interface FaceFacts {
  name: string | null
  logo: string | null
  mail: string | null
}

/**
 * Name, logo and contact address of a market. The form for one of the two is collapsed below the
 * common one.
 */
function BrandingSection({
  face,
  facts,
  whole,
  answer,
  mayWrite,
}: {
  face: FaceKind
  facts: FaceFacts
  whole: FaceFacts
  answer: FormAnswer | undefined
  mayWrite: boolean
}) {
  const { t } = useWords()
  if (face === 'both')
    return (
      <PanelPart>
        <FaceForms {...{ face, facts, whole, answer, mayWrite }} />
      </PanelPart>
    )
  const isOwn = facts.name !== null || facts.logo !== null || facts.mail !== null
  return (
    <PanelPart>
      <details open={isOwn || answer?.form.endsWith(` ${face}`)}>
        <summary className="type-label flex min-h-9 cursor-pointer items-center gap-2 text-link">
          <Icon name="plus" size={16} />
          {t(`console.settings.face.${face}`)}
        </summary>
        <div className="mt-4">
          <FaceForms {...{ face, facts, whole, answer, mayWrite }} />
        </div>
      </details>
    </PanelPart>
  )
}

function FaceForms({
  face,
  facts,
  whole,
  answer,
  mayWrite,
}: Parameters<typeof BrandingSection>[0]) {
  const { t } = useWords()
  const { branding: shown } = useShell()
  const field = useField(answer, `face ${face}`)
  const missing =
    answer?.form === `logo ${face}` && answer.error?.fieldErrors?.['file']
      ? t('console.field.required')
      : undefined
  const saved = answer?.done && answer.form.endsWith(` ${face}`)
  return (
    <div className="grid gap-7">
      {saved && (
        <Notice tone="done" alert>
          {t('console.settings.saved')}
        </Notice>
      )}
      <PostForm
        name={`face ${face}`}
        answer={answer}
        submit={t('console.save')}
        mayPress={mayWrite}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            {...field('name', facts.name ?? '')}
            label={t('console.settings.face_name')}
            dir="auto"
            maxLength={FACE_RULES.name.max}
            readOnly={!mayWrite}
            placeholder={shown.name}
          />
          <TextField
            {...field('mail', facts.mail ?? '')}
            label={t('console.settings.face_mail')}
            hint={t('console.settings.face_mail_hint')}
            dir="ltr"
            type="email"
            maxLength={FACE_RULES.mail.max}
            readOnly={!mayWrite}
            {...(face !== 'both' && whole.mail !== null && { placeholder: whole.mail })}
          />
        </div>
      </PostForm>
      <div className="grid items-start gap-5 md:grid-cols-[auto_minmax(0,1fr)]">
        <div className="flex items-center gap-3">
          {facts.logo === null ? (
            <LogoMark size={64} />
          ) : (
            <img
              src={facts.logo}
              alt={t('console.settings.logo_now')}
              width={64}
              height={64}
              className="block size-16 rounded-control object-cover"
            />
          )}
          {facts.logo === null && (
            <span className="type-sm text-ink2">
              {t(face === 'both' ? 'console.settings.logo_house' : 'console.settings.logo_whole')}
            </span>
          )}
        </div>
        {mayWrite && (
          <div className="grid gap-4">
            <PostForm
              key={facts.logo}
              name={`logo ${face}`}
              answer={answer}
              submit={t('console.settings.logo_send')}
              kind="secondary"
              files
            >
              <CropField place="icon" error={missing} />
            </PostForm>
            {facts.logo !== null && (
              <ButtonForm
                name={`remove-logo ${face}`}
                hidden={{}}
                label={t('console.settings.logo_remove')}
                about={facts.name ?? whole.name ?? ''}
              />
            )}
          </div>
        )}
      </div>
    </div>
  )
}
