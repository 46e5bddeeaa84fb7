import type { ProfileAnswer } from '#contexts/partners/profile/profile-contract.ts'
import { PROFILE_RULES, SELLER_RULES } from '#contexts/partners/profile/profile-rules.ts'
import { directionOf, LOCALES } from '#lib/locale.ts'
import { DraftField, type Writing } from '../listing/writing.tsx'
import { useWords } from '../words.tsx'

/** What is saved, by the names of the fields. */
export const savedFields = ({ about, seller, ...profile }: ProfileAnswer): Record<string, string> => ({
  name: profile.name, about_tr: about.tr, about_en: about.en, about_ar: about.ar, website: profile.website ?? '', support_email: profile.support_email ?? '', support_url: profile.support_url ?? '',
  privacy_url: profile.privacy_url ?? '', ...Object.fromEntries(Object.entries(seller).map(([name, text]) => [name, text ?? ''])),
})

const ADDRESS_MAX = 500

export function ProfileFields({ writing }: { writing: Writing }) {
  const { t } = useWords()
  return (
    <>
      <DraftField writing={writing} name="name" label={t('portal.profile.name')} max={PROFILE_RULES.name.max} dir="auto" />
      {LOCALES.map((locale, index) => (
        <DraftField key={locale} writing={writing} name={`about_${locale}`} label={t(`portal.profile.about.${locale}`)} hint={index === 0 ? t('portal.profile.about_hint') : undefined}
          rows={4} lang={locale} dir={directionOf(locale)} max={PROFILE_RULES.about.max} />
      ))}
      <DraftField writing={writing} name="website" label={t('portal.profile.website')} type="url" dir="ltr" max={ADDRESS_MAX} />
      <DraftField writing={writing} name="support_email" label={t('portal.profile.support_email')} hint={t('portal.profile.support_email_hint')} type="email" dir="ltr" max={PROFILE_RULES.support_email.max} />
      <DraftField writing={writing} name="support_url" label={t('portal.profile.support_url')} type="url" dir="ltr" max={ADDRESS_MAX} />
      <DraftField writing={writing} name="privacy_url" label={t('portal.profile.privacy_url')} type="url" dir="ltr" max={ADDRESS_MAX} />
    </>
  )
}

export function SellerFields({ writing }: { writing: Writing }) {
  const { t } = useWords()
  return (
    <>
      <DraftField writing={writing} name="legal_name" label={t('portal.profile.legal_name')} max={SELLER_RULES.legal_name.max} dir="auto" />
      <DraftField writing={writing} name="legal_address" label={t('portal.profile.legal_address')} rows={3} max={SELLER_RULES.legal_address.max} dir="auto" />
      <DraftField writing={writing} name="registry_number" label={t('portal.profile.registry_number')} max={SELLER_RULES.registry_number.max} dir="ltr" />
      <div className="grid gap-5 md:grid-cols-2">
        <DraftField writing={writing} name="tax_office" label={t('portal.profile.tax_office')} max={SELLER_RULES.tax_office.max} dir="auto" />
        <DraftField writing={writing} name="tax_number" label={t('portal.profile.tax_number')} max={SELLER_RULES.tax_number.max} dir="ltr" />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <DraftField writing={writing} name="registered_mail" label={t('portal.profile.registered_mail')} type="email" dir="ltr" max={SELLER_RULES.registered_mail.max} />
        <DraftField writing={writing} name="phone" label={t('portal.profile.phone')} type="tel" dir="ltr" max={SELLER_RULES.phone.max} />
      </div>
    </>
  )
}
