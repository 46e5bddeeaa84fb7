import { LinkButton, type ButtonKind } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { TextLink } from '#ui/link.tsx'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { useShell } from './shell.tsx'

/** How to sign in from the panel (D5). */
export function PanelSteps({ className }: { className?: string }) {
  const { t } = useWords()
  const { platform } = useShell()
  const steps = [
    t('enter.step.panel', { platform: platform.name }),
    t('enter.step.menu'),
    t('enter.step.back'),
  ]
  return (
    <ol className={className}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

export function PanelButton({ kind }: { kind?: ButtonKind }) {
  const { t } = useWords()
  const panel = useShell().panelOrigins[0]
  return panel ? (
    <LinkButton href={panel} kind={kind} iconAfter="external">
      {t('enter.panel')}
    </LinkButton>
  ) : null
}

/** Shops without a panel are connected by their owner (D4). */
export const useEntry = () => useShell().platform.entry

/** By verifying the site, or through WordPress. */
export function SiteWay({ next, kind }: { next: string; kind?: ButtonKind }) {
  const { t } = useWords()
  const paths = usePaths()
  const wordpress = useEntry() === 'wordpress'
  return (
    <section className="grid content-start justify-items-start gap-2.5">
      <h3 className="type-label strong">{t('enter.by_site')}</h3>
      <p>{t(wordpress ? 'enter.by_wordpress_note' : 'enter.by_site_note')}</p>
      <LinkButton
        href={wordpress ? paths.connectWordPress(next) : paths.connectSite(next)}
        kind={kind}
        icon="globe"
      >
        {t('enter.site')}
      </LinkButton>
    </section>
  )
}

/**
 * The ways to sign in: from the panel, or with the shop's address (D5, D6). `next`: the page to
 * return to.
 */
export function SignInOptions({
  next,
  wide,
  className,
}: {
  next: string
  wide?: boolean
  className?: string
}) {
  const { t } = useWords()
  const paths = usePaths()
  const entry = useEntry()
  return (
    <div className={className}>
      <p>{t('enter.intro')}</p>
      <div className={classes('mt-4 grid gap-5 text-ink', wide && 'md:grid-cols-2 md:gap-8')}>
        {entry !== 'panel' ? (
          <SiteWay next={next} />
        ) : (
          <section className="grid content-start justify-items-start gap-2.5">
            <h3 className="type-label strong">{t('enter.by_panel')}</h3>
            <PanelSteps className="grid list-decimal gap-1 ps-6" />
            <PanelButton />
          </section>
        )}
        <section
          className={classes(
            'grid content-start justify-items-start gap-2.5 border-t border-line pt-5',
            wide && 'md:border-s md:border-t-0 md:ps-8 md:pt-0',
          )}
        >
          <h3 className="type-label strong">{t('enter.by_address')}</h3>
          <p>{t('enter.by_address_note')}</p>
          <LinkButton href={paths.connect(next)} kind="secondary" icon="shop">
            {t('enter.address')}
          </LinkButton>
        </section>
      </div>
      <OtherPlatforms className="mt-5" />
    </div>
  )
}

/** The stores for shops on another system, which cannot sign in here. */
function OtherPlatforms({ className }: { className?: string }) {
  const { t } = useWords()
  const { otherPlatforms } = useShell()
  if (otherPlatforms.length === 0) return null
  return (
    <p className={classes('type-sm flex flex-wrap gap-x-3 gap-y-1', className)}>
      {t('enter.other_platform')}
      {otherPlatforms.map(({ name, href }) => (
        <TextLink key={href} href={href}>
          {name}
        </TextLink>
      ))}
    </p>
  )
}
