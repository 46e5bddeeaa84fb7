import { useLocation, useRouteLoaderData } from 'react-router'
import { VIEW_NAME_RULES } from '#modules/market/views-rules.ts'
import { classes } from '#ui/classes.ts'
import { TextField } from '#ui/field.tsx'
import { Anchor } from '#ui/link.tsx'
import { PostForm } from './forms.tsx'
import { useWords } from './words.tsx'

interface View {
  id: string
  name: string
  path: string
}

export const VIEWS = '/operator/views'

/** Of the person, for every page of the operator. */
export const useViews = (): readonly View[] =>
  useRouteLoaderData<{ views: readonly View[] }>('desk')?.views ?? []

/** Without the language and the page, which are not what somebody looks for. */
function filtersIn(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(
    ([name, value]) => value !== '' && name !== 'hl' && name !== 'after',
  )
  return new URLSearchParams(kept).toString()
}

/** Saved views of this list, and the form that saves the one that is shown. */
export function SavedViews() {
  const { t } = useWords()
  const { pathname, search } = useLocation()
  const views = useViews().filter((view) => view.path.split('?')[0] === pathname)
  const filters = filtersIn(search)
  const here = `${pathname}?${filters}`
  const isSaved = views.some((view) => view.path === here)
  const maySave = pathname.startsWith('/operator/') && filters !== '' && !isSaved
  if (views.length === 0 && !maySave) return null
  return (
    <div className="mb-5 flex flex-wrap items-start gap-2">
      {views.map((view) => (
        <Anchor
          key={view.id}
          href={view.path}
          aria-current={view.path === here ? 'page' : undefined}
          className={classes(
            'inline-flex min-h-8 max-w-full items-center rounded-full border px-3 type-sm pointer-coarse:min-h-11',
            view.path === here
              ? 'border-action bg-turquoise-tint strong'
              : 'border-line2 hover:border-ink',
          )}
        >
          <bdi className="truncate">{view.name}</bdi>
        </Anchor>
      ))}
      {maySave && (
        <details className="type-sm">
          <summary className="link min-h-8 content-center pointer-coarse:min-h-11">
            {t('console.views.save')}
          </summary>
          <PostForm
            name="save"
            answer={undefined}
            action={VIEWS}
            submit={t('console.views.send')}
            kind="secondary"
            hidden={{ path: here }}
            className="mt-2 flex flex-wrap items-end gap-3"
          >
            <TextField
              name="name"
              label={t('console.views.name')}
              autoComplete="off"
              maxLength={VIEW_NAME_RULES.max}
              required
            />
          </PostForm>
        </details>
      )}
    </div>
  )
}
