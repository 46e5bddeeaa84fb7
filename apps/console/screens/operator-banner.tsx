import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { changeBanner, createBanner, deleteBanner, describeBannerPicture, getShelves, removeBannerPicture, setBannerPicture } from '#contexts/backoffice/shelves-contract.ts'
import { SHELF_RULES } from '#contexts/backoffice/shelf-rules.ts'
import { Banner } from '#ui/banner.tsx'
import { Switch } from '#ui/choice.tsx'
import { TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { fromLocalTime, localTimeOf } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { BannerPicture, drawnPicture } from '../banner-picture.tsx'
import { answerOf, cropOf, DeskForm, fileOf, PressForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { ActiveField, textsOf, languageName, MarketField, PositionField } from '../shelf-fields.tsx'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/shelves'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { banners, platforms } = await screen.call(getShelves)
  const banner = banners.find(one => one.id === params.banner) ?? null
  if (!banner && params.banner !== 'new') throw screen.refusal('not_found')
  return { banner, platforms }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const banner = params.banner ?? ''
  if (textOf(form, 'form') === 'delete') {
    await screen.call(deleteBanner, { params: { banner } })
    return goTo(LIST)
  }
  const text = (name: string) => textOf(form, name)
  switch (text('form')) {
    case 'picture': return answerOf('picture', form, await screen.attempt(setBannerPicture, { params: { banner }, query: cropOf(form), upload: await fileOf(form, 'file') ?? new Uint8Array() }))
    case 'alt': return answerOf('alt', form, await screen.attempt(describeBannerPicture, { params: { banner }, body: { alt: textsOf(form, 'alt') } }))
    case 'remove-picture': return answerOf('picture', form, await screen.attempt(removeBannerPicture, { params: { banner } }))
  }
  const body = {
    place: text('place') as 'home', locale: (text('locale') || null) as 'tr' | null, platform_id: (text('platform_id') || null) as number | null, title: text('title'), text: text('text'), action: text('action'), target: text('target'),
    external: text('external') === '1', ground: text('ground') || null, starts_at: fromLocalTime(text('starts_at')), ends_at: fromLocalTime(text('ends_at')), position: text('position') as unknown as number, active: text('active') === '1',
  }
  const done = banner === 'new' ? await screen.attempt(createBanner, { body: { market: text('market') as 'app', ...body } }) : await screen.attempt(changeBanner, { params: { banner }, body })
  return done.ok ? goTo(LIST) : answerOf('banner', form, done)
}

export default function OperatorBanner() {
  const { t, locale } = useWords()
  const { sites } = useShell()
  const { banner, platforms } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'banner')
  const value = (name: string, fallback = '') => field(name, fallback).defaultValue
  const title = banner?.title ?? t('console.shelves.new_banner')
  return (
    <>
      <p className="type-sm mb-2"><TextLink href={LIST}>{t('console.nav.shelves')}</TextLink></p>
      <DeskHead title={title} lead={banner && t(banner.now ? 'console.shelves.now' : 'console.shelves.not_now')} />
      {banner && (
        <section className="mb-7 max-w-230" aria-label={t('console.shelves.preview')}>
          <h2 className="type-d4 mb-3">{t('console.shelves.preview')}</h2>
          <Banner banner={{ id: banner.id, title: banner.title, text: banner.text, action: banner.action, href: banner.external ? banner.target : sites[banner.market] + banner.target, ...(banner.ground && { ground: banner.ground }), ...drawnPicture(banner.picture, locale) }} />
        </section>
      )}
      <Panel className="max-w-230">
        <PanelPart>
          <DeskForm name="banner" answer={answer} submit={t('console.save')}>
            <div className="grid gap-5 md:grid-cols-2">
              {!banner && <MarketField field={field} />}
              <SelectField label={t('console.shelves.place')} name="place" value={value('place', banner?.place ?? 'home')} options={(['home', 'list'] as const).map(place => ({ value: place, name: t(`console.shelves.place.${place}`) }))} />
              <SelectField label={t('console.shelves.language')} name="locale" value={value('locale', banner?.locale ?? '')} options={[{ value: '', name: t('console.shelves.every_language') }, ...(['tr', 'en', 'ar'] as const).map(one => ({ value: one, name: languageName(one) ?? one }))]} />
              <SelectField label={t('console.shelves.platform')} name="platform_id" value={value('platform_id', banner?.platform_id ? String(banner.platform_id) : '')} options={[{ value: '', name: t('console.shelves.every_platform') }, ...platforms.map(one => ({ value: String(one.id), name: one.name }))]} />
            </div>
            <TextField {...field('title', banner?.title)} label={t('console.shelves.title')} dir="auto" maxLength={SHELF_RULES.title.max} required />
            <TextField {...field('text', banner?.text)} label={t('console.shelves.text')} dir="auto" maxLength={SHELF_RULES.text.max} />
            <div className="grid gap-5 md:grid-cols-2">
              <TextField {...field('action', banner?.action)} label={t('console.shelves.action')} dir="auto" maxLength={SHELF_RULES.action.max} required />
              <TextField {...field('target', banner?.target)} label={t('console.shelves.target')} hint={t('console.shelves.target_hint')} dir="ltr" maxLength={SHELF_RULES.target.max} required />
              <TextField {...field('starts_at', banner?.starts_at ? localTimeOf(banner.starts_at) : '')} type="datetime-local" label={t('console.shelves.starts')} hint={t('console.shelves.days_hint')} />
              <TextField {...field('ends_at', banner?.ends_at ? localTimeOf(banner.ends_at) : '')} type="datetime-local" label={t('console.shelves.ends')} />
              <TextField {...field('ground', banner?.ground ?? '')} label={t('console.shelves.ground')} hint={t('console.shelves.ground_hint')} dir="ltr" maxLength={7} />
              <PositionField field={field} position={banner?.position ?? 1} />
            </div>
            <Switch name="external" value="1" label={t('console.shelves.external')} on={t('console.shelves.external')} off={t('console.shelves.external')} defaultChecked={banner?.external ?? false} />
            <ActiveField active={banner?.active ?? true} />
          </DeskForm>
        </PanelPart>
      </Panel>
      {banner && <BannerPicture picture={banner.picture} answer={answer} />}
      {banner && <div className="mt-6"><PressForm name="delete" confirm={t('console.confirm.end')} hidden={{}} label={t('console.shelves.delete')} kind="danger-quiet" about={title} /></div>}
    </>
  )
}
