import { SHELF_RULES } from '#contexts/backoffice/shelf-rules.ts'
import { pickText, type Locale, type Text } from '#lib/locale.ts'
import type { BannerData } from '#ui/banner.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { DeskForm, PressForm, useField, type FormAnswer } from './forms.tsx'
import { CropField } from './listing/crop-field.tsx'
import { pictureOf } from './listing/listing-preview.tsx'
import { TextsFields } from './shelf-fields.tsx'
import { useWords } from './words.tsx'

type Kept = (Parameters<typeof pictureOf>[0] & { alt: Text }) | null

/** As the storefront hangs it out. */
export const drawnPicture = (picture: Kept, locale: Locale): Pick<BannerData, 'picture' | 'pictureAlt'> =>
  (picture ? { picture: pictureOf(picture), pictureAlt: pickText(picture.alt, locale) } : {})

/** A banner's picture: another one, what is on it, none. */
export function BannerPicture({ picture, answer }: { picture: Kept; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const field = useField(answer, 'alt')
  const missing = answer?.form === 'picture' && answer.error?.mistakes?.['file'] ? t('console.field.required') : undefined
  return (
    <Panel as="section" label={t('console.shelves.picture')} className="mt-6 max-w-230">
      <PanelPart>
        <h2 className="type-d4 mb-1">{t('console.shelves.picture')}</h2>
        <p className="type-body mb-5 text-ink2">{t('console.shelves.picture_lead')}</p>
        {answer?.done && /^(picture|alt)$/.test(answer.form) && <Notice tone="done" alert className="mb-5">{t('console.settings.saved')}</Notice>}
        <DeskForm key={picture?.sources[0]?.path} name="picture" answer={answer} submit={t('console.shelves.picture_send')} kind="secondary" files>
          <CropField place="banner" error={missing} />
        </DeskForm>
      </PanelPart>
      {picture && (
        <PanelPart>
          <DeskForm name="alt" answer={answer} submit={t('console.save')} kind="secondary">
            <TextsFields name="alt" field={field} texts={picture.alt} max={SHELF_RULES.alt.max} />
          </DeskForm>
          <div className="mt-4"><PressForm name="remove-picture" hidden={{}} label={t('console.shelves.picture_remove')} about={t('console.shelves.picture')} /></div>
        </PanelPart>
      )}
    </Panel>
  )
}
