import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Form, useNavigation } from 'react-router'
import { reorder } from '#lib/reorder.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { FormKey } from './forms.tsx'
import { textOf } from './read-form.ts'
import { useWords } from './words.tsx'

/** The ids of a posted order, after its move; see `OrderedTable`. */
export const orderOf = (form: FormData): string[] =>
  reorder(
    textOf(form, 'order').split(' ').filter(Boolean),
    textOf(form, 'move') || textOf(form, 'drop'),
  )

interface OrderedTableProps<Row extends { id: string }> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  nameOf: (row: Row) => string
  /** What the form sends for a row; its id where this is left out. */
  keyOf?: (row: Row) => string
  /** The name of the posted form, with what it sends besides `order` and `move`. */
  form: string
  hidden?: Record<string, string>
  mayChange: boolean
  /** Rows can be taken out of the list. */
  removable?: boolean
  empty?: ReactNode
}

/**
 * A table whose rows are put in order: by dragging, or by buttons that work without a script. One
 * form posts the order and the move; `orderOf` reads them.
 */
export function OrderedTable<Row extends { id: string }>({
  label,
  rows,
  columns,
  nameOf,
  keyOf = ({ id }) => id,
  form: name,
  hidden = {},
  mayChange,
  removable = false,
  empty,
}: OrderedTableProps<Row>) {
  const { t } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const shown = useShownOrder(rows, keyOf, name, hidden)
  const [round, setRound] = useState(0)
  const moved = useMoved(form, shown.map(keyOf).join(' '))
  if (!mayChange || rows.length === 0)
    return <DataTable label={label} rows={rows} columns={columns} empty={empty} />
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    moved.remember(event.nativeEvent.submitter as HTMLElement | null)
    // After the browser has read the form: a next move is another submission, though this one may
    // still be under way.
    setTimeout(() => setRound((before) => before + 1))
  }
  const drop = (from: number, to: number) => {
    const field = form.current?.elements.namedItem('drop')
    if (!(field instanceof HTMLInputElement)) return
    field.value = `${from}:${to}`
    form.current?.requestSubmit()
    field.value = ''
  }
  return (
    <Form ref={form} method="post" preventScrollReset onSubmit={send}>
      <FormKey round={round} />
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="order" value={shown.map(keyOf).join(' ')} />
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <input type="hidden" name="drop" defaultValue="" />
      <DataTable
        label={label}
        rows={shown}
        columns={[
          ...columns,
          {
            name: t('console.actions'),
            end: true,
            wide: true,
            cell: (row) => (
              <RowMoves
                index={shown.indexOf(row)}
                count={shown.length}
                row={row.id}
                about={nameOf(row)}
                removable={removable}
                onDrop={drop}
              />
            ),
          },
        ]}
      />
      <p role="status" className="sr-only">
        {moved.row !== null &&
          shown.some(({ id }) => id === moved.row) &&
          t('console.order.moved', {
            name: nameOf(shown.find(({ id }) => id === moved.row)!),
            place: shown.findIndex(({ id }) => id === moved.row) + 1,
            of: shown.length,
          })}
      </p>
    </Form>
  )
}

/** The rows as they will be once the move that is under way has arrived. */
function useShownOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  form: string,
  hidden: Record<string, string>,
): readonly Row[] {
  const { formData } = useNavigation()
  const isMine =
    formData?.get('form') === form &&
    Object.entries(hidden).every(([key, value]) => formData.get(key) === value)
  if (!isMine || !formData.has('order')) return rows
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return orderOf(formData).flatMap((key) => byKey.get(key) ?? [])
}

/** Which row moved last; its pressed button, or another one of the row, keeps the focus. */
function useMoved(form: RefObject<HTMLFormElement | null>, order: string) {
  const [row, setRow] = useState<string | null>(null)
  const pressed = useRef<{ row: string; label: string } | null>(null)
  useEffect(() => {
    const { row: last, label } = pressed.current ?? {}
    const here = document.activeElement
    const isKept = form.current?.contains(here) === true && here?.matches(':enabled')
    if (last === undefined || isKept) return
    const buttons = [
      ...(form.current?.querySelectorAll<HTMLElement>(`[data-moves="${last}"] button:enabled`) ??
        []),
    ]
    ;(buttons.find((one) => one.ariaLabel === label) ?? buttons[0])?.focus()
  }, [form, order])
  return {
    row,
    remember(button: HTMLElement | null) {
      const id = button?.closest<HTMLElement>('[data-moves]')?.dataset.moves ?? null
      pressed.current = id === null ? null : { row: id, label: button?.ariaLabel ?? '' }
      setRow(id)
    },
  }
}

/** The buttons of a row, and its handle where there are scripts. */
function RowMoves({
  index,
  count,
  row,
  about,
  removable,
  onDrop,
}: {
  index: number
  count: number
  row: string
  about: string
  removable: boolean
  onDrop: (from: number, to: number) => void
}) {
  const { t } = useWords()
  const step = (to: number, icon: 'chevron-up' | 'chevron-down', label: string) => (
    <IconButton
      type="submit"
      name="move"
      value={`${index}:${to}`}
      icon={icon}
      label={`${label}: ${about}`}
      disabled={to < 0 || to >= count}
      className="size-9 disabled:opacity-30 pointer-coarse:size-11"
    />
  )
  return (
    <span data-moves={row} className="flex items-center justify-end gap-1">
      {removable && (
        <Button
          type="submit"
          name="move"
          value={`${index}:`}
          size="small"
          kind="danger-quiet"
          aria-label={`${t('portal.pictures.remove')}: ${about}`}
        >
          {t('portal.pictures.remove')}
        </Button>
      )}
      {step(index - 1, 'chevron-up', t('console.order.up'))}
      {step(index + 1, 'chevron-down', t('console.order.down'))}
      {count > 1 && <Handle index={index} title={t('console.order.drag')} onDrop={onDrop} />}
    </span>
  )
}

/**
 * Dragged by mouse, pen or finger: the row follows, and a line shows where it will stand. Keyboards
 * have the buttons.
 */
function Handle({
  index,
  title,
  onDrop,
}: {
  index: number
  title: string
  onDrop: (from: number, to: number) => void
}) {
  const drag = useRef<{ row: HTMLElement; rows: HTMLElement[]; y: number; to: number } | null>(null)
  const end = () => {
    const now = drag.current
    drag.current = null
    if (!now) return null
    now.row.style.transform = ''
    delete now.row.dataset.dragged
    for (const row of now.rows) delete row.dataset.drop
    return now.to
  }
  const start = (event: PointerEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('tr')
    if (!row || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    row.dataset.dragged = ''
    const rows = [...(row.parentElement?.children ?? [])] as HTMLElement[]
    drag.current = { row, rows, y: event.clientY + scrollY, to: index }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current
    if (!now) return
    now.row.style.transform = `translateY(${event.clientY + scrollY - now.y}px)`
    const others = now.rows.filter((row) => row !== now.row)
    now.to = others.filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2 < event.clientY
    }).length
    for (const row of now.rows) delete row.dataset.drop
    if (now.to === index) return
    const before = others[now.to]
    if (before) before.dataset.drop = 'before'
    else others.at(-1)!.dataset.drop = 'after'
  }
  return (
    <span
      aria-hidden="true"
      title={title}
      className="scripted grid size-9 cursor-grab touch-none place-items-center rounded-control text-ink2 select-none hover:bg-stone2 active:cursor-grabbing pointer-coarse:size-11"
      onPointerDown={start}
      onPointerMove={move}
      onPointerCancel={end}
      onPointerUp={() => {
        const to = end()
        if (to !== null && to !== index) onDrop(index, to)
      }}
    >
      <Icon name="menu" size={18} />
    </span>
  )
}
