import type { ReactNode } from 'react'
import type { WordPressClaim } from '#modules/stores/sessions/wordpress-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { CheckList, Panel, PanelPart } from '#ui/panel.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { StepForm, StepNotice, type WordPressAnswer } from './step-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { withQuery } from '../../paths.ts'
import { fieldMessages } from '../../field-messages.ts'
import { CodeField, ResendButton } from '../connect/code-parts.tsx'

const ZIP = '/connect/wordpress/arasta-connector.zip'

function Step({
  number,
  picture,
  title,
  note,
  children,
}: {
  number: number
  picture: 'download' | 'upload' | 'activate'
  title: string
  note: string
  children?: ReactNode
}) {
  return (
    <li className="grid gap-4 border-line p-5 not-first:border-t md:grid-cols-[11rem_minmax(0,1fr)] md:items-center md:gap-6 md:p-6">
      <StepPicture of={picture} />
      <div className="min-w-0">
        <h2 className="type-d3">
          <span className="figures text-ink2">{number}</span> {title}
        </h2>
        <p className="type-body mt-1 text-ink2">{note}</p>
        {children && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
      </div>
    </li>
  )
}

/** Download the plugin, upload it on WordPress's own page, and activate it there. */
export function PluginStep({
  claim,
  said,
  answer,
}: {
  claim: WordPressClaim
  said: string | null
  answer: WordPressAnswer | undefined
}) {
  const { t, locale } = useWords()
  const admin = `${claim.url ?? ''}/wp-admin`
  const domain = isolated(claim.domain, locale)
  const isOld = claim.failure === 'old_plugin'
  return (
    <section aria-labelledby="plugin-title" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h1 id="plugin-title" className="type-d2 text-balance wrap-anywhere-safe">
          {t(isOld ? 'wordpress.plugin.old' : 'wordpress.plugin.title', { domain })}
        </h1>
        <p className="type-body mt-2 text-ink2">
          {t(
            isOld && said !== 'still' ? 'wordpress.failure.old_plugin.do' : 'wordpress.plugin.lead',
          )}
        </p>
        {/* the page itself says what is missing; after a check, that it still is */}
        <StepNotice
          claim={said === 'still' ? claim : { ...claim, failure: null }}
          answer={answer}
        />
      </div>
      <Panel>
        <ol>
          <Step
            number={1}
            picture="download"
            title={t('wordpress.plugin.get')}
            note={t('wordpress.plugin.get_note')}
          >
            <LinkButton href={ZIP} download kind="secondary" icon="download">
              {t('wordpress.plugin.get_press')}
            </LinkButton>
          </Step>
          <Step
            number={2}
            picture="upload"
            title={t('wordpress.plugin.put')}
            note={t('wordpress.plugin.put_note')}
          >
            <LinkButton
              href={`${admin}/plugin-install.php?tab=upload`}
              target="_blank"
              rel="noreferrer"
              kind="secondary"
              iconAfter="external"
            >
              {t('wordpress.plugin.put_press')}
            </LinkButton>
          </Step>
          <Step
            number={3}
            picture="activate"
            title={t('wordpress.plugin.switch')}
            note={t('wordpress.plugin.switch_note')}
          />
        </ol>
        <PanelPart className="flex flex-wrap items-center justify-between gap-3">
          <StepForm step="look" kind="primary">
            {t('wordpress.plugin.done')}
          </StepForm>
          <StepForm step="again" kind="quiet">
            {t('site.again')}
          </StepForm>
        </PanelPart>
      </Panel>
    </section>
  )
}

/**
 * Sketches of WordPress's pages with the menu and the button to click, so that owners recognize
 * them. The text describes the same.
 */
function StepPicture({ of }: { of: 'download' | 'upload' | 'activate' }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 176 110"
      className="block w-full max-w-60 rounded-control border border-line bg-stone rtl:-scale-x-100"
    >
      {of === 'download' ? (
        <>
          <rect x="62" y="18" width="52" height="62" rx="6" className="fill-card stroke-line2" />
          <path
            d="M88 30v28m-11-11 11 11 11-11"
            fill="none"
            strokeWidth="3.5"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="stroke-turquoise"
          />
          <path d="M72 70h32" strokeWidth="3" strokeLinecap="round" className="stroke-line2" />
          <rect x="46" y="88" width="84" height="8" rx="4" className="fill-line2" />
        </>
      ) : (
        <>
          <path d="M0 0h44v110H0z" className="fill-black opacity-80" />
          {[14, 28, 42, 74, 88].map((y) => (
            <rect
              key={y}
              x="8"
              y={y}
              width={y % 4 === 0 ? 22 : 28}
              height="5"
              rx="2.5"
              className="fill-white opacity-45"
            />
          ))}
          <rect x="0" y="53" width="44" height="14" className="fill-turquoise" />
          <rect x="8" y="57.5" width="26" height="5" rx="2.5" className="fill-white" />
          {of === 'upload' ? (
            <>
              <rect
                x="60"
                y="30"
                width="100"
                height="52"
                rx="5"
                fill="none"
                strokeWidth="1.5"
                strokeDasharray="5 4"
                className="stroke-line2"
              />
              <path
                d="M110 66V46m-8 8 8-8 8 8"
                fill="none"
                strokeWidth="3.5"
                strokeLinecap="round"
                strokeLinejoin="round"
                className="stroke-turquoise"
              />
              <rect x="60" y="14" width="46" height="6" rx="3" className="fill-line2" />
            </>
          ) : (
            <>
              <rect x="60" y="14" width="60" height="6" rx="3" className="fill-line2" />
              <circle cx="68" cy="40" r="7" className="fill-green" />
              <rect x="86" y="37" width="70" height="6" rx="3" className="fill-line2" />
              <rect x="60" y="62" width="62" height="22" rx="5" className="fill-turquoise" />
              <rect x="71" y="70.5" width="40" height="5" rx="2.5" className="fill-on-turquoise" />
            </>
          )}
        </>
      )}
    </svg>
  )
}

interface ApprovalStepProps {
  claim: WordPressClaim
  said: string | null
  answer: WordPressAnswer | undefined
  current: { id: string; domain: string } | null
}

/** What WordPress will ask, and what the approval allows. */
export function ApprovalStep({ claim, said, answer, current }: ApprovalStepProps) {
  const { t, locale } = useWords()
  const domain = isolated(claim.domain, locale)
  return (
    <Panel as="section" label={t('wordpress.approval.title', { domain })}>
      <PanelPart>
        <h1 className="type-d2 text-balance wrap-anywhere-safe">
          {t('wordpress.approval.title', { domain })}
        </h1>
        <p className="type-body mt-2 text-ink2">{t('wordpress.approval.lead')}</p>
        <StepNotice claim={claim} answer={answer} />
        {!answer && claim.failure === null && (said === 'later' || said === 'other-store') && (
          <Notice
            tone="attention"
            alert
            className="mt-4"
            title={t(said === 'later' ? 'wordpress.said.later' : 'wordpress.said.other')}
          >
            {t(said === 'later' ? 'wordpress.said.later.do' : 'wordpress.said.other.do')}
          </Notice>
        )}
        {claim.move && (
          <Notice
            className="mt-4"
            title={t('wordpress.move.going', { from: isolated(claim.move.from, locale) })}
          >
            {t('wordpress.move.going.do')}
          </Notice>
        )}
        <CheckList
          className="mt-5"
          items={[
            t('wordpress.approval.where'),
            t('wordpress.approval.once'),
            t('wordpress.approval.off'),
          ]}
        />
        {current && (
          <Notice tone="attention" className="mt-5">
            {t('wordpress.replaces', { domain: isolated(current.domain, locale) })}
          </Notice>
        )}
        <div className="mt-6">
          <LinkButton
            href={withQuery('/connect/wordpress/open', { replaces: current?.id })}
            rel="nofollow"
            size="large"
            wide
            iconAfter="arrow-right"
          >
            {t('wordpress.approval.go')}
          </LinkButton>
        </div>
      </PanelPart>
      <PanelPart className="flex flex-wrap items-center justify-between gap-3">
        <StepForm step="look" kind="secondary">
          {t('wordpress.look')}
        </StepForm>
        <StepForm step="again" kind="quiet">
          {t('site.again')}
        </StepForm>
      </PanelPart>
    </Panel>
  )
}

interface ProofStepProps {
  claim: WordPressClaim
  answer: WordPressAnswer | undefined
  /** Another store that is signed in on this browser. */
  current: { id: string; domain: string } | null
}

/** The new address is approved; the old one is verified by a code or by its own WordPress. */
export function ProofStep(facts: ProofStepProps) {
  const { claim, answer, current } = facts
  const { t, locale } = useWords()
  const { move } = claim
  const names = { domain: isolated(claim.domain, locale), from: isolated(move?.from ?? '', locale) }
  return (
    <section aria-labelledby="old-title" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h1 id="old-title" className="type-d2 text-balance">
          {t('wordpress.proof.title')}
        </h1>
        <p className="type-body mt-2 text-ink2 wrap-anywhere-safe">
          {t('wordpress.proof.lead', names)}
        </p>
        <StepNotice claim={claim} answer={answer} />
        {current && (
          <Notice tone="attention" className="mt-4">
            {t('connect.replaces', { domain: isolated(current.domain, locale) })}
          </Notice>
        )}
      </div>
      {move?.by_code && <CodePanel {...facts} from={names.from} />}
      {move?.by_approval && (
        <Panel as="section" label={t('wordpress.proof.approval')}>
          <PanelPart>
            <h2 className="type-d3">{t('wordpress.proof.approval')}</h2>
            <p className="type-body mt-1 text-ink2 wrap-anywhere-safe">
              {t('wordpress.proof.approval_note', names)}
            </p>
            <div className="mt-4">
              <LinkButton
                href={withQuery('/connect/wordpress/open', { site: 'old', replaces: current?.id })}
                rel="nofollow"
                kind="secondary"
                iconAfter="arrow-right"
              >
                {t('wordpress.proof.approval_go')}
              </LinkButton>
            </div>
          </PanelPart>
        </Panel>
      )}
      {!move?.by_code && !move?.by_approval && (
        <Notice tone="attention" title={t('wordpress.proof.none')}>
          {t('wordpress.proof.none.do', names)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StepForm step="look" kind="secondary">
          {t('wordpress.look')}
        </StepForm>
        <StepForm step="again" kind="quiet">
          {t('site.again')}
        </StepForm>
      </div>
    </section>
  )
}

function CodePanel({ claim, answer, current, from }: ProofStepProps & { from: string }) {
  const { t } = useWords()
  const { errors } = fieldMessages(t, answer?.fieldErrors ?? {}, () => t('connect.code'))
  const code = claim.move?.code
  return (
    <Panel as="section" label={t('wordpress.proof.code')}>
      <PanelPart>
        <h2 className="type-d3">{t('wordpress.proof.code')}</h2>
        <p className="type-body mt-1 text-ink2 wrap-anywhere-safe">
          {t(code ? 'wordpress.proof.code_sent' : 'wordpress.proof.code_note', { from })}
        </p>
        {code ? (
          <form method="post" noValidate className="mt-4 grid gap-4">
            <input type="hidden" name="step" value="code" />
            {current && <input type="hidden" name="replaces" value={current.id} />}
            <CodeField error={errors.code} slow={code.slow} />
            <Button type="submit" size="large" wide>
              {t('wordpress.proof.code_go')}
            </Button>
          </form>
        ) : (
          <form method="post" className="mt-4">
            <input type="hidden" name="step" value="send" />
            <Button type="submit">{t('wordpress.proof.code_send')}</Button>
          </form>
        )}
      </PanelPart>
      {code && (
        <PanelPart>
          <form method="post">
            <input type="hidden" name="step" value="send" />
            <ResendButton seconds={code.resend_in} />
          </form>
        </PanelPart>
      )}
    </Panel>
  )
}
