import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { changeBrand, changeMarketName, changeOperatorFacts, changeSecondNeeded, getMarketSettings, removeMarketLogo, setMarketLogo } from '#contexts/texts/contract.ts'
import { BRAND_COLOURS, FACE_KINDS, OPERATOR_RULES } from '#contexts/texts/rules.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { DeskHead } from '../desk-head.tsx'
import { FacePart } from '../face-panel.tsx'
import { answerOf, cropOf, DeskForm, fileOf, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { DeskTable } from '../table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return { ...await screen.call(getMarketSettings), mayWrite: screen.person?.operatorRole === 'admin' }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [press, face = 'both'] = textOf(form, 'form').split(' ') as [string, 'both'?]
  if (press === 'face') return answerOf(`face ${face}`, form, await screen.attempt(changeMarketName, { params: { face }, body: { name: textOf(form, 'name'), mail: textOf(form, 'mail') } }))
  if (press === 'logo') return answerOf(`logo ${face}`, form, await screen.attempt(setMarketLogo, { params: { face }, query: cropOf(form), upload: await fileOf(form, 'file') ?? new Uint8Array() }))
  if (press === 'remove-logo') return answerOf(`remove-logo ${face}`, form, await screen.attempt(removeMarketLogo, { params: { face } }))
  if (textOf(form, 'form') === 'brand') {
    const colours = Object.fromEntries(BRAND_COLOURS.map(token => [token, { light: textOf(form, `colours.${token}.light`).trim(), dark: textOf(form, `colours.${token}.dark`).trim() }]))
    return answerOf('brand', form, await screen.attempt(changeBrand, { body: { colours } }))
  }
  if (textOf(form, 'form') === 'second') return answerOf('second', form, await screen.attempt(changeSecondNeeded, { body: { needed: textOf(form, 'needed') === '1' } }))
  const body = { name: textOf(form, 'name'), address: textOf(form, 'address'), mail: textOf(form, 'mail'), taxOffice: textOf(form, 'taxOffice'), taxNumber: textOf(form, 'taxNumber').trim() }
  return answerOf('operator', form, await screen.attempt(changeOperatorFacts, { body }))
}

/** Who runs the market, its colours, and what was set where it was started. */
export default function OperatorSettings() {
  const { t } = useWords()
  const { operator, own, faces, colours, settings, second_needed: secondNeeded, mayWrite } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const fact = useField(answer, 'operator')
  const colour = useField(answer, 'brand')
  const saved = (form: string) => answer?.form === form && answer.done && <Notice tone="done" alert className="mb-5">{t('console.settings.saved')}</Notice>
  const readOnly = !mayWrite
  return (
    <>
      <DeskHead title={t('console.nav.settings')} lead={t('console.settings.lead')} />
      <Panel as="section" label={t('console.settings.face')} className="mb-6 max-w-230">
        <PanelPart>
          <h2 id="name" className="type-d4 mb-1 scroll-mt-24">{t('console.settings.face')}</h2>
          <p className="type-body text-ink2">{t('console.settings.face_lead')}</p>
        </PanelPart>
        {FACE_KINDS.map(kind => <FacePart key={kind} face={kind} facts={faces[kind]} whole={faces.both} answer={answer} mayWrite={mayWrite} />)}
      </Panel>
      <Panel as="section" label={t('console.settings.company')} className="max-w-230">
        <PanelPart>
          <h2 id="company" className="type-d4 mb-1 scroll-mt-24">{t('console.settings.company')}</h2>
          <p className="type-body mb-5 text-ink2">{t(own.operator ? 'console.settings.company_lead' : operator.name === '' ? 'console.settings.company_missing' : 'console.settings.company_environment')}</p>
          {saved('operator')}
          <DeskForm name="operator" answer={answer} submit={t('console.save')} mayPress={mayWrite}>
            <div className="grid gap-5 md:grid-cols-2">
              <TextField {...fact('name', operator.name)} label={t('console.settings.company_name')} dir="auto" maxLength={OPERATOR_RULES.name.max} readOnly={readOnly} required />
              <TextField {...fact('mail', operator.mail)} label={t('console.settings.company_mail')} dir="ltr" type="email" maxLength={OPERATOR_RULES.mail.max} readOnly={readOnly} required />
              <TextField {...fact('address', operator.address)} label={t('console.settings.company_address')} dir="auto" maxLength={OPERATOR_RULES.address.max} readOnly={readOnly} required className="md:col-span-2" />
              <TextField {...fact('taxOffice', operator.taxOffice)} label={t('console.settings.tax_office')} dir="auto" maxLength={OPERATOR_RULES.taxOffice.max} readOnly={readOnly} />
              <TextField {...fact('taxNumber', operator.taxNumber)} label={t('console.settings.tax_number')} dir="ltr" maxLength={OPERATOR_RULES.taxNumber.max} readOnly={readOnly} />
            </div>
          </DeskForm>
        </PanelPart>
      </Panel>
      <Panel as="section" label={t('console.settings.brand')} className="mt-6 max-w-230">
        <PanelPart>
          <h2 id="colours" className="type-d4 mb-1 scroll-mt-24">{t('console.settings.brand')}</h2>
          <p className="type-body mb-5 text-ink2">{t('console.settings.brand_lead')}</p>
          {saved('brand')}
          <DeskForm name="brand" answer={answer} submit={t('console.save')} mayPress={mayWrite}>
            {BRAND_COLOURS.map(token => (
              <fieldset key={token} className="grid gap-x-5 gap-y-2 md:grid-cols-[1fr_1fr_1fr] md:items-end">
                <legend className="contents"><span className="type-label md:pb-3">{t(`console.settings.colour.${token}`)}</span></legend>
                <TextField {...colour(`colours.${token}.light`, colours[token]?.light ?? '')} label={t('console.settings.by_day')} dir="ltr" maxLength={7} autoComplete="off" readOnly={readOnly} />
                <TextField {...colour(`colours.${token}.dark`, colours[token]?.dark ?? '')} label={t('console.settings.by_night')} dir="ltr" maxLength={7} autoComplete="off" readOnly={readOnly} />
              </fieldset>
            ))}
          </DeskForm>
        </PanelPart>
      </Panel>
      <Panel as="section" label={t('console.settings.second')} className="mt-6 max-w-230">
        <PanelPart>
          <h2 className="type-d4 mb-1">{t('console.settings.second')}</h2>
          <p className="type-body mb-5 text-ink2">{t(secondNeeded ? 'console.settings.second_on' : 'console.settings.second_off')}</p>
          {saved('second')}
          <DeskForm name="second" answer={answer} submit={t(secondNeeded ? 'console.settings.second_end' : 'console.settings.second_begin')} kind="secondary" hidden={{ needed: secondNeeded ? '' : '1' }} mayPress={mayWrite} />
        </PanelPart>
      </Panel>
      <section className="mt-9">
        <h2 className="type-d3 mb-1">{t('console.settings.environment')}</h2>
        <p className="type-body mb-4 text-ink2">{t('console.settings.environment_lead')}</p>
        <DeskTable label={t('console.settings.environment')} rows={settings.map(one => ({ id: one.name, ...one }))} columns={[
          { name: t('console.settings.setting'), cell: one => <code dir="ltr">{one.name}</code> },
          { name: t('console.settings.value'), end: true, wide: true, cell: one => <bdi dir="ltr">{one.value ?? '–'}</bdi> },
        ]} />
      </section>
    </>
  )
}
