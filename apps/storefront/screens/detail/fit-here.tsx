import { useEffect } from 'react'
import type { ItemDetail } from '#contexts/catalog/contract.ts'
import type { checkFit } from '#contexts/installs/contract.ts'
import { FitNotice } from '#contexts/installs/ui/fit-notice.tsx'
import type { AnswerOf } from '#lib/operation.ts'
import { useCallAddress } from '../../call-address.ts'
import { useWords } from '../../messages.tsx'
import { useRead } from '../../use-read.ts'
import type { StepProps } from './step-button.tsx'

const fitPath = (item: Pick<ItemDetail, 'market' | 'id'>) => `/${item.market}-store/${item.market}/${item.id}/installation/fit` as const

/** Named before paying: what this shop has no place for. The shop is asked once the page is there, so that it holds nobody up. */
export function FitHere({ item, store }: StepProps) {
  const { t } = useWords()
  const { read, answer } = useRead<AnswerOf<typeof checkFit>>()
  const asks = store !== null && item.installable && item.works_here && item.installed?.state === 'none'
  const addressOf = useCallAddress()
  const path = asks ? addressOf(fitPath(item)) : null
  useEffect(() => {
    if (path !== null) void read(path)
  }, [path, read])
  return asks ? <FitNotice fit={answer?.data} t={t} className="mb-3" /> : null
}
