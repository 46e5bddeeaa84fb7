import type { ReactNode } from 'react'
import { TextLink } from '#ui/link.tsx'

/** An item in a table: its name leads to its page; `below` tells it apart. */
export const ItemLink = ({
  item,
  below,
}: {
  item: { id: string; name: string }
  below: ReactNode
}) => (
  <>
    <TextLink href={`/operator/items/${item.id}`} className="strong">
      <bdi>{item.name}</bdi>
    </TextLink>
    <span className="type-sm block text-ink2">{below}</span>
  </>
)
