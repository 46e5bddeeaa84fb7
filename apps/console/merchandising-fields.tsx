import { useLanguages, useShell } from './shell.tsx'
import { LOCALES, type Locale, directionOf, languageName } from '#lib/locale.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Switch } from '#ui/choice.tsx'
import { TextField } from '#ui/field.tsx'
import type { Showing } from '#modules/catalog/merchandising-rules.ts'
import { useDates } from './dates.ts'
import { MomentField } from './moment-field.tsx'
import { textOf } from './read-form.ts'
import { SelectField } from './forms.tsx'
import { useWords } from './words.tsx'

type Field = (
  name: string,
  fallback?: string,
) => { name: string; defaultValue: string; error: string | undefined }
type Texts = Partial<Record<Locale, string>>

/**
 * One text in the market's languages, a field each. Form names are `name_tr` …, errors come as
 * `name.tr`.
 */
export function TextsFields({
  name,
  field,
  texts = {},
  max,
}: {
  name: 'name' | 'lead' | 'alt'
  field: Field
  texts?: Texts
  max: number
}) {
  const { t, locale } = useWords()
  const languages = useLanguages(texts)
  return (
    <div className="grid gap-5 md:grid-cols-3">
      {languages.map((language, index) => (
        <TextField
          key={language}
          name={`${name}_${language}`}
          label={t(`console.shelves.${name}_in`, { language: languageName(language, locale) })}
          lang={language}
          dir={directionOf(language)}
          maxLength={max}
          defaultValue={field(`${name}_${language}`, texts[language] ?? '').defaultValue}
          error={field(`${name}.${language}`).error}
          required={name === 'name' && index === 0}
        />
      ))}
    </div>
  )
}

export const textsOf = (form: FormData, name: string): Texts =>
  Object.fromEntries(
    LOCALES.flatMap((locale) =>
      form.has(`${name}_${locale}`) ? [[locale, textOf(form, `${name}_${locale}`)]] : [],
    ),
  )

/** Lists the languages with missing texts. */
export function Completeness({ missing }: { missing: readonly Locale[] }) {
  const { t, locale } = useWords()
  return missing.length === 0 ? (
    <Badge tone="green" icon="check">
      {t('console.shelves.complete')}
    </Badge>
  ) : (
    <Badge>
      {t('console.shelves.missing', {
        languages: missing.map((language) => languageName(language, locale)).join(', '),
      })}
    </Badge>
  )
}

const SHOWING_TONES: Record<Showing, Tone> = {
  hidden: 'neutral',
  scheduled: 'turquoise',
  live: 'green',
  ended: 'neutral',
}

interface ShownDays {
  showing: Showing
  starts_at: string | null
  ends_at: string | null
}

/** "Scheduled", "Live", "Ended" or "Hidden", with the days that are set. */
export function ShowingDays({ showing, starts_at: from, ends_at: until }: ShownDays) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <>
      <Badge tone={SHOWING_TONES[showing]}>{t(`console.showing.${showing}`)}</Badge>
      {from !== null && (
        <span className="type-sm block text-ink2">
          {t('console.showing.from', { time: dates.time(from) })}
        </span>
      )}
      {until !== null && (
        <span className="type-sm block text-ink2">
          {t('console.showing.until', { time: dates.time(until) })}
        </span>
      )}
    </>
  )
}

/** From when until when something is shown, in the market's time zone. */
export function DaysFields({
  field,
  days,
}: {
  field: Field
  days: Omit<ShownDays, 'showing'> | null
}) {
  const { t } = useWords()
  const { timeZone } = useShell()
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <MomentField
        {...field('starts_at')}
        at={days?.starts_at}
        ofMarket
        label={t('console.shelves.starts')}
        hint={t('console.showing.zone', { zone: timeZone.replaceAll('_', ' ') })}
      />
      <MomentField
        {...field('ends_at')}
        at={days?.ends_at}
        ofMarket
        label={t('console.shelves.ends')}
      />
    </div>
  )
}

export function MarketField({ field }: { field: Field }) {
  const { t } = useWords()
  return (
    <SelectField
      label={t('console.items.market')}
      name="market"
      value={field('market', 'app').defaultValue}
      options={[
        { value: 'app', name: t('console.item.app') },
        { value: 'theme', name: t('console.item.theme') },
      ]}
    />
  )
}

export function ActiveField({ active }: { active: boolean }) {
  const { t } = useWords()
  return (
    <Switch
      name="active"
      value="1"
      label={t('console.shelves.active')}
      on={t('console.shelves.active')}
      off={t('console.shelves.active')}
      defaultChecked={active}
    />
  )
}
