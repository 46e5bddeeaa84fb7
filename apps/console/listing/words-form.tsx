import { LOCALES, type Locale, directionOf } from '#lib/locale.ts'
import { useWords } from '../words.tsx'
import { CREDIT_FIELDS, type Content, LINKS, type RowField, fieldsOf } from './read-form.ts'
import { DraftField, FieldGroup, type Writing } from './writing.tsx'
import type { Market } from '#lib/market.ts'
import { ChoiceGroup } from '#ui/choice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useField } from '../forms.tsx'

const MOST_ROWS = 12

/** The texts of a listing in one language. */
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

/** Rows with a text in each language, and an empty one to add another. */
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

const MOST_CREDITS = 12

/** The content as field values of this page. */
export const factFields = ({ links, ground, swatches, credits }: Content): Record<string, string> =>
  Object.fromEntries([
    ...LINKS.map((name) => [`link-${name}`, links[name] ?? '']),
    ['ground', ground ?? ''],
    ['swatches', swatches.join(' ')],
    ...credits.flatMap((credit, index) =>
      CREDIT_FIELDS.map((name) => [`credits.${index}.${name}`, credit[name]]),
    ),
  ]) as Record<string, string>

interface Named {
  id: string
  name: string
}

/** Fields of the listing that are the same in every language. */
export function FactsFields({
  writing,
  content,
  market,
  categories,
  tags,
}: {
  writing: Writing
  content: Content
  market: Market
  categories: readonly Named[]
  tags: readonly Named[]
}) {
  const { t } = useWords()
  const { may } = writing
  const field = useField(writing.answer, writing.form)
  const rows = Math.min(MOST_CREDITS, content.credits.length + (may ? 1 : 0))
  return (
    <>
      <div id="categories" className="scroll-mt-24">
        <ChoiceGroup label={t('portal.about.categories')} error={field('category_ids').error}>
          <p className="type-sm mb-3 text-ink2">{t('portal.about.categories_hint')}</p>
          <div className="grid gap-x-4 gap-y-1 md:grid-cols-2">
            {categories.map((one) => (
              <Checkbox
                key={one.id}
                name="category"
                value={one.id}
                defaultChecked={content.categoryIds.includes(one.id)}
                disabled={!may}
              >
                {one.name}
              </Checkbox>
            ))}
          </div>
        </ChoiceGroup>
      </div>
      {tags.length > 0 && (
        <ChoiceGroup label={t('portal.about.tags')} error={field('tag_ids').error}>
          <p className="type-sm mb-3 text-ink2">{t('portal.about.tags_hint')}</p>
          <div className="grid gap-x-4 gap-y-1 md:grid-cols-2">
            {tags.map((one) => (
              <Checkbox
                key={one.id}
                name="tag"
                value={one.id}
                defaultChecked={content.tagIds.includes(one.id)}
                disabled={!may}
              >
                {one.name}
              </Checkbox>
            ))}
          </div>
        </ChoiceGroup>
      )}
      <FieldGroup title={t('portal.about.links')}>
        {LINKS.map((name) => (
          <DraftField
            key={name}
            writing={linkErrors(writing, name)}
            name={`link-${name}`}
            label={t(`portal.about.link.${name}`)}
            dir="ltr"
            type="url"
            max={500}
          />
        ))}
      </FieldGroup>
      <FieldGroup title={t('portal.about.look')}>
        <DraftField
          writing={writing}
          name="ground"
          label={t('portal.about.ground')}
          dir="ltr"
          max={7}
        />
        {market === 'theme' && (
          <DraftField
            writing={writing}
            name="swatches"
            label={t('portal.about.swatches')}
            hint={t('portal.about.swatches_hint')}
            dir="ltr"
            max={60}
          />
        )}
        {market === 'app' && (
          <Checkbox
            name="in_app_purchase"
            value="yes"
            defaultChecked={content.inAppPurchase}
            disabled={!may}
          >
            {t('portal.about.in_app')}
          </Checkbox>
        )}
      </FieldGroup>
      <FieldGroup
        id="credits"
        title={t('portal.about.credits')}
        lead={t('portal.about.credits_hint')}
      >
        {Array.from({ length: rows }, (_, index) => (
          <div
            key={index}
            className="grid gap-3 rounded-control-lg border border-line p-4 md:grid-cols-2"
          >
            {CREDIT_FIELDS.map((name) => (
              <div key={name} className={name === 'source' ? 'md:col-span-2' : undefined}>
                <DraftField
                  writing={writing}
                  name={`credits.${index}.${name}`}
                  label={t(`portal.about.credit.${name}`)}
                  dir={name === 'author' ? 'auto' : 'ltr'}
                  max={name === 'source' ? 500 : 120}
                />
              </div>
            ))}
          </div>
        ))}
      </FieldGroup>
    </>
  )
}

/** The API refers to a link by its index. */
function linkErrors(writing: Writing, name: string): Writing {
  const { answer } = writing
  const linkError = answer?.error?.fieldErrors?.[`links.${name}`]
  if (!answer?.error || !linkError) return writing
  return {
    ...writing,
    answer: {
      ...answer,
      error: {
        ...answer.error,
        fieldErrors: { ...answer.error.fieldErrors, [`link-${name}`]: linkError },
      },
    },
  }
}
