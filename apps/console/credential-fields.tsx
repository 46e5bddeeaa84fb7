import { ChoiceGroup } from '#ui/choice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useDates } from './dates.ts'
import { useWords } from './words.tsx'

interface Opener {
  id: string
  kind: 'passkey' | 'provider' | 'token' | 'app_code'
  name: string
  since: string | null
}

/**
 * What else opens the account. Nothing is ticked: whatever a thief may have added goes unless its
 * owner says that it stays.
 */
export function CredentialFields({ credentials }: { credentials: readonly Opener[] }) {
  const { t } = useWords()
  const dates = useDates()
  if (credentials.length === 0) return null
  return (
    <ChoiceGroup label={t('console.keep.title')}>
      <p className="type-sm mb-2 text-ink2">{t('console.keep.lead')}</p>
      <div className="grid gap-1">
        {credentials.map((one) => (
          <Checkbox key={one.id} name="keep" value={one.id}>
            <span className="wrap-anywhere">
              {t(`console.keep.${one.kind}`)}
              {one.name !== '' && (
                <>
                  : <bdi>{one.name}</bdi>
                </>
              )}
            </span>
            {one.since !== null && (
              <span className="type-sm text-ink2"> · {dates.day(one.since)}</span>
            )}
          </Checkbox>
        ))}
      </div>
    </ChoiceGroup>
  )
}

export const keptCredentials = (form: FormData): string[] =>
  form.getAll('keep').filter((one) => typeof one === 'string')
