import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/long-field.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { InstallData } from '../install/load-install.ts'

/** Another version of the item, forward or back: its plan is shown first. Not there where there is no other. */
export function VersionPicker({ page, chosen }: { page: InstallData; chosen: string | null }) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const others = page.versions.filter(one => one.version !== page.version)
  if (others.length < (chosen === null ? 1 : 2)) return null
  const nameOf = (one: (typeof others)[number]) => [one.version, one.published_at && dates.day(one.published_at)].filter(Boolean).join(' · ')
  return (
    <form method="get" action={paths.update(page.item.slug)} className="mt-5 flex flex-wrap items-end gap-3">
      <SelectField
        key={chosen}
        id="release"
        name="release"
        label={t('update.other')}
        defaultValue={chosen ?? others[0]?.version}
        choices={others.map(one => ({ value: one.version, label: nameOf(one) }))}
        className="w-full max-w-76"
      />
      <Button type="submit" kind="secondary">
        {t('update.other_show')}
      </Button>
    </form>
  )
}
