import { type FormEvent, useState } from 'react'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeBanner,
  createBanner,
  deleteBanner,
  describeBannerPicture,
  getShelves,
  removeBannerPicture,
  setBannerPicture,
} from '#modules/catalog/merchandising-contract.ts'
import { SHELF_RULES } from '#modules/catalog/merchandising-rules.ts'
import { Banner, type BannerData } from '#ui/banner.tsx'
import { Switch } from '#ui/choice.tsx'
import { TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { readTarget } from '#lib/targets.ts'
import {
  LOCALES,
  type Locale,
  directionOf,
  readLocale,
  type Text,
  pickText,
  languageName,
} from '#lib/locale.ts'
import { ColorField, HEX } from '../color-field.tsx'
import { momentOf } from '../moment-field.tsx'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, cropOf, fileOf, textOf, readForm } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import {
  ActiveField,
  DaysFields,
  MarketField,
  ShowingDays,
  textsOf,
} from '../merchandising-fields.tsx'
import { useShell } from '../shell.tsx'
import { UploadedPicture } from '../uploaded-picture.tsx'
import { useWords } from '../words.tsx'
import { pictureOf } from '../listing/content.ts'

const LIST = '/operator/shelves'
/** Grounds that white arches are seen on, the market's own first. */
const GROUNDS = ['#0b737e', '#38609e', '#5b3a63', '#1d6a4f', '#8a3b2b', '#26323a'] as const

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { banners, platforms } = await screen.call(getShelves)
  const banner = banners.find((one) => one.id === params.banner) ?? null
  if (!banner && params.banner !== 'new') throw screen.refusal('not_found')
  return { banner, platforms }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, submit } = await readForm(context, request)
  const banner = params.banner ?? ''
  if (textOf(form, 'form') === 'delete') {
    await screen.call(deleteBanner, { params: { banner } })
    return goTo(LIST)
  }
  const text = (name: string) => textOf(form, name)
  switch (text('form')) {
    case 'picture':
      return submit(setBannerPicture, {
        params: { banner },
        query: cropOf(form),
        upload: (await fileOf(form, 'file')) ?? new Uint8Array(),
      })
    case 'alt':
      return submit(describeBannerPicture, {
        params: { banner },
        body: { alt: textsOf(form, 'alt') },
      })
    case 'remove-picture':
      return submit(removeBannerPicture, { params: { banner } })
  }
  const body = {
    place: text('place') as 'home',
    locale: (text('locale') || null) as Locale | null,
    platform_id: (text('platform_id') || null) as number | null,
    title: text('title'),
    text: text('text'),
    action: text('action'),
    target: text('target'),
    external: text('external') === '1',
    ground: text('ground') || null,
    starts_at: momentOf(text, 'starts_at'),
    ends_at: momentOf(text, 'ends_at'),
    active: text('active') === '1',
  }
  const done =
    banner === 'new'
      ? await screen.attempt(createBanner, { body: { market: text('market') as 'app', ...body } })
      : await screen.attempt(changeBanner, { params: { banner }, body })
  return done.ok ? goTo(LIST) : answerOf('banner', form, done)
}

export default function OperatorBanner() {
  const { t, locale } = useWords()
  const { banner, platforms } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'banner')
  const value = (name: string, fallback = '') => field(name, fallback).defaultValue
  const title = banner?.title ?? t('console.shelves.new_banner')
  const { shown, isLow, language, follow, setGround } = useTyped(banner, value)
  return (
    <>
      <PageHeader
        back={{ href: LIST, name: t('console.nav.shelves') }}
        title={title}
        lead={banner && <ShowingDays {...banner} />}
      />
      <section
        className="mb-7 max-w-230"
        aria-label={t('console.shelves.preview')}
        hidden={shown.title === ''}
      >
        <h2 className="type-d4 mb-3">{t('console.shelves.preview')}</h2>
        <div lang={language} dir={directionOf(language)}>
          <Banner banner={shown} low={isLow} />
        </div>
      </section>
      <Panel className="max-w-230">
        <PanelPart>
          <div onChange={follow}>
            <PostForm name="banner" answer={answer} submit={t('console.save')}>
              <div className="grid gap-5 md:grid-cols-2">
                {!banner && <MarketField field={field} />}
                <SelectField
                  label={t('console.shelves.place')}
                  name="place"
                  value={value('place', banner?.place ?? 'home')}
                  options={(['home', 'list'] as const).map((place) => ({
                    value: place,
                    name: t(`console.shelves.place.${place}`),
                  }))}
                />
                <SelectField
                  label={t('console.shelves.language')}
                  name="locale"
                  value={value('locale', banner?.locale ?? '')}
                  options={[
                    { value: '', name: t('console.shelves.every_language') },
                    ...LOCALES.map((one) => ({
                      value: one,
                      name: languageName(one, locale),
                    })),
                  ]}
                />
                <SelectField
                  label={t('console.shelves.platform')}
                  name="platform_id"
                  value={value(
                    'platform_id',
                    banner?.platform_id ? String(banner.platform_id) : '',
                  )}
                  options={[
                    { value: '', name: t('console.shelves.every_platform') },
                    ...platforms.map((one) => ({ value: String(one.id), name: one.name })),
                  ]}
                />
              </div>
              <TextField
                {...field('title', banner?.title)}
                label={t('console.shelves.title')}
                dir="auto"
                maxLength={SHELF_RULES.title.max}
                required
              />
              <TextField
                {...field('text', banner?.text)}
                label={t('console.shelves.text')}
                dir="auto"
                maxLength={SHELF_RULES.text.max}
              />
              <div className="grid gap-5 md:grid-cols-2">
                <TextField
                  {...field('action', banner?.action)}
                  label={t('console.shelves.action')}
                  dir="auto"
                  maxLength={SHELF_RULES.action.max}
                  required
                />
                <TextField
                  {...field('target', banner?.target)}
                  label={t('console.shelves.target')}
                  hint={t('console.shelves.target_hint')}
                  dir="ltr"
                  maxLength={SHELF_RULES.target.max}
                  required
                />
                <ColorField
                  {...field('ground', banner?.ground ?? '')}
                  label={t('console.shelves.ground')}
                  hint={t('console.shelves.ground_hint')}
                  fallback={GROUNDS[0]}
                  swatches={GROUNDS}
                  onColor={setGround}
                />
              </div>
              <DaysFields field={field} days={banner} />
              <Switch
                name="external"
                value="1"
                label={t('console.shelves.external')}
                on={t('console.shelves.external')}
                off={t('console.shelves.external')}
                defaultChecked={banner?.external ?? false}
              />
              <ActiveField active={banner?.active ?? true} />
            </PostForm>
          </div>
        </PanelPart>
      </Panel>
      {banner && (
        <UploadedPicture
          place="banner"
          title={t('console.shelves.picture')}
          lead={t('console.shelves.picture_lead')}
          picture={banner.picture}
          answer={answer}
        />
      )}
      {banner && (
        <div className="mt-6">
          <ButtonForm
            name="delete"
            confirm={t('console.confirm.end')}
            hidden={{}}
            label={t('console.shelves.delete')}
            kind="danger-quiet"
            about={title}
          />
        </div>
      )}
    </>
  )
}

/** The banner as it is being written; `follow` hears of every change of its form. */
function useTyped(
  banner: Awaited<ReturnType<typeof loader>>['banner'],
  value: (name: string, fallback?: string) => string,
) {
  const { locale } = useWords()
  const { sites } = useShell()
  const [typed, setTyped] = useState<Record<string, unknown>>({})
  const follow = ({ target }: FormEvent) => {
    const form = (target as HTMLInputElement).form
    if (form) setTyped(Object.fromEntries(new FormData(form)))
  }
  const word = (name: 'title' | 'text' | 'action' | 'target' | 'ground') =>
    String(typed[name] ?? value(name, banner?.[name] ?? ''))
  const read = readTarget(word('target'))
  const shown: BannerData = {
    id: banner?.id ?? 'new',
    title: word('title'),
    text: word('text'),
    action: word('action'),
    href: read?.outside ? read.href : sites[banner?.market ?? 'app'] + (read?.href ?? '/'),
    ...(HEX.test(word('ground')) && { ground: word('ground') }),
    ...drawnPicture(banner?.picture ?? null, locale),
  }
  return {
    shown,
    language: readLocale(String(typed.locale ?? value('locale', banner?.locale ?? ''))) ?? locale,
    isLow: String(typed.place ?? value('place', banner?.place ?? 'home')) === 'list',
    follow,
    setGround: (ground: string) => setTyped((before) => ({ ...before, ground })),
  }
}

type Kept = (Parameters<typeof pictureOf>[0] & { alt: Text }) | null

/** The picture as the storefront shows it. */
const drawnPicture = (picture: Kept, locale: Locale): Pick<BannerData, 'picture' | 'pictureAlt'> =>
  picture ? { picture: pictureOf(picture), pictureAlt: pickText(picture.alt, locale) } : {}
