import { ErrorContent } from './error-page.tsx'
import { FrameShell } from './frame-shell.tsx'
import { type Words, useWords } from './messages.tsx'
import { useShell } from './shell.tsx'
import { SiteShell } from './site-shell.tsx'
import { isRouteErrorResponse } from 'react-router'
import type { ErrorFacts } from '#lib/wire-error.ts'

/** S2.33, S8.15: the page for errors that no layout has caught. */
export function RouteErrorPage({ error }: { error: unknown }) {
  const facts = errorFacts(error, useWords())
  const { framed, store } = useShell()
  const content = <ErrorContent facts={facts} />
  return framed ? (
    <FrameShell>{content}</FrameShell>
  ) : (
    <SiteShell store={store} ground="wall" lost>
      {content}
    </SiteShell>
  )
}

/**
 * Error page data for anything thrown (D8, S8.15). A refusal has its own message; any other error
 * is reported as an internal error without its text.
 */
export function errorFacts(error: unknown, { t }: Pick<Words, 't'>): ErrorFacts {
  if (isRouteErrorResponse(error)) {
    if (isErrorFacts(error.data)) return { ...error.data, statusCode: error.status }
    if (error.status === 404)
      return { statusCode: 404, code: 'not_found', message: t('errors.not_found') }
    if (error.status < 500)
      return { statusCode: error.status, code: 'unsuccessful', message: t('errors.unsuccessful') }
  }
  return {
    statusCode: 500,
    code: 'unexpected',
    message: t('errors.unexpected'),
    description: t('errors.unexpected.description'),
  }
}

function isErrorFacts(value: unknown): value is ErrorFacts {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}
