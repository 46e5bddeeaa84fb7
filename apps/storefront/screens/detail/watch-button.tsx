import type { ItemDetail } from '#modules/catalog/contract.ts'
import type { Shell } from '../../shell.tsx'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { SignInLink } from '../../sign-in.tsx'
import { useWords } from '../../messages.tsx'

export interface StepProps {
  item: ItemDetail
  store: Shell['store']
}

/**
 * D9: a way to be told when what is only listed can be installed. A form, so that it works without
 * a script.
 */
export function WatchButton({
  item,
  store,
  short,
  size,
}: StepProps & { short?: boolean; size: 'large' | 'medium' | 'small' }) {
  const { t } = useWords()
  const sending = useNavigation().formData?.get('watch')
  const ask = short ? t('detail.watch.ask_short') : t('detail.watch.ask')
  if (!store) {
    return (
      <SignInLink size={size} wide>
        {ask}
      </SignInLink>
    )
  }
  // the press shows at once, before it has been answered
  const watched = sending ? sending === 'on' : item.watched === true
  const stop = short ? t('detail.watch.stop_short') : t('detail.watch.stop')
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="store" value={store.id} />
      <input type="hidden" name="item" value={item.id} />
      <Button
        type="submit"
        name="watch"
        value={watched ? 'off' : 'on'}
        kind={watched ? 'secondary' : 'primary'}
        size={size}
        wide
        busy={sending !== undefined && sending !== null}
      >
        {watched ? stop : ask}
      </Button>
    </Form>
  )
}
