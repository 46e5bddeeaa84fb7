import type { ReactNode } from 'react'
import type { AppSummary } from './app-card.tsx'
import { AppIcon } from './app-icon.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Anchor } from './link.tsx'
import { MetaLine } from './meta-line.tsx'
import { Price } from './amount.tsx'
import { Rating } from './stars.tsx'

/** One small file: a list has up to a hundred of them. */
export interface ShotData {
  src: string
  width: number
  height: number
}

export interface ShopSummary extends AppSummary {
  /** The app's color behind the shop, `#rrggbb`. */
  ground?: string
  desktop?: ShotData
  phone?: ShotData
  noPicture: string
  /** "14 days free". */
  terms?: string
  /** "1.1.0, 20 Nov 2026". */
  version?: string
}

interface ShopCardProps {
  app: ShopSummary
  /** Instead of the price: "Installed". */
  owned?: ReactNode
  as?: 'h2' | 'h3'
  /** In the first screenful. */
  first?: boolean
}

/**
 * An app in a list with the shop it runs on. The whole card is one link; what else can be done with
 * it stands below, outside of the link.
 */
export const ShopCard = (props: ShopCardProps) => (
  <article className="shop-card">{shopCardParts(props)}</article>
)

const Shot = ({
  shot,
  first,
  className,
}: {
  shot: ShotData
  first?: boolean
  className: 'shop-card-desktop' | 'shop-card-phone'
}) => (
  <img
    src={shot.src}
    width={shot.width}
    height={shot.height}
    alt=""
    loading={first ? undefined : 'lazy'}
    className={className}
  />
)

/** What is inside the card's `<article class="shop-card">`. */
export function shopCardParts({ app, owned, as: Title = 'h3', first }: ShopCardProps) {
  return (
    <>
      <div className={classes('shop-card-stage', !first && 'waits')}>
        <svg aria-hidden="true" className="shop-card-ground">
          <rect width="100%" height="100%" fill={app.ground} />
        </svg>
        {app.desktop ? (
          <>
            <Shot shot={app.desktop} first={first} className="shop-card-desktop" />
            {app.phone && <Shot shot={app.phone} first={first} className="shop-card-phone" />}
          </>
        ) : (
          <p className="shop-card-blank">{app.noPicture}</p>
        )}
      </div>
      <div className="shop-card-body">
        <div className="shop-card-head">
          <AppIcon
            src={app.icon}
            name={app.name}
            size={48}
            className={app.moves ? 'moves-icon' : undefined}
          />
          <div className="min-w-0">
            <Title className={classes('app-card-name', app.moves && 'moves-name')}>
              <Anchor href={app.href} moves className="stretched">
                <bdi>{app.name}</bdi>
              </Anchor>
            </Title>
            <p className="shop-card-price">
              {owned || <Price {...app.price} />}
              {!owned && app.terms && <span className="type-sm text-ink2">{app.terms}</span>}
            </p>
          </div>
        </div>
        <p className="app-card-text">
          <bdi>{app.promise}</bdi>
        </p>
        <MetaLine className="mt-auto pt-3">
          {app.rating && <Rating {...app.rating} />}
          {app.installs && <span className="figures">{app.installs}</span>}
          {app.version && <bdi className="figures">{app.version}</bdi>}
          {app.permissions && (
            <span className="app-card-asks">
              <Icon name="shield" size={15} />
              {app.permissions}
            </span>
          )}
          {app.note && <span className="ms-auto">{app.note}</span>}
        </MetaLine>
      </div>
    </>
  )
}
