import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** Two presses, without a script too: the first opens, the second does it. */
export function SurePress({ what, store, open, sure }: { what: 'leave' | 'forget'; store: string; open: string; sure: string }) {
  return (
    <details className="mt-3">
      <summary className="type-label inline-flex min-h-11 max-w-full items-center gap-1.5 text-coral-text">
        <span className="min-w-0 wrap-anywhere-safe">{open}</span>
        <Icon name="chevron-down" size={16} />
      </summary>
      <form method="post" className="mt-3">
        <input type="hidden" name="store" value={store} />
        <input type="hidden" name="sure" value="yes" />
        <Button type="submit" name="do" value={what} kind="danger" icon="trash">
          {sure}
        </Button>
      </form>
    </details>
  )
}
