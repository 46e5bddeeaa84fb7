import { LANGUAGE_TAGS } from '#lib/locale.ts'
import { classes } from '#ui/classes.ts'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf } from '../dates.ts'
import { ButtonForm, FormDone, FormError, PostForm, useField } from '../forms.tsx'
import type { FormAnswer } from '../read-form.ts'
import { useWords } from '../words.tsx'
import type { Check, Setup } from './types.ts'

const PARTS = ['happy', 'repeated', 'hostile', 'concurrent', 'slow'] as const
export const SHOWN = ['all', 'passed', 'failed', 'skipped', 'waiting'] as const
export type Shown = (typeof SHOWN)[number]

export const isUnderWay = ({ run }: Pick<Setup, 'run'>): boolean =>
  run !== null && run.finished_at === null

export function tally(checks: readonly Check[]) {
  const of = (state: Check['state']) => checks.filter((one) => one.state === state).length
  return {
    all: checks.length,
    passed: of('passed'),
    failed: of('failed'),
    skipped: of('skipped'),
    waiting: of('waiting') + of('running'),
  }
}

/** "1.2 s", in the reader's digits. */
function useSeconds() {
  const { t, locale } = useWords()
  return (ms: number): string =>
    t(ms < 1000 ? 'console.check.ms' : 'console.check.seconds', {
      n: new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
        maximumFractionDigits: 1,
      }).format(ms < 1000 ? ms : ms / 1000),
    })
}

const GLYPHS: Record<Check['state'], string> = {
  passed: 'bg-green-tint text-green',
  failed: 'bg-coral-text text-card',
  running: 'border-2 border-action',
  waiting: 'border border-dashed border-line2',
  skipped: 'bg-stone2 text-ink2',
}

function Glyph({ state }: { state: Check['state'] }) {
  const { t } = useWords()
  return (
    <span
      className={classes('grid size-5 shrink-0 place-items-center rounded-full', GLYPHS[state])}
    >
      {state === 'passed' && <Icon name="check" size={13} />}
      {state === 'failed' && <Icon name="close" size={13} />}
      {state === 'skipped' && <Icon name="minus" size={13} />}
      <span className="sr-only">{t(`console.check.state.${state}`)}</span>
    </span>
  )
}

function Calls({ one }: { one: Check }) {
  const { t } = useWords()
  const shown = one.calls.slice(-2)
  return (
    <>
      <dl className="type-sm grid gap-x-4 gap-y-1.5 rounded-control-lg bg-stone px-4 py-3 md:grid-cols-[auto_1fr]">
        {shown.map((call, at) => (
          <div key={at} className="contents">
            <dt className="text-ink2">{t('console.check.sent')}</dt>
            <dd className="min-w-0">
              <code dir="ltr" className="wrap-anywhere">
                {call.method} {call.target}
              </code>
            </dd>
            <dt className="text-ink2">{t('console.check.answered')}</dt>
            <dd className="min-w-0">
              <code dir="ltr" className="wrap-anywhere">
                {call.status ?? ''} {call.answered.slice(0, 120)}
              </code>
            </dd>
          </div>
        ))}
        {one.expected !== null && (
          <>
            <dt className="text-ink2">{t('console.check.expected')}</dt>
            <dd className="min-w-0">
              <code dir="ltr" className="strong wrap-anywhere">
                {one.expected}
              </code>
            </dd>
          </>
        )}
      </dl>
      {one.calls.some((call) => call.sent !== null) && (
        <details>
          <summary className="type-sm inline-flex min-h-11 cursor-pointer items-center text-link">
            {t('console.check.bodies')}
          </summary>
          <pre
            dir="ltr"
            tabIndex={0}
            className="type-sm max-h-80 overflow-auto rounded-control-lg bg-stone px-4 py-3"
          >
            {one.calls
              .map(
                (call) =>
                  `${call.method} ${call.target}\n${call.sent ?? ''}\n→ ${call.status ?? '–'} ${call.answered}`,
              )
              .join('\n\n')}
          </pre>
        </details>
      )}
    </>
  )
}

function CheckRow({ one, mayRun }: { one: Check; mayRun: boolean }) {
  const { t } = useWords()
  const seconds = useSeconds()
  const hasFailed = one.state === 'failed'
  return (
    <li id={`check-${one.id}`} className="border-t border-line px-4 py-2.5 md:px-5">
      <div className="flex items-start gap-3">
        <span className="mt-0.5">
          <Glyph state={one.state} />
        </span>
        <span
          lang="en"
          dir="ltr"
          className={classes(
            'type-sm min-w-0 flex-1 text-start first-letter:uppercase',
            hasFailed && 'strong',
          )}
        >
          {one.says}
          <code className="type-xs block text-ink2 md:hidden">{one.id}</code>
        </span>
        <code dir="ltr" className="type-xs hidden pt-0.5 text-ink2 md:inline">
          {one.id}
        </code>
        <span className="type-sm figures min-w-14 text-end text-ink2">
          {one.state === 'running'
            ? t('console.check.state.running')
            : one.ms !== null && one.state !== 'skipped' && seconds(one.ms)}
        </span>
      </div>
      {one.state === 'skipped' && one.needs.length > 0 && (
        <p className="type-sm mt-1 ps-8 text-ink2">
          {one.needs.map((need) => t(`console.check.need.${need}`)).join(' ')}
        </p>
      )}
      {hasFailed && (
        <div className="mt-2 mb-1.5 grid gap-3 md:ps-8">
          <p lang="en" dir="ltr" className="type-sm text-start wrap-anywhere-safe text-coral-text">
            {one.words}
          </p>
          {one.quote !== null && (
            <blockquote className="type-sm border-s-4 border-turquoise-light ps-3.5">
              <span lang="en" dir="ltr" className="block text-start wrap-anywhere-safe">
                “{one.quote.before} <strong>{one.quote.text}</strong>”
              </span>
              <TextLink href={`/operator/protocol#${one.anchor}`}>
                {t('console.check.section', { n: one.section ?? 0 })}
              </TextLink>
            </blockquote>
          )}
          <Calls one={one} />
          {mayRun && (
            <div>
              <ButtonForm
                name="run"
                hidden={{ only: one.id }}
                label={t('console.check.again')}
                kind="secondary"
                about={one.id}
              />
            </div>
          )}
        </div>
      )}
    </li>
  )
}

function Group({
  part,
  checks,
  mayRun,
}: {
  part: (typeof PARTS)[number]
  checks: readonly Check[]
  mayRun: boolean
}) {
  const { t } = useWords()
  const seconds = useSeconds()
  const count = tally(checks)
  const ms = checks.reduce((sum, one) => sum + (one.ms ?? 0), 0)
  const isInteresting = count.failed > 0 || checks.some((one) => one.state === 'running')
  return (
    <details open={isInteresting} className="border-t border-line first:border-t-0">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 bg-stone px-4 py-2 md:px-5">
        <span className="type-sm strong">{t(`console.check.part.${part}`)}</span>
        <span className="type-sm figures text-ink2">
          {t('console.check.group', { passed: count.passed, n: count.all })}
          {count.failed > 0 && `, ${t('console.check.failed', { n: count.failed })}`}
          {count.skipped > 0 && `, ${t('console.check.skipped', { n: count.skipped })}`}
        </span>
        <span className="type-sm figures ms-auto text-ink2">{ms > 0 && seconds(ms)}</span>
      </summary>
      <ul>
        {checks.map((one) => (
          <CheckRow key={one.id} one={one} mayRun={mayRun} />
        ))}
      </ul>
    </details>
  )
}

/** What has run, in green and coral; the rest is still to come. */
function Bar({ checks }: { checks: readonly Check[] }) {
  const { all, passed, failed, skipped } = tally(checks)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${all} 1`}
      preserveAspectRatio="none"
      className="h-2 w-full rounded-full bg-stone2 rtl:-scale-x-100"
    >
      <rect width={passed + skipped} height="1" className="fill-action" />
      <rect x={passed + skipped} width={failed} height="1" className="fill-coral" />
    </svg>
  )
}

/** Store tokens with which the checks call the connector. */
export function TestStores({ setup, answer }: { setup: Setup; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const field = useField(answer, 'stores')
  const given = setup.test_stores
  const plain = { dir: 'ltr', autoComplete: 'off', spellCheck: false, maxLength: 500 } as const
  const form = (
    <PostForm name="stores" answer={answer} submit={t('console.stores.save')} kind="secondary">
      <div className="grid gap-5 lg:grid-cols-2">
        <TextField
          {...field('store_token')}
          {...plain}
          label={t('console.stores.store')}
          hint={t('console.stores.store_hint')}
          required
        />
        <TextField
          {...field('other_store_token')}
          {...plain}
          label={t('console.stores.other')}
          note={t('console.platform.optional')}
          hint={t('console.stores.other_hint')}
        />
        <TextField
          {...field('scopes', given?.scopes.join(', ') ?? '')}
          {...plain}
          label={t('console.stores.scopes')}
          note={t('console.platform.optional')}
          hint={t('console.stores.scopes_hint')}
        />
        <TextField
          {...field('user_call', given?.user_call ?? '')}
          {...plain}
          label={t('console.stores.call')}
          note={t('console.platform.optional')}
          hint={t('console.stores.call_hint')}
        />
      </div>
      <details open={answer?.form === 'stores' && answer.error ? true : undefined}>
        <summary className="type-label inline-flex min-h-11 cursor-pointer items-center text-link">
          {t('console.stores.closed')}
        </summary>
        <p className="type-sm mb-4 text-ink2">{t('console.stores.closed_lead')}</p>
        <div className="grid gap-5 lg:grid-cols-2">
          {(['store_id', 'store_token', 'key_id', 'secret'] as const).map((name) => (
            <TextField
              key={name}
              {...field(`closed_${name}`)}
              {...plain}
              label={t(`console.stores.closed.${name}`)}
            />
          ))}
        </div>
      </details>
    </PostForm>
  )
  return (
    <section className="rounded-card border border-line bg-card p-5">
      <h3 className="type-d4 mb-1">{t('console.stores.title')}</h3>
      <p className="type-body mb-5 text-ink2">{t('console.stores.test_lead')}</p>
      <FormDone answer={answer} form="stores" className="mb-4">
        {t('console.stores.saved')}
      </FormDone>
      {given === null ? (
        form
      ) : (
        <>
          <p className="type-body flex items-start gap-2">
            <Icon name="lock" size={17} className="mt-1 text-green" />
            <span>
              {t('console.stores.given')}{' '}
              {t(given.other ? 'console.stores.with_other' : 'console.stores.without_other')}{' '}
              {given.closed && t('console.stores.with_closed')}
            </span>
          </p>
          <details open={answer?.form === 'stores' && answer.error ? true : undefined}>
            <summary className="type-label inline-flex min-h-11 cursor-pointer items-center text-link">
              {t('console.stores.replace')}
            </summary>
            <div className="pt-3">{form}</div>
          </details>
        </>
      )}
    </section>
  )
}

/** Starts and stops a run, and says how it stands. */
function RunControls({
  setup: { checks, run, test_stores: stores },
  isRunning,
  answer,
  mayChange,
  here,
}: {
  setup: Setup
  isRunning: boolean
  answer: FormAnswer | undefined
  mayChange: boolean
  here: string
}) {
  const { t } = useWords()
  const count = tally(checks)
  const mayRun = mayChange && !isRunning && stores !== null
  const undone = checks.filter((one) => one.state === 'failed' || one.state === 'waiting')
  const hasRun = count.waiting < count.all
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {isRunning && mayChange ? (
          <PostForm
            name="stop"
            answer={answer}
            submit={t(run?.is_stopping ? 'console.check.stopping' : 'console.check.stop')}
            kind="secondary"
            className="grid"
          />
        ) : (
          mayRun && (
            <>
              <PostForm
                name="run"
                answer={answer}
                submit={t(hasRun ? 'console.check.run_all' : 'console.check.run')}
                kind={hasRun ? 'secondary' : 'primary'}
                className="grid"
              />
              {hasRun && undone.length > 0 && (
                <PostForm
                  name="run"
                  answer={undefined}
                  hidden={{ only: undone.map((one) => one.id).join(' ') }}
                  submit={t('console.check.run_undone', { n: undone.length })}
                  className="grid"
                />
              )}
            </>
          )
        )}
        {isRunning && (
          <noscript>
            <TextLink href={here}>{t('console.check.look_again')}</TextLink>
          </noscript>
        )}
        <p role="status" className="type-sm text-ink2">
          {run?.state === 'waiting' && t('console.check.run_waiting')}
          {run?.state === 'running' && t('console.check.run_running')}
          {run?.state === 'finished' &&
            t('console.check.run_finished', { passed: count.passed, failed: count.failed })}
          {run?.state === 'stopped' && t('console.check.run_stopped')}
        </p>
      </div>
      <FormError answer={answer} form="stop" />
      {run?.failure && (
        <Notice tone="attention" title={t(`console.check.failure.${run.failure.code}`)}>
          {run.failure.words !== null && (
            <span lang="en" dir="ltr" className="block text-start">
              {run.failure.words}
            </span>
          )}
          {run.failure.anchor !== null && (
            <TextLink href={`/operator/protocol#${run.failure.anchor}`}>
              {t('console.check.protocol')}
            </TextLink>
          )}
        </Notice>
      )}
    </>
  )
}

/** The conformance checks, as they run. */
export function Checks({
  setup,
  answer,
  mayChange,
  shown,
  path,
}: {
  setup: Setup
  answer: FormAnswer | undefined
  mayChange: boolean
  shown: Shown
  path: string
}) {
  const { t, locale } = useWords()
  const { checks } = setup
  const count = tally(checks)
  const isRunning = isUnderWay(setup)
  const mayRun = mayChange && !isRunning && setup.test_stores !== null
  const hasRun = count.waiting < count.all
  const fits = (one: Check) =>
    shown === 'all' || one.state === shown || (shown === 'waiting' && one.state === 'running')
  return (
    <div className="grid gap-5">
      <RunControls
        setup={setup}
        isRunning={isRunning}
        answer={answer}
        mayChange={mayChange}
        here={`${path}&show=${shown}`}
      />
      {hasRun || isRunning ? (
        <>
          <Bar checks={checks} />
          <Tabs
            label={t('console.check.filter')}
            tabs={SHOWN.filter((one) => one === 'all' || one === shown || count[one] > 0).map(
              (one) => ({
                href: `${path}&show=${one}`,
                name: t(`console.check.show.${one}`),
                note: countOf(count[one], locale),
                current: one === shown,
              }),
            )}
          />
          <div className="overflow-hidden rounded-card border border-line bg-card">
            {PARTS.map((part) => {
              const some = checks.filter((one) => one.part === part && fits(one))
              return some.length === 0 ? null : (
                <Group key={part} part={part} checks={some} mayRun={mayRun} />
              )
            })}
          </div>
        </>
      ) : (
        setup.test_stores !== null && (
          <p className="type-body text-ink2">{t('console.check.none', { n: count.all })}</p>
        )
      )}
    </div>
  )
}
