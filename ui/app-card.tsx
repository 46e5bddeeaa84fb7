import type { ReactNode } from 'react'
import { AppIcon } from './app-icon.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Anchor } from './link.tsx'
import { MetaLine } from './meta-line.tsx'
import { Price, type PriceProps } from './amount.tsx'
import { Rating } from './stars.tsx'

export interface AppSummary {
  href: string
  name: string
  promise: string
  icon?: string | null
  price: PriceProps
  /** Left out when nobody has rated it. */
  rating?: { text: string; label: string }
  /** "1.840 kurulum". */
  installs?: string
  /** "2 permissions": shows what the app needs before it is opened. */
  permissions?: string
  /** Shown instead of the permissions: "Only a listing". */
  note?: string
  /** Shown instead of the price (Installed) or before the facts (New). */
  badge?: ReactNode
  /** Included in the view transition to the item's page. */
  moves?: boolean
}

/** Tooltip for a name that may be truncated; screen readers read it in full anyway. */
const whole = (name: string) => (name.length > 40 ? name : undefined)

/**
 * An app in a list: the whole card is one link. Long names are clamped to two lines; prices without
 * room wrap.
 */
export const AppCard = ({ className, ...parts }: AppCardProps & { className?: string }) => (
  <article className={classes('app-card', className)}>{appCardParts(parts)}</article>
)

interface AppCardProps {
  app: AppSummary
  owned?: ReactNode
  as?: 'h2' | 'h3'
}

/** What is inside the card's `<article class="app-card">`. */
export function appCardParts({ app, owned, as: Title = 'h3' }: AppCardProps) {
  return (
    <>
      <AppIcon
        src={app.icon}
        name={app.name}
        size={60}
        className={classes('app-card-icon', app.moves && 'moves-icon')}
      />
      <div className="app-card-body">
        <div className="app-card-head">
          <Title className={classes('app-card-name', app.moves && 'moves-name')}>
            <Anchor href={app.href} moves title={whole(app.name)} className="stretched">
              <bdi>{app.name}</bdi>
            </Anchor>
          </Title>
          {owned || (
            <Price
              {...app.price}
              className={app.price.text.length > 16 ? 'text-start' : undefined}
            />
          )}
        </div>
        {/* the clamped box must not grow, or it would show the clamped lines */}
        <div className="grow">
          <p className="app-card-text">
            <bdi>{app.promise}</bdi>
          </p>
        </div>
        <MetaLine className="mt-3">
          {app.badge}
          {app.rating && <Rating {...app.rating} />}
          {app.installs && <span className="figures">{app.installs}</span>}
          {app.permissions && (
            <span className="app-card-asks">
              <Icon name="shield" size={15} />
              {app.permissions}
            </span>
          )}
          {app.note && <span className="md:ms-auto">{app.note}</span>}
        </MetaLine>
      </div>
    </>
  )
}

/** An app in a row without a box, with a line above. */
export function AppRow({
  app,
  note,
  as: Title = 'h3',
  className,
}: {
  app: AppSummary
  note?: ReactNode
  as?: 'h3' | 'h4'
  className?: string
}) {
  return (
    <article className={classes('app-row', className)}>
      <AppIcon
        src={app.icon}
        name={app.name}
        size={56}
        className={classes(app.moves && 'moves-icon')}
      />
      <div className="min-w-0 flex-1">
        <Title className="app-row-name">
          <Anchor href={app.href} moves title={whole(app.name)} className="stretched">
            <bdi>{app.name}</bdi>
          </Anchor>
        </Title>
        <p className="app-row-text">
          <bdi>{app.promise}</bdi>
        </p>
        <MetaLine className="mt-1.5 gap-x-3">
          <Price
            {...app.price}
            className={classes('type-sm strong', !app.price.free && 'text-ink')}
          />
          {app.rating && <Rating {...app.rating} />}
          {note && <span>{note}</span>}
        </MetaLine>
      </div>
    </article>
  )
}

/**
 * An app in a ranking: number in the display font, icon, price at the end. Without `rank`, no
 * number.
 */
export function RankRow({
  app,
  rank,
  className,
}: {
  app: AppSummary
  rank?: string
  className?: string
}) {
  return (
    <article className={classes('app-rank', className)}>
      {rank && (
        <span aria-hidden="true" className="type-d3 figures w-[1.4ch] shrink-0 text-ink2">
          {rank}
        </span>
      )}
      <AppIcon src={app.icon} name={app.name} size={48} />
      <div className="min-w-0 flex-1">
        <h3 className="app-row-name">
          <Anchor href={app.href} moves title={whole(app.name)} className="stretched">
            <bdi>{app.name}</bdi>
          </Anchor>
        </h3>
        {app.installs && <p className="type-sm figures text-ink2">{app.installs}</p>}
      </div>
      <Price {...app.price} className="type-sm strong max-w-[40%]" />
    </article>
  )
}
