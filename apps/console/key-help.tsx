import { useEffect, useState } from 'react'
import type { ConsoleKey } from '#locales/keys.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { areKeysOff, switchKeys } from './list-keys.ts'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

/** Keys of every page. */
const keysWith = (searchKeys: string): [keys: readonly string[], does: ConsoleKey][] => [
  [['J', 'K'], 'console.keys.move'],
  [['↵'], 'console.keys.open'],
  [['X'], 'console.keys.select'],
  [['B'], 'console.keys.bulk'],
  [['A'], 'console.keys.assign'],
  [['S'], 'console.keys.snooze'],
  [['E'], 'console.keys.done'],
  [['N'], 'console.keys.next'],
  [['Z'], 'console.keys.undo'],
  [['F'], 'console.keys.finding'],
  [['[', ']'], 'console.keys.file'],
  [['Y'], 'console.keys.try'],
  [['⇧A', '⇧R'], 'console.keys.decide'],
  [[searchKeys], 'console.keys.search'],
  [['?'], 'console.keys.help'],
]

/** All keys, and the switch that turns single letters off. */
export default function KeyHelp({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  const { searchKeys } = useShell()
  const [on, setOn] = useState(true)
  useEffect(() => setOn(!areKeysOff()), [])
  return (
    <Dialog
      id="console-keys"
      title={t('console.keys.title')}
      open
      onClose={onClose}
      actions={<CloseDialog>{t('console.keys.close')}</CloseDialog>}
    >
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {keysWith(searchKeys).map(([keys, does]) => (
          <div key={does} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((one) => (
                <kbd key={one} dir="ltr" className="key">
                  {one}
                </kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        className="mt-4"
        checked={on}
        onChange={(event) => {
          switchKeys(event.target.checked)
          setOn(event.target.checked)
        }}
      >
        {t('console.keys.letters')}
      </Checkbox>
    </Dialog>
  )
}
