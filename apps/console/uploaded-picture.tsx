import type { ReactNode } from 'react'
import type { Place } from '#modules/catalog/pictures/places.ts'
import { SHELF_RULES } from '#modules/catalog/merchandising-rules.ts'
import type { Text } from '#lib/locale.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { ButtonForm, FormError, PostForm, useField } from './forms.tsx'
import { CropField } from './listing/crop-field.tsx'
import { TextsFields } from './merchandising-fields.tsx'
import type { FormAnswer } from './read-form.ts'
import { useWords } from './words.tsx'

interface Uploaded {
  sources: { path: string; type: string; width: number }[]
  alt: Text
}

/** A picture that operators upload: replace it, describe it, remove it, put the one before back. */
export function UploadedPicture({
  place,
  title,
  lead,
  picture,
  canUndo = false,
  answer,
  children,
}: {
  place: Place
  title: string
  lead: string
  picture: Uploaded | null
  /** There was another one before the last change. */
  canUndo?: boolean
  answer: FormAnswer | undefined
  /** How the picture looks, where the page does not show it elsewhere. */
  children?: ReactNode
}) {
  const { t } = useWords()
  const field = useField(answer, 'alt')
  const missing =
    answer?.form === 'picture' && answer.error?.fieldErrors?.['file']
      ? t('console.field.required')
      : undefined
  const isDone = answer?.done && /^(picture|alt|remove-picture|undo-picture)$/.test(answer.form)
  return (
    <Panel as="section" label={title} className="mt-6 max-w-230">
      <PanelPart>
        <h2 className="type-d4 mb-1">{title}</h2>
        <p className="type-body mb-5 text-ink2">{lead}</p>
        {isDone && (
          <Notice tone="done" alert className="mb-5">
            {t('console.settings.saved')}
          </Notice>
        )}
        {(['remove-picture', 'undo-picture'] as const).map((form) => (
          <FormError key={form} answer={answer} form={form} className="mb-5" />
        ))}
        {picture && children}
        <PostForm
          key={picture?.sources[0]?.path}
          name="picture"
          answer={answer}
          submit={t('console.shelves.picture_send')}
          kind="secondary"
          files
        >
          <CropField place={place} error={missing} />
        </PostForm>
        {!picture && canUndo && (
          <div className="mt-4">
            <UndoButton title={title} />
          </div>
        )}
      </PanelPart>
      {picture && (
        <PanelPart>
          <PostForm name="alt" answer={answer} submit={t('console.save')} kind="secondary">
            <TextsFields name="alt" field={field} texts={picture.alt} max={SHELF_RULES.alt.max} />
          </PostForm>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonForm
              name="remove-picture"
              hidden={{}}
              label={t('console.shelves.picture_remove')}
              about={title}
            />
            {canUndo && <UndoButton title={title} />}
          </div>
        </PanelPart>
      )}
    </Panel>
  )
}

function UndoButton({ title }: { title: string }) {
  const { t } = useWords()
  return (
    <ButtonForm
      name="undo-picture"
      hidden={{}}
      label={t('console.shelves.picture_undo')}
      about={title}
    />
  )
}

/** A drawing in its arch, as large as on the home page. */
export function UploadedDrawing({
  picture,
  canUndo,
  answer,
}: {
  picture: Uploaded | null
  canUndo: boolean
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  return (
    <UploadedPicture
      place="drawing"
      title={t('console.shelves.drawing_upload')}
      lead={t('console.shelves.drawing_upload_lead')}
      picture={picture}
      canUndo={canUndo}
      answer={answer}
    >
      <img
        src={picture?.sources[0]?.path}
        alt=""
        width="88"
        height="129"
        className="mb-5 rounded-card bg-stone2"
      />
    </UploadedPicture>
  )
}
