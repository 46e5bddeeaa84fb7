import { LOCALES, directionOf, type Locale } from '#lib/locale.ts'
import { useWords } from '../words.tsx'
import { fieldsOf, type Content, type RowField } from './read-form.ts'
import { DraftField, FieldGroup, type Writing } from './writing.tsx'

const MOST_ROWS = 12

/** What the listing says in one language. */
export function WordsFields({
  writing,
  content,
  language,
}: {
  writing: Writing
  content: Content
  language: Locale
}) {
  const { t } = useWords()
  const about = { lang: language, dir: directionOf(language) }
  return (
    <>
      <DraftField
        writing={writing}
        name="name"
        label={t('portal.item.name')}
        {...about}
        max={200}
      />
      <DraftField
        writing={writing}
        name="tagline"
        label={t('portal.words.tagline')}
        {...about}
        max={300}
      />
      <DraftField
        writing={writing}
        name="description"
        label={t('portal.words.description')}
        hint={t('portal.words.description_hint')}
        rows={9}
        {...about}
        max={10_000}
      />
      <DraftField
        writing={writing}
        name="features"
        label={t('portal.words.features')}
        hint={t('portal.words.features_hint')}
        rows={5}
        {...about}
        max={2_000}
      />
      <Rows writing={writing} content={content} language={language} field="touches" />
      <Rows writing={writing} content={content} language={language} field="leaves_alone" />
      <Rows writing={writing} content={content} language={language} field="support" />
    </>
  )
}

/** Rows that stand in three languages at one place, and an empty one to begin a new one. */
function Rows({
  writing,
  content,
  language,
  field,
}: {
  writing: Writing
  content: Content
  language: Locale
  field: RowField
}) {
  const { t } = useWords()
  const typed = Object.keys(writing.answer?.given ?? {}).filter(
    (name) => name.startsWith(`${field}.`) && name.endsWith('.title'),
  ).length
  const count = Math.min(
    MOST_ROWS,
    Math.max(typed, content.facts[field].length + (writing.may ? 1 : 0)),
  )
  const about = { lang: language, dir: directionOf(language) }
  const elsewhere = (index: number, part: 'title' | 'text') => {
    const said = LOCALES.filter((one) => one !== language)
      .map((one) => fieldsOf(content, one)[`${field}.${index}.${part}`])
      .find(Boolean)
    return said === undefined ? undefined : (
      <bdi>
        {t('portal.words.row_in', { text: said.length > 120 ? `${said.slice(0, 119)}…` : said })}
      </bdi>
    )
  }
  return (
    <FieldGroup
      id={field}
      title={t(`portal.words.${field}`)}
      lead={field === 'support' ? t('portal.words.support_hint') : undefined}
    >
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          id={`${field}-${index}`}
          className="grid scroll-mt-24 gap-3 rounded-control-lg border border-line p-4"
        >
          <DraftField
            writing={writing}
            name={`${field}.${index}.title`}
            label={t('portal.words.row_title', { n: index + 1 })}
            hint={elsewhere(index, 'title')}
            {...about}
            max={200}
          />
          <DraftField
            writing={writing}
            name={`${field}.${index}.text`}
            label={t('portal.words.row_text', { n: index + 1 })}
            hint={elsewhere(index, 'text')}
            rows={field === 'support' ? 5 : 2}
            {...about}
            max={field === 'support' ? 4_000 : 1_000}
          />
        </div>
      ))}
      {writing.may && <p className="type-sm text-ink2">{t('portal.words.rows_more')}</p>}
    </FieldGroup>
  )
}
