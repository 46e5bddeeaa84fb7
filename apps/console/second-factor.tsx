import { useState, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { generate } from 'lean-qr'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from './dates.ts'
import { PostForm, ButtonForm, useField } from './forms.tsx'
import { type FormAnswer } from './read-form.ts'
import { addPasskey, hasPasskeys } from './credential-fields.tsx'
import { DataTable } from './data-table.tsx'
import { useWords } from './words.tsx'

/** A new secret is shown once, in the response that created it. */
export function AppCodePanel({ on, answer }: { on: boolean; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const [field, confirmField, endField, renewField] = [
    useField(answer, 'app-code'),
    useField(answer, 'confirm-code'),
    useField(answer, 'end-code'),
    useField(answer, 'backup-codes'),
  ]
  const started =
    answer?.form === 'app-code' && answer.done
      ? (answer.done as { uri: string; backup_codes: string[] })
      : null
  const renewed =
    answer?.form === 'backup-codes' && answer.done
      ? (answer.done as { backup_codes: string[] })
      : null
  const confirming = !on && (started !== null || answer?.form === 'confirm-code')
  const password = (form: ReturnType<typeof useField>) => (
    <TextField
      {...form('password')}
      label={t('console.password')}
      type="password"
      autoComplete="current-password"
      dir="ltr"
      className="max-w-80"
      required
    />
  )
  return (
    <Panel as="section" label={t('console.app.title')}>
      <PanelPart>
        <h3 className="type-d4 flex flex-wrap items-center gap-3">
          {t('console.app.title')}{' '}
          {on && (
            <Badge tone="green" icon="check">
              {t('console.second.on')}
            </Badge>
          )}
        </h3>
        <p className="type-body mt-1 mb-5 text-ink2">{t('console.app.lead')}</p>
        {started && (
          <div className="mb-6 grid gap-5">
            <p className="type-body">{t('console.app.scan')}</p>
            <QrCode text={started.uri} label={t('console.app.qr')} />
            <p className="type-sm wrap-anywhere-safe">
              {t('console.app.by_hand')}{' '}
              <code dir="ltr">{new URL(started.uri).searchParams.get('secret')}</code>
            </p>
            <BackupCodes codes={started.backup_codes} />
          </div>
        )}
        {renewed && (
          <div className="mb-6">
            <BackupCodes codes={renewed.backup_codes} />
          </div>
        )}
        {confirming && (
          <PostForm name="confirm-code" answer={answer} submit={t('console.app.confirm')}>
            <TextField
              {...confirmField('code')}
              label={t('console.code.app')}
              autoComplete="one-time-code"
              inputMode="numeric"
              dir="ltr"
              figures
              className="max-w-60"
              required
            />
          </PostForm>
        )}
        {!on && !confirming && (
          <PostForm name="app-code" answer={answer} submit={t('console.app.begin')}>
            {password(field)}
          </PostForm>
        )}
        {on && (
          <div className="grid gap-6 md:grid-cols-2">
            <PostForm
              name="backup-codes"
              answer={answer}
              submit={t('console.backup.renew')}
              kind="secondary"
            >
              {password(renewField)}
            </PostForm>
            <PostForm name="end-code" answer={answer} submit={t('console.app.end')} kind="danger">
              {password(endField)}
            </PostForm>
          </div>
        )}
      </PanelPart>
    </Panel>
  )
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useWords()
  return (
    <Notice tone="attention" title={t('console.backup.title')}>
      <p>{t('console.backup.lead')}</p>
      <ul dir="ltr" className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1" data-backup-codes="">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Registering a passkey needs a script; the list does not. */
export function PasskeyPanel({
  passkeys,
}: {
  passkeys: readonly { id: string; name: string; since: string; synced: boolean }[]
}) {
  const { t } = useWords()
  const dates = useDates()
  const { revalidate } = useRevalidator()
  const [able, setAble] = useState(false)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [name, setName] = useState('')
  useEffect(() => setAble(hasPasskeys()), [])
  async function add() {
    setBusy(true)
    setMessage(null)
    const outcome = await addPasskey(name)
    setBusy(false)
    if (outcome === 'done') {
      setName('')
      return revalidate()
    }
    setMessage(
      outcome === 'given_up'
        ? t('console.passkey.given_up')
        : (outcome.message ?? t('console.error.unexpected')),
    )
  }
  return (
    <Panel as="section" label={t('console.passkey.title')}>
      <PanelPart>
        <h3 className="type-d4">{t('console.passkey.title')}</h3>
        <p className="type-body mt-1 mb-5 text-ink2">{t('console.passkey.lead')}</p>
        {passkeys.length > 0 && (
          <DataTable
            label={t('console.passkey.title')}
            rows={passkeys}
            columns={[
              {
                name: t('console.passkey.name'),
                cell: (one) => one.name || t('console.passkey.unnamed'),
              },
              { name: t('console.team.since'), cell: (one) => dates.day(one.since) },
              {
                name: t('console.actions'),
                end: true,
                cell: (one) => (
                  <ButtonForm
                    name="delete-passkey"
                    hidden={{ passkey: one.id }}
                    label={t('console.passkey.delete')}
                    kind="danger-quiet"
                    about={one.name || t('console.passkey.unnamed')}
                  />
                ),
              },
            ]}
          />
        )}
        {able && (
          <div className="mt-5 flex flex-wrap items-end gap-4">
            <TextField
              label={t('console.passkey.name')}
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
              className="min-w-60"
            />
            <Button icon="key" kind="secondary" busy={busy} onClick={() => void add()}>
              {t('console.passkey.add')}
            </Button>
          </div>
        )}
        {message && (
          <Notice tone="attention" alert className="mt-4">
            {message}
          </Notice>
        )}
      </PanelPart>
    </Panel>
  )
}

/** Linked accounts of identity providers. */
export function ProviderPanel({
  providers,
}: {
  providers: readonly { id: string; name: string; since: string | null }[]
}) {
  const { t } = useWords()
  const dates = useDates()
  if (providers.length === 0) return null
  return (
    <Panel as="section" label={t('console.provider.title')}>
      <PanelPart>
        <h3 className="type-d4">{t('console.provider.title')}</h3>
        <p className="type-body mt-1 mb-5 text-ink2">{t('console.provider.lead')}</p>
        <DataTable
          label={t('console.provider.title')}
          rows={providers}
          columns={[
            { name: t('console.provider.name'), cell: (one) => <bdi>{one.name}</bdi> },
            { name: t('console.team.since'), cell: (one) => one.since && dates.day(one.since) },
            {
              name: t('console.actions'),
              end: true,
              cell: (one) => (
                <ButtonForm
                  name="unlink-provider"
                  hidden={{ provider: one.id }}
                  label={t('console.provider.unlink')}
                  kind="danger-quiet"
                  about={one.name}
                />
              ),
            },
          ]}
        />
      </PanelPart>
    </Panel>
  )
}

/** A QR code; always dark on light, with the quiet zone that scanners need. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const squares: string[] = []
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) squares.push(`M${x} ${y}h1v1h-1z`)
  const size = code.size + 8
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size} ${size}`}
      width="208"
      height="208"
      shapeRendering="crispEdges"
      className="rounded-control bg-white"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
