import { useLocation } from 'react-router'
import type { ItemDetail } from '#contexts/catalog/contract.ts'
import { Notice } from '#ui/notice.tsx'
import { LinkProvider } from '#ui/link.tsx'
import { LinkButton } from '#ui/button.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { useWords } from '../../messages.tsx'
import { DocumentLink } from '../../router-link.tsx'
import { AppPictures, ThemePictures } from '../detail/pictures.tsx'

const REASONS = {
  'session.store_closed': 'preview.failed.closed',
  'installs.unsupported': 'preview.failed.unfit',
  'installs.not_for_storefront': 'preview.failed.unfit',
  'installs.no_preview': 'preview.failed.none',
} as const
const isKnown = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code)
/** What these say of themselves is what there is to say. */
const IN_THEIR_WORDS = ['rate.limited', 'catalog.not_installable']

/** No shop to look at: why, and the pictures. */
export function Failure({ item, failure }: { item: ItemDetail; failure: ErrorFacts | null }) {
  const { t } = useWords()
  const { pathname, search } = useLocation()
  const code = failure?.code ?? ''
  const text = failure && IN_THEIR_WORDS.includes(code) ? failure.message : t(isKnown(code) ? REASONS[code] : 'preview.failed.text')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-paper">
      <div className="page max-w-250 py-6">
        <Notice
          tone="attention"
          alert
          title={t('preview.failed.title')}
          className="mb-6"
          action={
            <LinkProvider link={DocumentLink}>
              <LinkButton href={pathname + search} kind="secondary" size="small" icon="refresh">
                {t('preview.again')}
              </LinkButton>
            </LinkProvider>
          }
        >
          {text}
        </Notice>
        {item.market === 'theme' ? <ThemePictures item={item} /> : <AppPictures item={item} />}
      </div>
    </div>
  )
}
