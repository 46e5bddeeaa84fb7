import { LinkButton } from '#ui/button.tsx'
import { ErrorScene } from '#ui/error-scene.tsx'
import type { Words } from './messages.tsx'

/**
 * S4.10, S8.1, S8.9: the error page of a page that could not start. Plain markup: nothing but the
 * browser itself runs now.
 */
export function AppError({ words: { t }, framed }: { words: Words; framed: boolean }) {
  return (
    <main id="main" tabIndex={-1} className="focus:outline-none">
      <ErrorScene
        kind="fallen"
        title={t('error.500.title')}
        code={t('errors.unexpected')}
        actions={
          <>
            <LinkButton href="" size="medium">
              {t('error.retry')}
            </LinkButton>
            <LinkButton href={framed ? '/market' : '/'} kind="secondary">
              {t(framed ? 'error.market_home' : 'error.home')}
            </LinkButton>
          </>
        }
      >
        <p>{t('errors.start')}</p>
        <p className="mt-2">{t('errors.browser')}</p>
      </ErrorScene>
    </main>
  )
}
