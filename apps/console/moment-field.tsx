import { dayIn, momentIn, wallClock } from '#lib/time-zone.ts'
import { TextField, type TextFieldProps } from '#ui/field.tsx'
import { useReaderZone } from '#ui/reader-zone.ts'
import { useShell } from './shell.tsx'

/** The value of a `datetime-local` field, "2026-11-21T09:30", in a time zone. */
export const localTimeOf = (iso: string, timeZone: string): string =>
  wallClock(new Date(iso), timeZone).replace(' ', 'T').slice(0, 16)

/**
 * A moment, typed in the reader's time zone; without a script, or where it is `ofMarket`, in the
 * market's. The form sends the zone along, for `momentOf`.
 */
export function MomentField({
  at,
  defaultValue,
  ofMarket = false,
  ...field
}: TextFieldProps & { name: string; at?: string | null | undefined; ofMarket?: boolean }) {
  const { timeZone } = useShell()
  const own = useReaderZone(timeZone)
  const zone = ofMarket ? timeZone : own
  // What cannot be read stands in an address that somebody changed.
  const isReadable = at != null && !Number.isNaN(Date.parse(at))
  return (
    <div className="min-w-0">
      <input type="hidden" name={`${field.name}_zone`} value={zone} />
      <TextField
        key={zone}
        {...field}
        type="datetime-local"
        defaultValue={defaultValue || (isReadable ? localTimeOf(at, zone) : '')}
      />
    </div>
  )
}

/**
 * Reads such a field; null when empty. Invalid texts are passed on for the operation to refuse.
 */
export function momentOf(text: (name: string) => string, name: string): string | null {
  const typed = text(name)
  if (typed === '') return null
  try {
    return momentIn(text(`${name}_zone`), typed)?.toISOString() ?? typed
  } catch {
    return typed
  }
}

/** The market's day of a moment, for links to a day. */
export const useMarketDay = (): ((iso: string) => string) => {
  const { timeZone } = useShell()
  return (iso) => dayIn(timeZone, new Date(iso))
}
