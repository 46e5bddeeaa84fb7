import type { ProfileField } from '#contexts/partners/profile/profile-rules.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useWords } from '../words.tsx'

/** The field by which a lack is mended; the others are called as what they lack. */
const FIELD: Partial<Record<ProfileField, string>> = { support: 'support_email', registration: 'registry_number' }

/** How much of the profile is there, and the way to each field that is empty. */
export function ProfileTodo({ missing, fields }: { missing: readonly ProfileField[]; fields: number }) {
  const { t } = useWords()
  const title = t(missing.length === 0 ? 'portal.profile.done' : 'portal.profile.todo')
  const measure = t('portal.profile.measure', { done: fields - missing.length, of: fields })
  return (
    <Panel as="section" label={title}>
      <PanelPart>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 className="type-d4">{title}</h2>
          <p className="type-sm figures text-ink2">{measure}</p>
        </div>
        <Progress className="mt-2" label={measure} done={fields - missing.length} all={fields} />
        {missing.length > 0 && (
          <ul className="type-sm mt-2 flex flex-wrap gap-x-5 *:inline-flex *:min-h-9 *:items-center">
            {missing.map(field => <li key={field}><TextLink href={`#${FIELD[field] ?? field}`}>{t(`portal.profile.missing.${field}`)}</TextLink></li>)}
          </ul>
        )}
      </PanelPart>
    </Panel>
  )
}
