import type { ReactNode, RefObject } from 'react'
import { Pin } from '#ui/arches.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { T } from './words.ts'

export interface BankChallenge {
  /** Null when this page did not begin it itself, e.g. after the way back. */
  url: string | null
  /** The browser did not let us open a window. */
  blocked: boolean
}

/**
 * Instead of the form while nobody knows yet how the payment ends. Never says "not charged": that
 * is what is being asked. Without a script "ask again" loads the page anew.
 */
export function WaitingForBank({
  challenge,
  lost,
  silent,
  again,
  againHref,
  otherCard,
  panel,
  t,
}: {
  challenge: BankChallenge | null
  /** The connection broke off while paying. */
  lost: boolean
  silent: boolean
  again: () => void
  againHref: string
  /** Offered only while no money can be moving. */
  otherCard: (() => void) | null
  /** Takes the focus that the form's button had. */
  panel: RefObject<HTMLDivElement | null>
  t: T
}) {
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="max-w-3xl rounded-panel border border-line bg-card p-5 md:p-8"
      role="status"
    >
      <div className="flex items-start gap-4">
        <Pin state="running">
          <Icon name={challenge ? 'lock' : 'clock'} size={20} />
        </Pin>
        <div className="min-w-0">
          <h2 className="type-d3">
            {t(
              !challenge
                ? 'checkout.waiting'
                : challenge.url
                  ? 'checkout.waiting.bank'
                  : 'checkout.waiting.left',
            )}
          </h2>
          <p className="type-body mt-1 max-w-[58ch] text-ink2">
            {silent
              ? t('checkout.waiting.silent')
              : lost
                ? t('checkout.waiting.lost')
                : challenge?.blocked
                  ? t('checkout.waiting.blocked')
                  : t(
                      !challenge
                        ? 'checkout.waiting.text'
                        : challenge.url
                          ? 'checkout.waiting.bank_text'
                          : 'checkout.waiting.left_text',
                    )}
          </p>
        </div>
      </div>
      <Actions>
        {challenge?.url && (
          // rel=opener: the bank's page tells this one when it is done
          <LinkButton
            href={challenge.url}
            target="_blank"
            rel="opener"
            kind={challenge.blocked ? 'primary' : 'secondary'}
            icon="external"
          >
            {t('checkout.waiting.open_bank')}
          </LinkButton>
        )}
        <LinkButton
          href={againHref}
          kind={challenge?.blocked || !silent ? 'secondary' : 'primary'}
          icon="refresh"
          onClick={(event) => {
            event.preventDefault()
            again()
          }}
        >
          {t('checkout.waiting.again')}
        </LinkButton>
        {otherCard && (
          <Button kind={challenge?.url ? 'quiet' : 'primary'} onClick={otherCard}>
            {t('checkout.waiting.other_card')}
          </Button>
        )}
      </Actions>
    </div>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap items-center gap-3">{children}</div>
)
