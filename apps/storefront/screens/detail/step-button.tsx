import type { ItemDetail } from '#contexts/catalog/contract.ts'
import { Button, LinkButton, type ButtonSize } from '#ui/button.tsx'
import { EnterLink } from '../../enter.tsx'
import { isolated, priceInFull } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { Shell } from '../../shell.tsx'
import { nextStep } from './next-step.ts'

export interface StepProps {
  item: ItemDetail
  store: Shell['store']
}

/** The page's one button; its words say what happens. `short` where the price stands beside it. */
export function StepButton({ item, store, short, size = 'large' }: StepProps & { short?: boolean; size?: ButtonSize }) {
  const words = useWords()
  const { t, locale } = words
  const paths = usePaths()
  const step = nextStep(item, store !== null)
  const price = isolated(priceInFull(item, words).text, locale)
  const buy = short ? t('detail.buy_short') : t('detail.buy', { price })
  const install = item.price === 0 ? t('detail.install_free') : t('detail.install')
  if (step === 'enter')
    return (
      <EnterLink size={size} wide>
        {item.price > 0 ? buy : install}
      </EnterLink>
    )
  if (step === 'buy')
    return (
      <LinkButton href={paths.checkout(item.slug)} size={size} wide>
        {buy}
      </LinkButton>
    )
  if (step === 'install')
    return (
      <LinkButton href={paths.install(item.slug)} size={size} wide>
        {install}
      </LinkButton>
    )
  if (step === 'installed') return <OpenButton item={item} store={store} size={size} />
  return (
    <Button size={size} wide disabled>
      {t('detail.not_yet')}
    </Button>
  )
}

function OpenButton({ item, store, size }: StepProps & { size: ButtonSize }) {
  const { t } = useWords()
  const paths = usePaths()
  if (item.links.go_to_app)
    return (
      <LinkButton href={item.links.go_to_app} target="_blank" rel="noreferrer" size={size} wide iconAfter="external">
        {t('detail.open_app')}
      </LinkButton>
    )
  if (store)
    return (
      <LinkButton href={store.url} target="_blank" rel="noreferrer" size={size} wide iconAfter="external">
        {t('detail.open_shop')}
      </LinkButton>
    )
  return (
    <LinkButton href={paths.installed} size={size} wide>
      {t('detail.manage')}
    </LinkButton>
  )
}

/** What goes with the button: where things stand, or what happens after it is pressed. */
export function StepNote({ item, store }: StepProps) {
  const { t } = useWords()
  const paths = usePaths()
  const step = nextStep(item, store !== null)
  if (step === 'installed') {
    return (
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton href={paths.installed} kind="secondary" size="small">
          {t('detail.manage')}
        </LinkButton>
        <LinkButton href={paths.uninstall(item.slug)} kind="danger-quiet" size="small" icon="trash">
          {t('detail.uninstall')}
        </LinkButton>
      </div>
    )
  }
  const note = {
    enter: t('detail.note.visitor'),
    buy: t(`detail.note.${item.market}`),
    install: item.installed?.owned && item.price > 0 ? t('detail.owned') : t(`detail.note.${item.market}`),
    'not-yet': t('detail.not_yet_note'),
    'not-here': undefined,
    'not-for-sale': t('detail.not_for_sale'),
  }[step]
  return note ? <p className="type-sm mt-3 text-center text-balance text-ink2">{note}</p> : null
}
