import { useSearchParams } from 'react-router'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useWords } from '../../messages.tsx'
import { SignInOptions } from '../../sign-in-options.tsx'

/** Says why somebody is here who asked for another page, or has signed out. */
export function SignInPanel() {
  const { t } = useWords()
  const [search] = useSearchParams()
  const asked = search.get('sign-in')
  if (search.get('signed') === 'out')
    return (
      <div className="bg-stone pt-4">
        <Page>
          <Notice tone="done">{t('session.ended')}</Notice>
        </Page>
      </div>
    )
  if (asked !== 'required' && asked !== 'again') return null
  return (
    <div className="bg-stone pt-4">
      <Page>
        <Panel as="section" label={t('enter.title')}>
          <PanelPart>
            <h2 className="type-d3">
              {asked === 'again' ? t('session.expired') : t('errors.session.required')}
            </h2>
            <SignInOptions
              wide
              next={search.get('next') ?? '/'}
              className="type-body mt-2 text-ink2"
            />
          </PanelPart>
        </Panel>
      </Page>
    </div>
  )
}
