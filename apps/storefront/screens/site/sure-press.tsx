import { Button } from '#ui/button.tsx'

/** Two presses, without a script too: the first opens, the second does it. */
export function SurePress({ what, store, open, sure }: { what: 'leave' | 'forget'; store: string; open: string; sure: string }) {
  return (
    <details className="mt-3">
      <summary className="type-label inline-flex min-h-11 items-center text-coral-text">{open}</summary>
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
