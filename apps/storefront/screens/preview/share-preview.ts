import { data } from 'react-router'
import { getItem } from '#modules/catalog/contract.ts'
import { endPreviewLink, makePreviewLink } from '#modules/installs/preview-link-contract.ts'
import { readLocale } from '#lib/locale.ts'
import { forStoreOf, requireStoreOf, type ScreenContext } from '../../screen-context.ts'
import { askedAnswers } from './load-preview.ts'

export interface ShareAnswer {
  message: string | null
  made: { url: string; expires_at: string } | null
}

/** Makes or ends a link to this preview. */
export async function sharePreview(
  screen: ScreenContext,
  slug: string,
  query: URLSearchParams,
  form: FormData,
) {
  requireStoreOf(screen, form)
  const store = String(form.get('store') ?? '')
  if (form.get('intent') === 'end') {
    const ended = await screen.attempt(endPreviewLink, {
      params: { link: String(form.get('link') ?? '') },
      body: { store },
      ...forStoreOf(form),
    })
    return ended.ok
      ? data<ShareAnswer>({ message: null, made: null })
      : data<ShareAnswer>(
          { message: ended.error.message, made: null },
          { status: ended.error.statusCode },
        )
  }
  const { data: item } = await screen.call(getItem, { query: { slug } })
  const { inputs } = await askedAnswers(screen, item, query)
  const made = await screen.attempt(makePreviewLink, {
    params: { id: item.id },
    body: { store, locale: readLocale(query.get('lang')) ?? screen.locale, inputs },
    ...forStoreOf(form),
  })
  return made.ok
    ? data<ShareAnswer>({ message: null, made: made.answer.data })
    : data<ShareAnswer>(
        { message: made.error.message, made: null },
        { status: made.error.statusCode },
      )
}
