import type { z } from 'zod'
import type { statement, statementLine } from '#modules/publishing/statements/contract.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from './dates.ts'
import { useWords } from './words.tsx'

export type StatementFacts = z.output<typeof statement>
type Line = z.output<typeof statementLine>

const TONES: Record<Line['appeal'], Tone> = {
  open: 'neutral',
  over: 'neutral',
  appealed: 'coral',
  upheld: 'neutral',
  reversed: 'green',
}

export function AppealBadge({ appeal }: { appeal: Line['appeal'] }) {
  const { t } = useWords()
  return <Badge tone={TONES[appeal]}>{t(`console.statement.appeal.${appeal}`)}</Badge>
}

/** The decision, and whether it is still in force. */
export function DecisionWords({ line }: { line: Line }) {
  const { t } = useWords()
  return (
    <>
      {t(`console.statement.decision.${line.decision}`)}
      {line.reversed_at !== null && (
        <span className="type-sm block text-ink2">{t('console.statement.over')}</span>
      )}
    </>
  )
}

/** A person's text, unchanged. */
const Words = ({ title, at, text }: { title: string; at?: string; text: string }) => (
  <PanelPart>
    <h2 className="type-d4 mb-2">{title}</h2>
    {at && <p className="type-sm mb-2 text-ink2">{at}</p>}
    <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
      {text}
    </p>
  </PanelPart>
)

/**
 * A statement with its appeal and the answer; the same for both sides. `rest`: facts that only one
 * side sees.
 */
export function StatementView({
  facts,
  rest = [],
}: {
  facts: StatementFacts
  rest?: { label: string; value: string }[]
}) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Panel as="section" label={t('console.statement.facts')}>
        <Words title={t('console.statement.facts')} text={facts.facts} />
        {facts.appealed && (
          <Words
            title={t('console.statement.objected')}
            at={dates.time(facts.appealed.at)}
            text={facts.appealed.text}
          />
        )}
        {facts.answer && (
          <Words
            title={`${t('console.statement.answered')}: ${t(`console.statement.appeal.${facts.answer.outcome}`)}`}
            at={dates.time(facts.answer.at)}
            text={facts.answer.reasons}
          />
        )}
      </Panel>
      <FactList
        facts={[
          {
            label: t('console.statement.decided'),
            value: t(`console.statement.decision.${facts.decision}`),
          },
          {
            label: t('console.statement.grounds'),
            value: t(`console.statement.grounds.${facts.grounds}`),
          },
          { label: t('console.statement.rule'), value: facts.rule },
          {
            label: t('console.statement.cause'),
            value: t(`console.statement.cause.${facts.cause}`),
          },
          {
            label: t('console.statement.automated'),
            value: t(`console.statement.automated.${facts.automated}`),
          },
          { label: t('console.statement.from'), value: dates.time(facts.decided_at) },
          {
            label: t('console.statement.until'),
            value: facts.reversed_at
              ? dates.time(facts.reversed_at)
              : facts.ends_at
                ? dates.time(facts.ends_at)
                : t('console.statement.without_end'),
          },
          { label: t('console.statement.appeal_until'), value: dates.day(facts.appeal_until) },
          ...rest,
        ]}
      />
    </div>
  )
}
