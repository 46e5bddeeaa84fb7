import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { callApi } from '#lib/api-client.ts'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURES, PICTURE_TYPES } from '#modules/reviews/rules.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCallAddress } from '../../call-address.ts'
import { ButtonForm } from '../../forms.tsx'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'

/** The pictures of the store's own review: which wait, and a field for more. */
export function OwnPictures({
  itemId,
  pictures,
  here,
  refused,
}: {
  itemId: string
  /** Path of the reviews, which the form posts to. */
  here: string
  /** Why the form's picture was not taken; null: nothing was chosen. */
  refused: string | null | undefined
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
        <ul className="-ms-3 flex flex-wrap gap-2">
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
      {pictures.length < MAX_PICTURES && (
        <>
          <PictureField itemId={itemId} />
          <noscript>
            <PictureForm here={here} />
          </noscript>
        </>
      )}
      {refused !== undefined && <Notice alert>{refused ?? t('reviews.picture_failed')}</Notice>}
    </div>
  )
}

/** Sends a picture without a script. */
function PictureForm({ here }: { here: string }) {
  const { t } = useWords()
  const { store } = useShell()
  return (
    <form method="post" action={here} encType="multipart/form-data" className="grid gap-2">
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="act" value="picture-add" />
      <label className="type-label">
        {t('reviews.picture_add')}
        <input
          type="file"
          name="picture"
          required
          accept={PICTURE_TYPES.join(',')}
          className="mt-1.5 block max-w-full type-body"
        />
      </label>
      <p className="type-sm max-w-[52ch] text-ink2">
        {t('reviews.picture_hint', { most: MAX_PICTURES })}
      </p>
      <p>
        <Button type="submit" kind="secondary" size="small">
          {t('reviews.picture_send')}
        </Button>
      </p>
    </form>
  )
}

/** Sends a picture as soon as it is chosen. */
function PictureField({ itemId }: { itemId: string }) {
  const { t } = useWords()
  const id = useId()
  const address = useCallAddress()
  const { revalidate } = useRevalidator()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  // Chosen before the page was awake.
  const sendEarly = useEffectEvent(() => {
    if (input.current) void send(input.current)
  })
  useEffect(() => sendEarly(), [])
  async function send(field: HTMLInputElement) {
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
  return (
    <div className="scripted grid gap-2">
      <label className="type-label inline-flex min-h-11 items-center justify-self-start rounded-control border border-line2 px-4 hover:border-ink2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        {t('reviews.picture_add')}
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          disabled={busy}
          onChange={(event) => void send(event.currentTarget)}
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
