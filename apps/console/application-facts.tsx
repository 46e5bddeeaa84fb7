import type { ReactNode } from 'react'
import type { Locale, Translate } from '#lib/locale.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import type {
  ApplicationState as ApplicationStates,
  Makes,
} from '#modules/publishing/applications/rules.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { countryName } from './country-name.ts'
import type { Dates } from './dates.ts'
import { useWords } from './words.tsx'

interface Said {
  name: string
  country: string
  email: string
  website: string
  makes: Makes
  applied_at: string
}

/** What an applicant said, for the applicant and for operators; `ApplicationText` is the rest. */
export const applicationFacts = (
  one: Said,
  { t, locale, dates }: { t: Translate<ConsoleKey>; locale: Locale; dates: Dates },
): { label: string; value: ReactNode }[] => [
  { label: t('console.apply.name'), value: <bdi className="wrap-anywhere">{one.name}</bdi> },
  { label: t('console.apply.country'), value: countryName(one.country, locale) ?? one.country },
  {
    label: t('console.apply.email'),
    value: (
      <bdi dir="ltr" className="wrap-anywhere">
        {one.email}
      </bdi>
    ),
  },
  {
    label: t('console.apply.website'),
    value: (
      <bdi dir="ltr" className="wrap-anywhere">
        {one.website}
      </bdi>
    ),
  },
  { label: t('console.apply.makes'), value: t(`console.apply.makes.${one.makes}`) },
  { label: t('console.applications.at'), value: dates.time(one.applied_at) },
]

const TONES: Readonly<Record<ApplicationStates, Tone>> = {
  open: 'neutral',
  waiting: 'turquoise',
  approved: 'green',
  declined: 'coral',
  withdrawn: 'neutral',
}

export function ApplicationState({ state }: { state: ApplicationStates }) {
  const { t } = useWords()
  return <Badge tone={TONES[state]}>{t(`console.applications.${state}`)}</Badge>
}

export function ApplicationText({ text }: { text: string }) {
  const { t } = useWords()
  return (
    <>
      <h3 className="type-label mt-5 mb-1.5">{t('console.apply.about')}</h3>
      <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
        {text}
      </p>
    </>
  )
}
