import { useShell } from '../shell.tsx'
import type { ProfileAnswer } from '#modules/publishing/partners/profile-contract.ts'
import {
  PROFILE_RULES,
  SELLER_RULES,
  type ProfileField,
} from '#modules/publishing/partners/rules.ts'
import {
  directionOf,
  LOCALES,
  FALLBACK_LOCALE,
  type Locale,
  languageName,
  pickText,
} from '#lib/locale.ts'
import { DeveloperHead } from '#modules/publishing/partners/ui/developer-head.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { TextLink } from '#ui/link.tsx'
import { DraftField, type Writing } from '../listing/writing.tsx'
import { useWords } from '../words.tsx'

/** The saved values by field name. */
export const savedFields = ({
  about,
  seller,
  ...profile
}: ProfileAnswer): Record<string, string> => ({
  name: profile.name,
  ...Object.fromEntries(LOCALES.map((locale) => [`about_${locale}`, about[locale] ?? ''])),
  website: profile.website ?? '',
  support_email: profile.support_email ?? '',
  support_url: profile.support_url ?? '',
  privacy_url: profile.privacy_url ?? '',
  ...Object.fromEntries(Object.entries(seller).map(([name, text]) => [name, text ?? ''])),
})

const ADDRESS_MAX = 500

export function ProfileFields({ writing }: { writing: Writing }) {
  const { t, locale: reader } = useWords()
  const { languages } = useShell()
  return (
    <>
      <DraftField
        writing={writing}
        name="name"
        label={t('portal.profile.name')}
        max={PROFILE_RULES.name.max}
        dir="auto"
      />
      {languages.map((locale, index) => (
        <DraftField
          key={locale}
          writing={writing}
          name={`about_${locale}`}
          label={t('portal.profile.about_in', { language: languageName(locale, reader) })}
          hint={index === 0 ? t('portal.profile.about_hint') : undefined}
          rows={4}
          lang={locale}
          dir={directionOf(locale)}
          max={PROFILE_RULES.about.max}
        />
      ))}
      <DraftField
        writing={writing}
        name="website"
        label={t('portal.profile.website')}
        type="url"
        dir="ltr"
        max={ADDRESS_MAX}
      />
      <DraftField
        writing={writing}
        name="support_email"
        label={t('portal.profile.support_email')}
        hint={t('portal.profile.support_email_hint')}
        type="email"
        dir="ltr"
        max={PROFILE_RULES.support_email.max}
      />
      <DraftField
        writing={writing}
        name="support_url"
        label={t('portal.profile.support_url')}
        type="url"
        dir="ltr"
        max={ADDRESS_MAX}
      />
      <DraftField
        writing={writing}
        name="privacy_url"
        label={t('portal.profile.privacy_url')}
        type="url"
        dir="ltr"
        max={ADDRESS_MAX}
      />
    </>
  )
}

export function SellerFields({ writing }: { writing: Writing }) {
  const { t } = useWords()
  return (
    <>
      <DraftField
        writing={writing}
        name="legal_name"
        label={t('portal.profile.legal_name')}
        max={SELLER_RULES.legal_name.max}
        dir="auto"
      />
      <DraftField
        writing={writing}
        name="legal_address"
        label={t('portal.profile.legal_address')}
        rows={3}
        max={SELLER_RULES.legal_address.max}
        dir="auto"
      />
      <DraftField
        writing={writing}
        name="registry_number"
        label={t('portal.profile.registry_number')}
        max={SELLER_RULES.registry_number.max}
        dir="ltr"
      />
      <div className="grid gap-5 md:grid-cols-2">
        <DraftField
          writing={writing}
          name="tax_office"
          label={t('portal.profile.tax_office')}
          max={SELLER_RULES.tax_office.max}
          dir="auto"
        />
        <DraftField
          writing={writing}
          name="tax_number"
          label={t('portal.profile.tax_number')}
          max={SELLER_RULES.tax_number.max}
          dir="ltr"
        />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <DraftField
          writing={writing}
          name="registered_mail"
          label={t('portal.profile.registered_mail')}
          type="email"
          dir="ltr"
          max={SELLER_RULES.registered_mail.max}
        />
        <DraftField
          writing={writing}
          name="phone"
          label={t('portal.profile.phone')}
          type="tel"
          dir="ltr"
          max={SELLER_RULES.phone.max}
        />
      </div>
    </>
  )
}

/** The typed values and their language. */
export interface Typed {
  language: Locale
  name: string
  about: string
}

export const aboutIn = (about: ProfileAnswer['about'], locale: Locale): string =>
  about[locale] ?? ''

/** The head of the developer's page as shown in that language. */
export function ProfilePreview({ profile, shown }: { profile: ProfileAnswer; shown: Typed }) {
  const { t, locale } = useWords()
  const { language, name } = shown
  const about = shown.about.trim() || pickText(profile.about, FALLBACK_LOCALE) || null
  return (
    <Panel as="section" label={t('portal.profile.preview')}>
      <PanelPart>
        <h2 className="type-d4">{t('portal.profile.preview')}</h2>
        <p className="type-sm mt-1 text-ink2">{languageName(language, locale)}</p>
      </PanelPart>
      <PanelPart>
        <div lang={language} dir={directionOf(language)}>
          <DeveloperHead as="h3" name={name || profile.name} logo={profile.logo} about={about} />
        </div>
        {shown.about.trim() === '' && (
          <p className="type-sm mt-4 text-ink2">{t('portal.profile.preview.about_none')}</p>
        )}
      </PanelPart>
    </Panel>
  )
}

/** The field that fills each gap; others have the same name. */
const FIELD: Partial<Record<ProfileField, string>> = {
  support: 'support_email',
  registration: 'registry_number',
}

/** Completeness of the profile, with links to the empty fields. */
export function ProfileTodo({
  missing,
  fields,
}: {
  missing: readonly ProfileField[]
  fields: number
}) {
  const { t } = useWords()
  const title = t(missing.length === 0 ? 'portal.profile.done' : 'portal.profile.todo')
  const measure = t('portal.profile.measure', { done: fields - missing.length, of: fields })
  return (
    <Panel as="section" label={title}>
      <PanelPart>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 className="type-d4">{title}</h2>
          <p className="type-sm figures text-ink2">{measure}</p>
        </div>
        <Progress className="mt-2" label={measure} done={fields - missing.length} all={fields} />
        {missing.length > 0 && (
          <ul className="type-sm mt-2 flex flex-wrap gap-x-5 *:inline-flex *:min-h-9 *:items-center">
            {missing.map((field) => (
              <li key={field}>
                <TextLink href={`#${FIELD[field] ?? field}`}>
                  {t(`portal.profile.missing.${field}`)}
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </PanelPart>
    </Panel>
  )
}
