import { hasPartnerRight } from '#kernel/actor.ts'
import { useShell, useLanguages } from '../shell.tsx'
import {
  useLoaderData,
  useRouteLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import {
  type ListingAnswer,
  addPicture,
  describePicture,
  getListing,
  movePicture,
  removePicture,
} from '#modules/publishing/partners/item-contract.ts'
import { LISTING_PLACES, type Place } from '#modules/catalog/pictures/places.ts'
import { directionOf, LOCALES, readLocale, forEachLocale, languageName } from '#lib/locale.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Picture } from '#ui/picture.tsx'
import { ButtonForm, PostForm, SelectField, useFormAnswer } from '../forms.tsx'
import { cropOf, fileOf, readForm, type FormAnswer } from '../read-form.ts'
import { CropField } from '../listing/crop-field.tsx'
import { pictureOf } from '../listing/content.ts'
import { DraftField } from '../listing/writing.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

type DraftPicture = ListingAnswer['content']['pictures'][number]

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context
    .get(consoleContext)
    .call(getListing, { params: { partner: params.partner ?? '', item: params.item ?? '' } })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const [partner, item, name, picture] = [
    params.partner ?? '',
    params.item ?? '',
    text('form'),
    text('picture'),
  ]
  const place = LISTING_PLACES.find((one) => name === `add ${one}`)
  if (place) {
    const locale = readLocale(text('locale'))
    const query = { place, ...(locale && { locale }), ...cropOf(form) }
    return submit(addPicture, {
      params: { partner, item },
      query,
      upload: (await fileOf(form, 'file')) ?? new Uint8Array(),
    })
  }
  switch (name.split(' ')[0]) {
    case 'describe':
      return submit(describePicture, {
        params: { partner, item, picture },
        body: {
          revision: Number(text('revision')),
          alt: forEachLocale(text),
        },
      })
    case 'earlier':
    case 'later':
      return submit(movePicture, {
        params: { partner, item, picture },
        body: { towards: name as 'earlier' | 'later' },
      })
    case 'remove':
      return submit(removePicture, { params: { partner, item, picture } })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** The pictures of a listing by place, with a form to add one to each. */
export default function PartnerItemPictures() {
  const { t } = useWords()
  const { content, revision } = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useFormAnswer()
  if (!item) return null
  const may = hasPartnerRight(item.role, 'publish')
  const failed = answer?.error && /^(earlier|later|remove)$/.test(answer.form)
  return (
    <div id="pictures" className="grid gap-6">
      {!may && <Notice>{t('portal.item.read_only')}</Notice>}
      {failed && (
        <Notice tone="attention" alert>
          {answer.error?.message}
        </Notice>
      )}
      {LISTING_PLACES.filter((place) => place !== 'icon' || item.market === 'app').map((place) => {
        const [role, device] = place.split('_')
        const here = content.pictures
          .map((picture, index) => ({ picture, index }))
          .filter(({ picture }) => picture.role === role && picture.device === device)
        return (
          <Panel key={place} as="section" label={t(`portal.pictures.${place}`)}>
            <PanelPart>
              <h2 id={place} className="type-d4 scroll-mt-24">
                {t(`portal.pictures.${place}`)}
              </h2>
              <p className="type-sm mt-1 text-ink2">{t(`portal.pictures.${place}_lead`)}</p>
            </PanelPart>
            {place === 'icon' && content.icon !== null && (
              <PanelPart>
                <AppIcon src={content.icon} name={item.name} size={88} />
              </PanelPart>
            )}
            {here.map(({ picture, index }) => (
              <OnePicture
                key={picture.id}
                picture={picture}
                index={index}
                may={may}
                revision={revision}
                answer={answer}
              />
            ))}
            {may && (
              <PanelPart>
                <details
                  open={
                    answer?.form === `add ${place}` ||
                    (here.length === 0 && (place !== 'icon' || content.icon === null))
                  }
                >
                  <summary className="type-label flex min-h-9 cursor-pointer items-center gap-2 text-link">
                    <Icon name="plus" size={16} />
                    {t(role === 'screenshot' ? 'portal.pictures.add' : 'portal.pictures.replace')}
                  </summary>
                  {/* a successful upload resets its own form only */}
                  <Upload
                    place={place}
                    answer={answer}
                    key={
                      place === 'icon'
                        ? content.icon
                        : here
                            .map(({ picture }) => picture.id)
                            .toSorted()
                            .join(' ')
                    }
                  />
                </details>
              </PanelPart>
            )}
          </Panel>
        )
      })}
    </div>
  )
}

function Upload({ place, answer }: { place: Place; answer: FormAnswer | undefined }) {
  const { t, locale } = useWords()
  const { languages: offered } = useShell()
  const form = `add ${place}`
  const missing =
    answer?.form === form && answer.error?.fieldErrors?.['file']
      ? t('console.field.required')
      : undefined
  return (
    <PostForm
      name={form}
      answer={answer}
      submit={t('portal.pictures.send')}
      kind="secondary"
      files
      className="mt-4 grid gap-5"
    >
      <CropField place={place} error={missing} />
      {place !== 'icon' && (
        <SelectField
          label={t('portal.pictures.for')}
          name="locale"
          value={answer?.form === form ? (answer.given['locale'] ?? '') : ''}
          options={[
            { value: '', name: t('portal.pictures.for_all') },
            ...offered.map((one) => ({ value: one, name: languageName(one, locale) })),
          ]}
        />
      )}
    </PostForm>
  )
}

function OnePicture({
  picture,
  index,
  may,
  revision,
  answer,
}: {
  picture: DraftPicture
  index: number
  may: boolean
  revision: number
  answer: FormAnswer | undefined
}) {
  const { t, locale } = useWords()
  const form = `describe ${picture.id}`
  const about = picture.alt[locale] ?? t('portal.pictures.number', { n: index + 1 })
  const offered = useLanguages(picture.alt)
  const languages = picture.locale === null ? offered : [picture.locale]
  const writing = {
    form,
    answer,
    saved: forEachLocale((one) => picture.alt[one] ?? ''),
    may,
  }
  const hidden = { picture: picture.id }
  return (
    <PanelPart>
      <div
        id={`picture-${index}`}
        className="grid scroll-mt-24 items-start gap-5 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]"
      >
        <div className="grid gap-3">
          <Picture
            picture={pictureOf(picture)}
            alt={picture.alt[locale] ?? ''}
            sizes="18rem"
            className={
              picture.device === 'phone'
                ? 'max-w-36 rounded-card border border-line'
                : 'rounded-card border border-line'
            }
          />
          <p>
            <Badge>
              {picture.locale === null
                ? t('portal.pictures.for_all')
                : languageName(picture.locale, locale)}
            </Badge>
          </p>
          {may && (
            <div className="flex flex-wrap gap-2">
              {picture.role === 'screenshot' && (
                <ButtonForm
                  name="earlier"
                  hidden={hidden}
                  label={t('portal.pictures.earlier')}
                  about={about}
                />
              )}
              {picture.role === 'screenshot' && (
                <ButtonForm
                  name="later"
                  hidden={hidden}
                  label={t('portal.pictures.later')}
                  about={about}
                />
              )}
              <ButtonForm
                name="remove"
                hidden={hidden}
                label={t('portal.pictures.remove')}
                about={about}
                kind="danger-quiet"
              />
            </div>
          )}
        </div>
        <PostForm
          name={form}
          answer={answer}
          submit={t('portal.pictures.describe')}
          mayPress={may}
          kind="secondary"
          hidden={{ ...hidden, revision: String(revision) }}
          className="grid gap-4"
        >
          {answer?.form === form && answer.done && (
            <Notice tone="done" alert>
              {t('portal.saved')}
            </Notice>
          )}
          {LOCALES.map((one) =>
            languages.includes(one) ? (
              <DraftField
                key={one}
                writing={writing}
                name={one}
                id={`${picture.id}-${one}`}
                label={t('portal.pictures.alt', { language: languageName(one, locale) })}
                lang={one}
                dir={directionOf(one)}
                max={300}
              />
            ) : (
              <input key={one} type="hidden" name={one} value={writing.saved[one]} />
            ),
          )}
          {may && <p className="type-sm text-ink2">{t('portal.pictures.alt_hint')}</p>}
        </PostForm>
      </div>
    </PanelPart>
  )
}
