import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '#ui/button.tsx'
import { clearPicks, COMPARE_FORM, MOST_COMPARED, pick, usePicks } from '../../compare-picks.ts'
import { earlyChoices } from '../../early-choices.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'

/** What was picked, at the foot of the window; without a script the boxes' own button. */
export function CompareTray() {
  const { t } = useWords()
  const paths = usePaths()
  const picks = usePicks()
  const form = useRef<HTMLFormElement>(null)
  // boxes that were ticked before the page woke up
  useEffect(() => {
    if (form.current) for (const { value } of earlyChoices(form.current)) pick(value, true)
  }, [])
  return (
    <>
      <form ref={form} id={COMPARE_FORM} action={paths.compare()} autoComplete="off">
        <noscript>
          <Button type="submit" kind="secondary">
            {t('compare.open')}
          </Button>
        </noscript>
      </form>
      <div role="status" className={picks.length > 0 ? 'sticky bottom-3 z-20 mt-6' : undefined}>
        {picks.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line2 bg-card p-3 ps-5">
            <p className="type-body strong figures me-auto">
              {t('compare.picked', { count: picks.length })}
              {picks.length >= MOST_COMPARED && <span className="type-sm regular ms-2 text-ink2">{t('compare.most')}</span>}
            </p>
            <Button kind="quiet" size="small" onClick={clearPicks}>
              {t('compare.clear')}
            </Button>
            <LinkButton size="small" href={paths.compare(picks)}>
              {t('compare.open')}
            </LinkButton>
          </div>
        )}
      </div>
    </>
  )
}
