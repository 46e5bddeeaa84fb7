import { FACE_RULES, type FaceKind } from '#modules/market/rules.ts'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { Notice } from '#ui/notice.tsx'
import { PanelPart } from '#ui/panel.tsx'
import { PostForm, ButtonForm, useField } from './forms.tsx'
import { type FormAnswer } from './read-form.ts'
import { CropField } from './listing/crop-field.tsx'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

export interface FaceFacts {
  name: string | null
  logo: string | null
  mail: string | null
}

/**
 * What a market is called, its sign, and where it is written to; a market's own stands folded under
 * the whole's.
 */
export function BrandingSection({
  face,
  facts,
  whole,
  answer,
  mayWrite,
}: {
  face: FaceKind
  facts: FaceFacts
  whole: FaceFacts
  answer: FormAnswer | undefined
  mayWrite: boolean
}) {
  const { t } = useWords()
  if (face === 'both')
    return (
      <PanelPart>
        <FaceForms {...{ face, facts, whole, answer, mayWrite }} />
      </PanelPart>
    )
  const isOwn = facts.name !== null || facts.logo !== null || facts.mail !== null
  return (
    <PanelPart>
      <details open={isOwn || answer?.form.endsWith(` ${face}`)}>
        <summary className="type-label flex min-h-9 cursor-pointer items-center gap-2 text-link">
          <Icon name="plus" size={16} />
          {t(`console.settings.face.${face}`)}
        </summary>
        <div className="mt-4">
          <FaceForms {...{ face, facts, whole, answer, mayWrite }} />
        </div>
      </details>
    </PanelPart>
  )
}

function FaceForms({
  face,
  facts,
  whole,
  answer,
  mayWrite,
}: Parameters<typeof BrandingSection>[0]) {
  const { t } = useWords()
  const { face: shown } = useShell()
  const field = useField(answer, `face ${face}`)
  const missing =
    answer?.form === `logo ${face}` && answer.error?.mistakes?.['file']
      ? t('console.field.required')
      : undefined
  const saved = answer?.done && answer.form.endsWith(` ${face}`)
  return (
    <div className="grid gap-7">
      {saved && (
        <Notice tone="done" alert>
          {t('console.settings.saved')}
        </Notice>
      )}
      <PostForm
        name={`face ${face}`}
        answer={answer}
        submit={t('console.save')}
        mayPress={mayWrite}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            {...field('name', facts.name ?? '')}
            label={t('console.settings.face_name')}
            dir="auto"
            maxLength={FACE_RULES.name.max}
            readOnly={!mayWrite}
            placeholder={shown.name}
          />
          <TextField
            {...field('mail', facts.mail ?? '')}
            label={t('console.settings.face_mail')}
            hint={t('console.settings.face_mail_hint')}
            dir="ltr"
            type="email"
            maxLength={FACE_RULES.mail.max}
            readOnly={!mayWrite}
            {...(face !== 'both' && whole.mail !== null && { placeholder: whole.mail })}
          />
        </div>
      </PostForm>
      <div className="grid items-start gap-5 md:grid-cols-[auto_minmax(0,1fr)]">
        <div className="flex items-center gap-3">
          {facts.logo === null ? (
            <LogoMark size={64} />
          ) : (
            <img
              src={facts.logo}
              alt={t('console.settings.logo_now')}
              width={64}
              height={64}
              className="block size-16 rounded-control object-cover"
            />
          )}
          {facts.logo === null && (
            <span className="type-sm text-ink2">
              {t(face === 'both' ? 'console.settings.logo_house' : 'console.settings.logo_whole')}
            </span>
          )}
        </div>
        {mayWrite && (
          <div className="grid gap-4">
            <PostForm
              key={facts.logo}
              name={`logo ${face}`}
              answer={answer}
              submit={t('console.settings.logo_send')}
              kind="secondary"
              files
            >
              <CropField place="icon" error={missing} />
            </PostForm>
            {facts.logo !== null && (
              <ButtonForm
                name={`remove-logo ${face}`}
                hidden={{}}
                label={t('console.settings.logo_remove')}
                about={facts.name ?? whole.name ?? ''}
              />
            )}
          </div>
        )}
      </div>
    </div>
  )
}
