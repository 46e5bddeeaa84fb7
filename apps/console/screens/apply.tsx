import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { COUNTRIES } from '#lib/countries.ts'
import { applyAsPartner, getPartnerSignUp } from '#modules/publishing/applications/contract.ts'
import { APPLICATION_RULES, MAKES, type Makes } from '#modules/publishing/applications/rules.ts'
import { Radio } from '#ui/checkbox.tsx'
import { ChoiceGroup } from '#ui/choice.tsx'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { goTo } from '../go-to.ts'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const names = new Intl.DisplayNames(screen.locale, { type: 'region' })
  return {
    ...(await screen.call(getPartnerSignUp)),
    // From the server, because ICU versions differ.
    countries: COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
      a.label.localeCompare(b.label, screen.locale),
    ),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const website = text('website').trim()
  const result = await screen.attempt(applyAsPartner, {
    body: {
      name: text('name'),
      country: text('country'),
      email: text('email'),
      // People type their domain alone.
      website: /^[a-z]+:/i.test(website) ? website : `https://${website}`,
      makes: text('makes') as Makes,
      about: text('about'),
    },
  })
  if (!result.ok) return answerOf('apply', form, result)
  throw goTo(`/apply/${result.answer.token}`)
}

/** A company applies to become a partner. */
export default function Apply() {
  const { t } = useWords()
  const { open, contact } = useLoaderData<typeof loader>()
  return (
    <>
      <SignedOutHeader title={t('console.apply.title')}>
        {t(open ? 'console.apply.lead' : 'console.apply.closed_lead')}
      </SignedOutHeader>
      {open ? (
        <ApplyForm />
      ) : (
        <Notice className="mt-7">
          {contact === null ? (
            t('console.apply.closed')
          ) : (
            <>
              {t('console.apply.closed_contact')}{' '}
              <TextLink href={`mailto:${contact}`}>
                <bdi dir="ltr" className="wrap-anywhere">
                  {contact}
                </bdi>
              </TextLink>
            </>
          )}
        </Notice>
      )}
      <p className="type-body mt-7">
        <TextLink href="/sign-in">{t('console.apply.sign_in')}</TextLink>
      </p>
    </>
  )
}

function ApplyForm() {
  const { t } = useWords()
  const { countries } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'apply')
  const makes = field('makes')
  return (
    <PostForm
      name="apply"
      answer={answer}
      submit={t('console.apply.submit')}
      className="mt-7 grid gap-5"
    >
      <TextField
        {...field('name')}
        label={t('console.apply.name')}
        hint={t('console.apply.name_hint')}
        autoComplete="organization"
        maxLength={APPLICATION_RULES.name.max}
        required
      />
      <SelectField
        {...field('country')}
        label={t('console.apply.country')}
        choices={countries}
        empty={t('console.apply.choose')}
        autoComplete="country"
        required
      />
      <TextField
        {...field('email')}
        label={t('console.apply.email')}
        hint={t('console.apply.email_hint')}
        type="email"
        dir="ltr"
        autoComplete="email"
        maxLength={APPLICATION_RULES.email.max}
        required
      />
      <TextField
        {...field('website')}
        label={t('console.apply.website')}
        hint={t('console.apply.website_hint')}
        inputMode="url"
        dir="ltr"
        autoComplete="url"
        maxLength={500}
        required
      />
      <ChoiceGroup
        label={t('console.apply.makes')}
        {...(makes.error !== undefined && { error: makes.error })}
      >
        {MAKES.map((one) => (
          <Radio
            key={one}
            name="makes"
            value={one}
            defaultChecked={makes.defaultValue === one}
            required
          >
            {t(`console.apply.makes.${one}`)}
          </Radio>
        ))}
      </ChoiceGroup>
      <TextArea
        {...field('about')}
        label={t('console.apply.about')}
        hint={t('console.apply.about_hint')}
        rows={5}
        dir="auto"
        maxLength={APPLICATION_RULES.about.max}
        required
      />
    </PostForm>
  )
}
