import { AfterDetail, whereOf } from '#contexts/installs/ui/plan-rows.tsx'
import type { UpdateChange } from '#contexts/installs/contract.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { PlanList, PlanRow } from '#ui/plan-row.tsx'
import { useWords } from '../../messages.tsx'

const TONES: Record<UpdateChange['what'], Tone> = { added: 'green', changed: 'turquoise', removed: 'coral', kept: 'neutral' }

/** The plan of an update: where, what stands there now, what will stand there after. */
export function UpdateRows({ changes }: { changes: readonly UpdateChange[] }) {
  const { t } = useWords()
  return (
    <PlanList>
      {changes.map((change, index) => (
        <PlanRow
          key={change.key}
          pin={String(index + 1)}
          title={change.title}
          how={change.summary}
          placement={t(`installs.kind.${change.kind}`)}
          facts={{
            where: { label: t('installs.where'), text: whereOf(change, t) },
            now: { label: t('installs.now'), text: change.now },
            after: { label: t('installs.after'), text: <AfterDetail change={change} t={t} /> },
          }}
          end={<Badge tone={TONES[change.what]}>{t(`update.what.${change.what}`)}</Badge>}
        />
      ))}
    </PlanList>
  )
}
