import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getMarketText, publishText, resetText, saveText } from '#modules/market/contract.ts'
import { TEXT_RULES } from '#modules/market/rules.ts'
import {
  LANGUAGE_NAMES,
  LOCALES,
  type Locale,
  directionOf,
  forEachLocale,
  readLocale,
} from '#lib/locale.ts'
import {
  type Places,
  type TextPart,
  fillArticle,
  fillPlaces,
  readTextBody,
} from '#lib/text-page.ts'
import { Badge } from '#ui/badge.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const asked = new URL(request.url).searchParams
  const version = asked.get('version')
  const name = params.text ?? ''
  const { content, release, ...text } = await screen.call(getMarketText, {
    params: { text: name },
    query: version === null ? {} : { version },
  })
  return {
    name,
    ...text,
    words: forEachLocale((locale) => content?.[locale] ?? release[locale]),
    looking: version,
    preview: asked.get('view') === 'preview',
    language: readLocale(asked.get('lang')) ?? screen.locale,
    mayWrite: screen.person?.operatorRole === 'admin',
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const given = { params: { text: params.text ?? '' } }
  const press = text('form')
  if (press === 'publish') return submit(publishText, given)
  if (press === 'reset') return submit(resetText, given)
  const words = (locale: Locale) => ({
    title: text(`${locale}.title`),
    lead: text(`${locale}.lead`),
    body: text(`${locale}.body`),
  })
  return submit(saveText, {
    ...given,
    body: Object.fromEntries(
      LOCALES.flatMap((locale) => (form.has(`${locale}.title`) ? [[locale, words(locale)]] : [])),
    ),
  })
}

/** A text page in the market's languages: draft, preview, and all versions. */
export default function OperatorText() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { sites, languages } = useShell()
  const {
    name,
    path,
    words,
    places,
    draft,
    shown,
    versions,
    looking,
    preview,
    language,
    mayWrite,
  } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'text')
  const base = `/operator/texts/${name}`
  const state = shown?.own
    ? t('console.texts.version', { version: shown.version })
    : t('console.texts.of_release')
  const done =
    answer?.done &&
    (
      {
        text: 'console.texts.saved',
        publish: 'console.texts.published_now',
        reset: 'console.texts.reset_now',
      } as const
    )[answer.form as 'text']
  return (
    <>
      <PageHeader
        back={{ href: '/operator/texts', name: t('console.nav.texts') }}
        title={fillPlaces(words[locale].title, places[locale])}
        lead={
          <TextLink href={`${sites.app}${path}`}>
            <bdi dir="ltr">{path}</bdi>
          </TextLink>
        }
        end={<Badge tone={shown?.own ? 'green' : 'neutral'}>{state}</Badge>}
      />
      {done && (
        <Notice tone="done" alert className="mb-6">
          {t(done)}
        </Notice>
      )}
      {answer?.error && answer.form !== 'text' && (
        <Notice tone="attention" alert className="mb-6">
          {answer.error.message}
        </Notice>
      )}
      {looking !== null && (
        <Notice
          className="mb-6"
          action={<TextLink href={base}>{t('console.texts.to_newest')}</TextLink>}
        >
          {t('console.texts.looking', { version: Number(looking) })}
        </Notice>
      )}
      <div className="mb-5 flex flex-wrap gap-3">
        <Tabs
          label={t('console.texts.view')}
          tabs={[
            { href: base, name: t('console.texts.write'), current: !preview },
            { href: `${base}?view=preview`, name: t('console.texts.preview'), current: preview },
          ]}
        />
        {preview && (
          <Tabs
            label={t('console.shelves.language')}
            tabs={languages.map((one) => ({
              href: `${base}?view=preview&lang=${one}${looking === null ? '' : `&version=${looking}`}`,
              name: LANGUAGE_NAMES[one],
              current: one === language,
            }))}
          />
        )}
      </div>
      <Panel>
        <PanelPart>
          {preview ? (
            <TextView {...words[language]} places={places[language]} language={language} />
          ) : (
            <PostForm
              key={`${looking} ${draft?.written_at}`}
              name="text"
              answer={answer}
              submit={t('console.texts.save')}
              mayPress={mayWrite}
              className="grid gap-9"
            >
              <div>
                <p className="type-body text-ink2">{t('console.texts.how')}</p>
                <OpenPlaces places={places} />
              </div>
              {languages.map((one) => (
                <fieldset key={one} className="grid gap-5">
                  <legend className="type-d4 mb-3">{LANGUAGE_NAMES[one]}</legend>
                  <TextField
                    {...field(`${one}.title`, words[one].title)}
                    label={t('console.texts.title')}
                    lang={one}
                    dir={directionOf(one)}
                    maxLength={TEXT_RULES.title.max}
                    readOnly={!mayWrite}
                    required
                  />
                  <TextArea
                    {...field(`${one}.lead`, words[one].lead)}
                    label={t('console.texts.lead_text')}
                    lang={one}
                    dir={directionOf(one)}
                    rows={2}
                    maxLength={TEXT_RULES.lead.max}
                    readOnly={!mayWrite}
                    required
                  />
                  <TextArea
                    {...field(`${one}.body`, words[one].body)}
                    label={t('console.texts.body')}
                    lang={one}
                    dir={directionOf(one)}
                    rows={18}
                    maxLength={TEXT_RULES.body.max}
                    readOnly={!mayWrite}
                    required
                  />
                </fieldset>
              ))}
            </PostForm>
          )}
        </PanelPart>
      </Panel>
      {mayWrite && (
        <div className="mt-6 flex flex-wrap gap-3">
          {draft !== null && (
            <ButtonForm
              name="publish"
              hidden={{}}
              kind="primary"
              label={t('console.texts.publish')}
              about={path}
            />
          )}
          {(shown?.own || draft !== null) && (
            <ButtonForm
              name="reset"
              hidden={{}}
              kind="danger-quiet"
              label={t('console.texts.reset')}
              about={path}
            />
          )}
        </div>
      )}
      {versions.length > 0 && (
        <section className="mt-9">
          <h2 className="type-d3 mb-4">{t('console.texts.versions')}</h2>
          <DataTable
            label={t('console.texts.versions')}
            rows={versions.map((one) => ({ id: String(one.version), ...one }))}
            columns={[
              {
                name: t('console.texts.number'),
                cell: (one) =>
                  one.own ? (
                    <TextLink
                      href={`${base}?view=preview&version=${one.version}`}
                      className="strong figures"
                    >
                      {one.version}
                    </TextLink>
                  ) : (
                    <span className="figures">{one.version}</span>
                  ),
              },
              {
                name: t('console.item.state'),
                cell: (one) =>
                  one.published_at === null
                    ? t('console.texts.draft')
                    : one.own
                      ? t('console.texts.published')
                      : t('console.texts.of_release'),
              },
              { name: t('console.texts.by'), cell: (one) => <bdi>{one.by}</bdi> },
              {
                name: t('console.texts.at'),
                end: true,
                cell: (one) => dates.time(one.published_at ?? one.written_at),
              },
            ]}
          />
        </section>
      )}
    </>
  )
}

/** The placeholders for a text, with their value in each language. */
function OpenPlaces({ places }: { places: Record<Locale, Places> }) {
  const { t, locale } = useWords()
  const { languages: offered } = useShell()
  const languages = [locale, ...offered.filter((one) => one !== locale)]
  const names = [...new Set(languages.flatMap((one) => Object.keys(places[one])))]
  return (
    <details className="mt-4">
      <summary className="type-label flex min-h-9 cursor-pointer items-center text-link">
        {t('console.texts.places')}
      </summary>
      <dl className="type-sm mt-2 grid gap-x-6 gap-y-2 md:grid-cols-[max-content_minmax(0,1fr)]">
        {names.map((name) => {
          const language = languages.find((one) => name in places[one]) ?? locale
          return (
            <div key={name} className="contents">
              <dt>
                <code dir="ltr">{`{${name}}`}</code>
              </dt>
              <dd lang={language} className="wrap-anywhere-safe text-ink2">
                <bdi>{places[language][name]}</bdi>
              </dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

/** A text page as stores see it. */
function TextView({
  title,
  lead,
  body,
  places,
  language,
}: {
  title: string
  lead: string
  body: string
  places: Places
  language: Locale
}) {
  const article = fillArticle({ title, lead, parts: readTextBody(body) }, places)
  return (
    <div lang={language} dir={directionOf(language)} className="max-w-[68ch] min-w-0">
      <p className="type-d3">{article.title}</p>
      <p className="type-lg mt-2 text-ink2">{article.lead}</p>
      {article.parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  )
}

function Part({
  part: { heading, paragraphs = [], list, table, code, links },
}: {
  part: TextPart
}) {
  return (
    <section className="mt-6">
      {heading !== '' && <h3 className="type-d4">{heading}</h3>}
      {paragraphs.map((text, index) => (
        <p key={index} className="prose mt-2 wrap-anywhere-safe">
          {text}
        </p>
      ))}
      {list && (
        <ul className="prose mt-2 list-disc space-y-1 ps-5">
          {list.map((text, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
      {table && (
        <div className="mt-3 overflow-x-auto">
          <table className="type-sm w-full border-collapse text-start">
            <thead>
              <tr>
                {table.head.map((name, index) => (
                  <th
                    key={index}
                    scope="col"
                    className="border-b border-line2 py-2 pe-5 text-start type-label"
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, index) => (
                    <td key={index} className="border-b border-line py-2 pe-5 align-top">
                      <bdi>{cell}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {code !== undefined && (
        <pre
          dir="ltr"
          tabIndex={0}
          className="type-sm mt-3 overflow-x-auto rounded-card border border-line bg-stone p-4 "
        >
          <code>{code}</code>
        </pre>
      )}
      {links && (
        <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-link">
          {links.map((link) => (
            <span key={link.href}>{link.name}</span>
          ))}
        </p>
      )}
    </section>
  )
}
