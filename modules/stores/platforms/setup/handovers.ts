import type { Services } from '#kernel/context.ts'

/** The parts of a handover (docs/protocols/store-connector.md, section 1), in their order. */
export const HANDOVER_STEPS = [
  'arrived',
  'signed',
  'fresh',
  'claims',
  'traded',
  'read',
  'entered',
] as const
export type HandoverStep = (typeof HANDOVER_STEPS)[number]

/** `detail`: what was found, for whoever writes the platform. */
export interface HandoverFact {
  step: HandoverStep
  ok: boolean
  detail: string
}

/** What arrived at the host of a platform that is not open yet. */
export class Handover {
  readonly facts: HandoverFact[] = []
  pass(step: HandoverStep, detail = ''): void {
    this.facts.push({ step, ok: true, detail: detail.slice(0, 300) })
  }
  fail(step: HandoverStep, detail: string): void {
    this.facts.push({ step, ok: false, detail: detail.slice(0, 300) })
  }
}

/** How far a handover came. Anybody can send what is not signed, so no kind displaces another. */
export const HANDOVER_KINDS = ['unsigned', 'signed', 'whole'] as const
type HandoverKind = (typeof HANDOVER_KINDS)[number]

const MOST_OF_A_KIND = 5

const kindOf = (facts: readonly HandoverFact[]): HandoverKind => {
  if (isWhole({ facts })) return 'whole'
  return facts.some(({ step, ok }) => step === 'signed' && ok) ? 'signed' : 'unsigned'
}

export async function recordHandover(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  platform: number,
  facts: readonly HandoverFact[],
): Promise<void> {
  const kind = kindOf(facts)
  await db
    .insertInto('platform_handovers')
    .values({
      platform_id: platform,
      kind,
      arrived_at: clock.now(),
      facts: JSON.stringify(facts),
    })
    .execute()
  await db
    .deleteFrom('platform_handovers')
    .where('platform_id', '=', platform)
    .where('kind', '=', kind)
    .where('id', 'not in', (on) =>
      on
        .selectFrom('platform_handovers')
        .select('id')
        .where('platform_id', '=', platform)
        .where('kind', '=', kind)
        .orderBy('id', 'desc')
        .limit(MOST_OF_A_KIND),
    )
    .execute()
}

/** The newest ones first. */
export const listHandovers = async ({ db }: Pick<Services, 'db'>, platform: number) =>
  (
    await db
      .selectFrom('platform_handovers')
      .select(['id', 'arrived_at', 'facts'])
      .where('platform_id', '=', platform)
      .orderBy('id', 'desc')
      .limit(MOST_OF_A_KIND * HANDOVER_KINDS.length)
      .execute()
  ).map(({ id, arrived_at: at, facts }) => ({
    id: String(id),
    at: at.toISOString(),
    facts: facts as unknown as HandoverFact[],
  }))

/** Somebody has come in whole. */
export const isWhole = ({ facts }: { facts: readonly HandoverFact[] }): boolean =>
  facts.some(({ step }) => step === 'entered') && facts.every(({ ok }) => ok)
