import { LANGUAGE_NAMES, LOCALES, type Locale, directionOf } from '#lib/locale.ts'
import { Badge } from '#ui/badge.tsx'
import { Switch } from '#ui/choice.tsx'
import { TextField } from '#ui/field.tsx'
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
  const { t } = useWords()
  return (
    <div className="grid gap-5 md:grid-cols-3">
      {LOCALES.map((language) => (
        <TextField
          key={language}
          name={`${name}_${language}`}
          label={t(`console.shelves.${name}_${language}`)}
          lang={language}
          dir={directionOf(language)}
          maxLength={max}
          defaultValue={field(`${name}_${language}`, texts[language] ?? '').defaultValue}
          error={field(`${name}.${language}`).error}
          required={name === 'name' && language === 'en'}
        />
      ))}
    </div>
  )
}

export const textsOf = (form: FormData, name: string) => ({
  tr: textOf(form, `${name}_tr`),
  en: textOf(form, `${name}_en`),
  ar: textOf(form, `${name}_ar`),
})

/** Lists the languages with missing texts. */
export function Completeness({ missing }: { missing: readonly Locale[] }) {
  const { t } = useWords()
  return missing.length === 0 ? (
    <Badge tone="green" icon="check">
      {t('console.shelves.complete')}
    </Badge>
  ) : (
    <Badge>
      {t('console.shelves.missing', {
        languages: missing.map((language) => LANGUAGE_NAMES[language]).join(', '),
      })}
    </Badge>
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

export function PositionField({ field, position }: { field: Field; position: number }) {
  const { t } = useWords()
  return (
    <TextField
      {...field('position', String(position))}
      label={t('console.shelves.position')}
      inputMode="numeric"
      dir="ltr"
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

export const languageName = (locale: Locale | null): string | null =>
  locale === null ? null : LANGUAGE_NAMES[locale]
