import { ChoiceGroup } from '#ui/choice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useDates } from './dates.ts'
import { useWords } from './words.tsx'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { callApi } from '#lib/api-client.ts'

interface Opener {
  id: string
  kind: 'passkey' | 'provider' | 'token' | 'app_code'
  name: string
  since: string | null
}

/**
 * The other credentials of the account. None is preselected: whatever an attacker may have added is
 * removed unless the owner keeps it.
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

/**
 * `given_up`: the person closed the browser's dialog. Otherwise the message of the refusal, if any.
 */
type PasskeyOutcome = 'done' | 'given_up' | { message: string | null }

export const hasPasskeys = (): boolean => browserSupportsWebAuthn()

const wordsOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'message' in error && 'statusCode' in error
    ? String(error.message)
    : null

export async function signInWithPasskey(): Promise<PasskeyOutcome> {
  const options = await callApi<PublicKeyCredentialRequestOptionsJSON>('/api/sign-in/passkey')
  if (!options.ok) return { message: wordsOf(options.error) }
  const credential = await startAuthentication({ optionsJSON: options.answer }).catch(() => null)
  if (!credential) return 'given_up'
  const answer = await callApi('/api/sign-in/passkey', { method: 'POST', body: { credential } })
  return answer.ok ? 'done' : { message: wordsOf(answer.error) }
}

export async function addPasskey(name: string): Promise<PasskeyOutcome> {
  const options = await callApi<PublicKeyCredentialCreationOptionsJSON>('/api/account/passkeys/new')
  if (!options.ok) return { message: wordsOf(options.error) }
  const credential = await startRegistration({ optionsJSON: options.answer }).catch(() => null)
  if (!credential) return 'given_up'
  const answer = await callApi('/api/account/passkeys', {
    method: 'POST',
    body: { credential, ...(name.trim() && { name: name.trim() }) },
  })
  return answer.ok ? 'done' : { message: wordsOf(answer.error) }
}
