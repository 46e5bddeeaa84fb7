import { useEffect, useId, useState, type ChangeEvent } from 'react'
import { useRevalidator } from 'react-router'
import { callApi } from '#lib/api-client.ts'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURES, PICTURE_TYPES } from '#modules/reviews/rules.ts'
import { Notice } from '#ui/notice.tsx'
import { useCallAddress } from '../../call-address.ts'
import { ButtonForm } from '../../forms.tsx'
import { useWords } from '../../messages.tsx'

/** The pictures of the store's own review: which wait, and a field for more. */
export function OwnPictures({
  itemId,
  pictures,
}: {
  itemId: string
  pictures: NonNullable<NonNullable<ItemDetail['reviews']>['mine']>['pictures']
}) {
  const { t } = useWords()
  const waiting = pictures.filter((one) => one.waits).length
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      {waiting > 0 && (
        <p className="type-sm text-ink2">{t('reviews.pictures_wait', { count: waiting })}</p>
      )}
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((one, n) => (
            <li key={one.id}>
              <ButtonForm
                fields={{ act: 'picture-remove', picture: one.id }}
                kind="quiet"
                size="small"
                icon="trash"
              >
                {t('reviews.picture_remove', { n: n + 1 })}
              </ButtonForm>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MAX_PICTURES && <PictureField itemId={itemId} />}
    </div>
  )
}

/** Sends a picture as soon as it is chosen; needs a script. */
function PictureField({ itemId }: { itemId: string }) {
  const { t } = useWords()
  const id = useId()
  const address = useCallAddress()
  const { revalidate } = useRevalidator()
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => setReady(true), [])
  async function send({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    const file = field.files?.[0]
    if (!file) return
    if (file.size > MAX_PICTURE_BYTES) return setMessage(t('reviews.picture_large'))
    setBusy(true)
    const sent = await callApi(
      address(`/${__MARKET__}-store/review-pictures`, { item_id: itemId }),
      {
        method: 'POST',
        body: file,
        headers: { 'content-type': file.type },
        timeoutMs: 60_000,
      },
    )
    setBusy(false)
    field.value = ''
    setMessage(sent.ok ? null : messageOf(sent.error) || t('reviews.picture_failed'))
    if (sent.ok) await revalidate()
  }
  if (!ready) return null
  return (
    <div className="grid gap-2">
      <label className="type-label inline-flex min-h-11 items-center justify-self-start rounded-control border border-line2 px-4 hover:border-ink2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        {t('reviews.picture_add')}
        <input
          type="file"
          accept={PICTURE_TYPES.join(',')}
          disabled={busy}
          onChange={(event) => void send(event)}
          aria-describedby={`${id}-hint`}
          className="sr-only"
        />
      </label>
      <p id={`${id}-hint`} className="type-sm max-w-[52ch] text-ink2">
        {t(busy ? 'reviews.picture_sending' : 'reviews.picture_hint', { most: MAX_PICTURES })}
      </p>
      {message && <Notice alert>{message}</Notice>}
    </div>
  )
}

const messageOf = (error: unknown): string =>
  String((error as { message?: unknown } | null)?.message ?? '')
