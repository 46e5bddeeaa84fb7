import type { getPartnerProofs } from '#modules/publishing/partners/profile-contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../dates.ts'
import { PostForm } from '../forms.tsx'
import { type FormAnswer } from '../read-form.ts'
import { useWords } from '../words.tsx'

type Proofs = AnswerOf<typeof getPartnerProofs>

/**
 * Verified facts of the partner, and how to verify the rest: the site by a DNS record or a file,
 * the support address by a link.
 */
export function ProofsPanel({
  proofs,
  may,
  answer,
}: {
  proofs: Proofs
  may: boolean
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  const dates = useDates()
  const { verified_at: since, domain, mail } = proofs
  return (
    <Panel as="section" label={t('portal.proofs.title')}>
      <PanelPart>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="proofs" className="type-d4 scroll-mt-24">
            {t('portal.proofs.title')}
          </h2>
          {since && (
            <Badge tone="green" icon="check">
              {t('portal.proofs.since', { day: dates.day(since) })}
            </Badge>
          )}
        </div>
        <p className="type-sm mt-1 text-ink2">{t('portal.proofs.lead')}</p>
      </PanelPart>
      <PanelPart>
        <Head
          title={t('portal.proofs.domain')}
          value={domain?.name}
          proved={domain?.proved_at ?? null}
        />
        {domain === null ? (
          <p className="type-sm mt-2 text-ink2">{t('portal.proofs.no_site')}</p>
        ) : (
          <Domain domain={domain} may={may} answer={answer} />
        )}
      </PanelPart>
      <PanelPart>
        <Head
          title={t('portal.proofs.mail')}
          value={mail?.address}
          proved={mail?.proved_at ?? null}
        />
        {mail === null ? (
          <p className="type-sm mt-2 text-ink2">{t('portal.proofs.no_mail')}</p>
        ) : (
          mail.proved_at === null && (
            <>
              <p className="type-sm mt-2 mb-4 text-ink2">
                {mail.sent_at === null
                  ? t('portal.proofs.mail_lead')
                  : t('portal.proofs.mail_sent', { time: dates.time(mail.sent_at) })}
              </p>
              {may && (
                <PostForm
                  name="mail"
                  answer={answer}
                  submit={t(
                    mail.sent_at === null ? 'portal.proofs.mail_send' : 'portal.proofs.mail_again',
                  )}
                  kind="secondary"
                />
              )}
            </>
          )
        )}
      </PanelPart>
    </Panel>
  )
}

function Head({
  title,
  value,
  proved,
}: {
  title: string
  value: string | undefined
  proved: string | null
}) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h3 className="type-label">
        {title}
        {value !== undefined && (
          <>
            :{' '}
            <bdi dir="ltr" className="wrap-anywhere-safe">
              {value}
            </bdi>
          </>
        )}
      </h3>
      {value !== undefined && (
        <Badge
          tone={proved === null ? 'neutral' : 'green'}
          icon={proved === null ? undefined : 'check'}
        >
          {proved === null
            ? t('portal.proofs.open')
            : t('portal.proofs.proved', { day: dates.day(proved) })}
        </Badge>
      )}
    </div>
  )
}

function Domain({
  domain,
  may,
  answer,
}: {
  domain: NonNullable<Proofs['domain']>
  may: boolean
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  const dates = useDates()
  const ways = [
    {
      title: t('portal.proofs.by_dns'),
      rows: [
        [t('portal.proofs.record_name'), domain.record.name],
        [t('portal.proofs.record_value'), domain.record.value],
      ],
    },
    {
      title: t('portal.proofs.by_file'),
      rows: [
        [t('portal.proofs.file_address'), domain.file.address],
        [t('portal.proofs.file_text'), domain.file.text],
      ],
    },
  ] as const
  return (
    <>
      {domain.missing_since !== null && domain.lapses_at !== null && (
        <Notice tone="attention" className="mt-3">
          {t('portal.proofs.missing', {
            since: dates.day(domain.missing_since),
            day: dates.day(domain.lapses_at),
          })}
        </Notice>
      )}
      {domain.proved_at !== null && domain.way !== null && domain.checked_at !== null && (
        <p className="type-sm mt-2 text-ink2">
          {t(`portal.proofs.found_by.${domain.way}`, { time: dates.time(domain.checked_at) })}
        </p>
      )}
      <details className="mt-3" open={domain.proved_at === null}>
        <summary className="type-label inline-flex min-h-9 cursor-pointer items-center text-link">
          {t('portal.proofs.how')}
        </summary>
        <div className="mt-2 grid gap-5">
          {ways.map((way) => (
            <div key={way.title}>
              <h4 className="type-sm strong">{way.title}</h4>
              <dl className="type-sm mt-1.5 grid gap-2">
                {way.rows.map(([name, value]) => (
                  <div key={name}>
                    <dt className="text-ink2">{name}</dt>
                    <dd>
                      <code
                        dir="ltr"
                        className="block rounded-control bg-stone2 px-3 py-2 wrap-anywhere-safe"
                      >
                        {value}
                      </code>
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </details>
      {may && (
        <PostForm
          name="domain"
          answer={answer}
          submit={t(domain.proved_at === null ? 'portal.proofs.look' : 'portal.proofs.look_again')}
          kind="secondary"
          className="mt-4 grid gap-4"
        />
      )}
    </>
  )
}
