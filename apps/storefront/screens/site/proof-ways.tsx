import type { ReactNode } from 'react'
import type { ProofWays } from '#modules/stores/sessions/contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import type { MessageKey } from '#locales/keys.ts'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'

/** Text to copy: left to right, selected as a whole by one click. */
export const CopyLine = ({ children }: { children: string }) => (
  <code
    dir="ltr"
    className="block rounded-control border border-line bg-stone px-3 py-2.5 text-start wrap-anywhere-safe select-all"
  >
    {children}
  </code>
)

/** Why the last check failed, and what to do. */
export function LookNotice({
  proof,
  className,
}: {
  proof: Pick<ProofWays, 'failure' | 'looked_at'>
  className?: string
}) {
  const { t } = useWords()
  const dates = useDates()
  if (proof.failure === null || proof.looked_at === null) return null
  return (
    <Notice tone="attention" alert className={className}>
      {t(`site.failure.${proof.failure}` as MessageKey)}{' '}
      {t('site.proof.looked', { time: dates.minute(proof.looked_at) })}
    </Notice>
  )
}

const Line = ({ label, children }: { label: string; children: string }) => (
  <div className="grid gap-1">
    <dt className="type-sm text-ink2">{label}</dt>
    <dd>
      <CopyLine>{children}</CopyLine>
    </dd>
  </div>
)

/**
 * Three ways to verify a site, each with its button. `fields`: additional hidden fields of the
 * form.
 */
export function ProofWaysPanel({
  proof,
  url,
  fields,
}: {
  proof: ProofWays
  url: string
  fields: ReactNode
}) {
  const { t } = useWords()
  const lines: Record<'dns' | 'file' | 'meta', ReactNode> = {
    dns: (
      <>
        <Line label={t('site.proof.name')}>{proof.record.name}</Line>
        <Line label={t('site.proof.value')}>{proof.record.value}</Line>
      </>
    ),
    file: (
      <>
        <Line label={t('site.proof.at')}>{url + proof.file.path}</Line>
        <Line label={t('site.proof.text')}>{proof.file.text}</Line>
      </>
    ),
    meta: <Line label={t('site.proof.tag')}>{proof.tag}</Line>,
  }
  return (
    <Panel>
      {(['file', 'meta', 'dns'] as const).map((way) => (
        <PanelPart key={way}>
          <h3 className="type-d3">{t(`site.proof.${way}`)}</h3>
          <p className="type-body mt-1 text-ink2">{t(`site.proof.${way}_note`)}</p>
          <dl className="mt-3 grid gap-3">{lines[way]}</dl>
          <form method="post" className="mt-4">
            {fields}
            <input type="hidden" name="way" value={way} />
            <Button type="submit" kind="secondary" icon="search">
              {t(`site.proof.check.${way}`)}
            </Button>
          </form>
        </PanelPart>
      ))}
    </Panel>
  )
}
