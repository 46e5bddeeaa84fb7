import { TextLink } from '#ui/link.tsx'
import { Toast } from '#ui/notice.tsx'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { savingOf, type SavingAnswer } from './saving-form.ts'

/** What came of saving an item for later, with Undo. */
export function SavingToast({
  answer: { slug, saved, message },
  onClose,
}: {
  answer: SavingAnswer
  onClose: () => void
}) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <Toast
      icon={message === null ? 'bookmark' : 'warning'}
      close={t('saved.close')}
      onClose={onClose}
      action={
        message === null ? (
          <button type="submit" {...savingOf(slug, saved)} className="min-h-11">
            {t('saved.undo')}
          </button>
        ) : (
          <TextLink href={paths.saved()}>{t('saved.see')}</TextLink>
        )
      }
    >
      {message ?? t(saved ? 'saved.done' : 'saved.removed')}
    </Toast>
  )
}
