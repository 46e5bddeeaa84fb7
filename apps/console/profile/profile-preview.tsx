import type { ProfileAnswer } from '#contexts/partners/profile/profile-contract.ts'
import { DeveloperHead } from '#contexts/partners/ui/developer-head.tsx'
import { directionOf, FALLBACK_LOCALE, LOCALES, type Locale } from '#lib/locale.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useWords } from '../words.tsx'

/** What is being written, and in which language. */
export interface Typed { language: Locale; name: string; about: string }

export const aboutIn = (about: ProfileAnswer['about'], locale: Locale): string => about[locale]

/** The head of the developer's page, as a reader of that language sees it. */
export function ProfilePreview({ profile, shown }: { profile: ProfileAnswer; shown: Typed }) {
  const { t } = useWords()
  const { language, name } = shown
  const spare = [FALLBACK_LOCALE, ...LOCALES].map(one => profile.about[one]).find(text => text !== '')
  const about = shown.about.trim() || spare || null
  return (
    <Panel as="section" label={t('portal.profile.preview')}>
      <PanelPart>
        <h2 className="type-d4">{t('portal.profile.preview')}</h2>
        <p className="type-sm mt-1 text-ink2">{t(`portal.part.${language}`)}</p>
      </PanelPart>
      <PanelPart>
        <div lang={language} dir={directionOf(language)}>
          <DeveloperHead as="h3" name={name || profile.name} logo={profile.logo} about={about} />
        </div>
        {shown.about.trim() === '' && <p className="type-sm mt-4 text-ink2">{t('portal.profile.preview.about_none')}</p>}
      </PanelPart>
    </Panel>
  )
}
