import type { Db } from '#db/client.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import { listPausedEndpoints } from '#modules/apps/public.ts'
import { listSelfHalted } from '../rollouts/data.ts'

/** For the inbox: releases that were halted by themselves, and addresses whose webhooks wait. */
export async function listHalted(db: Db, most: number): Promise<Waiting[]> {
  const [releases, endpoints] = await Promise.all([
    listSelfHalted(db, most),
    listPausedEndpoints(db, most),
  ])
  const paused = endpoints.flatMap((row): Waiting[] =>
    row.paused_at === null
      ? []
      : [
          {
            id: row.id,
            place: row.itemId,
            title: shortText(row.name),
            detail: shortText(new URL(row.url).host),
            since: row.paused_at,
          },
        ],
  )
  return [...releases, ...paused]
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .slice(0, most)
}
