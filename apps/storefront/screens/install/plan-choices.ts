import { useState } from 'react'
import type { PermissionCode } from '#lib/market.ts'
import type { PlanChange } from '#modules/installs/contract.ts'
import { atOrderSteps, choicesOf } from '#modules/installs/ui/plan-facts.ts'

/**
 * The optional permissions of a plan and which of them are refused. S5.4: permissions are granted
 * only by the owner, so all are refused at first.
 */
export function usePlanChoices(
  changes: readonly PlanChange[],
  answer: { refused: readonly PermissionCode[] } | undefined,
) {
  const optional = new Set(
    choicesOf(changes).flatMap((choice) => (choice.kind === 'decides' ? [choice.permission] : [])),
  )
  const [refused, setRefused] = useState<ReadonlySet<PermissionCode>>(
    new Set(answer ? answer.refused.filter((code) => optional.has(code)) : optional),
  )
  return {
    optional,
    refused,
    refuse(permission: PermissionCode, no: boolean) {
      const others = [...refused].filter((code) => code !== permission)
      setRefused(new Set(no ? [...others, permission] : others))
    },
    orderSteps: atOrderSteps(changes, refused),
  }
}
export type PlanChoices = ReturnType<typeof usePlanChoices>
