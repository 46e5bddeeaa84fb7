import { agreementDialogId } from '#contexts/checkout/ui/agreement-dialog.tsx'
import { TextButton } from '#contexts/checkout/ui/consent-box.tsx'
import { Icon } from '#ui/icon.tsx'
import type { T } from '#contexts/installs/ui/words.ts'

/** S5.5: what an owner is told of their data. It is no consent, so it stands apart from the boxes and asks for nothing (Law 6698, art. 10). */
export function DataNotice({ t, className }: { t: T; className?: string }) {
  return (
    <section aria-labelledby="data-notice-heading" className={className}>
      <div className="flex gap-3 rounded-control-lg border border-line p-4">
        <Icon name="info" size={19} className="mt-0.5 shrink-0 text-ink2" />
        <div className="min-w-0">
          <h2 id="data-notice-heading" className="type-label">
            {t('data_notice.title')}
          </h2>
          <p className="type-sm mt-1 text-ink2 wrap-anywhere-safe">
            {t('data_notice.text')}{' '}
            <TextButton opens={agreementDialogId({ id: 'data-protection' })}>{t('data_notice.whole')}</TextButton>
          </p>
        </div>
      </div>
    </section>
  )
}
