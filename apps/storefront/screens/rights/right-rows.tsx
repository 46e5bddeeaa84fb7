import { scopeName } from '#modules/installs/ui/words.ts'
import type { Rights } from '#modules/apps/access/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { ButtonForm } from '../../forms.tsx'

type Right = Rights['rights'][number]
/** A right that was unused for this long is pointed out. */
const IDLE_DAYS = 30

/** Each right with its use, and the button to revoke or grant it. */
export function RightRows({ rights }: { rights: Rights }) {
  const { t } = useWords()
  const paths = usePaths()
  const { access } = rights
  if (!access) {
    return (
      <Panel as="section" label={t('rights.access')}>
        <PanelPart>
          <h2 className="type-d4">{t('rights.none')}</h2>
          <p className="type-body mt-1 text-ink2">{t('rights.none_note')}</p>
        </PanelPart>
      </Panel>
    )
  }
  const all = rights.rights.map((one) => one.code)
  const granted = rights.rights.filter((one) => one.granted).map((one) => one.code)
  return (
    <Panel as="section" label={t('rights.access')}>
      <PanelPart>
        <h2 className="type-d4">{t('rights.access')}</h2>
        <p className="type-body mt-1 text-ink2 wrap-anywhere-safe">
          {access.reason || access.summary}
        </p>
        {rights.counted !== 'yes' && (
          <p className="type-sm mt-2 text-ink2">{t(`rights.counted.${rights.counted}`)}</p>
        )}
      </PanelPart>
      {rights.rights.map((one) => (
        <PanelPart
          key={one.code}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
        >
          <RightFacts right={one} />
          {!access.required && (
            <ButtonForm
              fields={{
                intent: 'rights',
                scopes: (one.granted
                  ? granted.filter((code) => code !== one.code)
                  : [...granted, one.code]
                ).join(','),
                before: granted.join(','),
              }}
              kind={one.granted ? 'danger' : 'secondary'}
              disabled={rights.busy}
              label={`${t(one.granted ? 'rights.take' : 'rights.give')}: ${scopeName(one.code, t)}`}
              size="small"
            >
              {t(one.granted ? 'rights.take' : 'rights.give')}
            </ButtonForm>
          )}
        </PanelPart>
      ))}
      <PanelPart className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="type-sm min-w-0 flex-1 basis-60 text-ink2">
          {t(access.required ? 'rights.required' : 'rights.note')}
        </p>
        {access.required ? (
          <TextLink href={paths.uninstall(rights.item.slug)}>{t('rights.uninstall')}</TextLink>
        ) : (
          <ButtonForm
            fields={{
              intent: 'rights',
              scopes: granted.length > 0 ? '' : all.join(','),
              before: granted.join(','),
            }}
            kind={granted.length > 0 ? 'danger' : 'secondary'}
            disabled={rights.busy}
            size="small"
          >
            {t(granted.length > 0 ? 'rights.take_all' : 'rights.give_all')}
          </ButtonForm>
        )}
      </PanelPart>
    </Panel>
  )
}

function RightFacts({ right }: { right: Right }) {
  const { t } = useWords()
  const idle = right.idle_days !== null && right.idle_days >= IDLE_DAYS
  return (
    <div className="min-w-0 flex-1 basis-60">
      <h3 className="type-label flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi>{scopeName(right.code, t)}</bdi>
        {!right.granted ? (
          <Badge>{t('rights.taken_back')}</Badge>
        ) : (
          idle && <Badge tone="coral">{t('rights.idle')}</Badge>
        )}
      </h3>
      <p className="type-sm text-ink2">
        <Use right={right} />
      </p>
    </div>
  )
}

function Use({ right }: { right: Right }) {
  const { t } = useWords()
  const dates = useDates()
  if (!right.granted) return t('rights.refused')
  if (right.calls === null) return t('rights.unknown')
  if (right.last_used_at === null)
    return right.idle_days ? t('rights.never_in', { count: right.idle_days }) : t('rights.never')
  return t('rights.used', { count: right.calls, date: dates.day(right.last_used_at) })
}
