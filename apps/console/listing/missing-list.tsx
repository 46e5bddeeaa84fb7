import type { ListingAnswer } from '#contexts/partners/item-contract.ts'
import { LOCALES } from '#lib/locale.ts'
import { Icon } from '#ui/icon.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useWords } from '../words.tsx'

/** What keeps the listing from being handed in, each with the way to its field; and how much of each language is there. */
export function MissingList({ base, missing, measures }: { base: string; missing: ListingAnswer['missing']; measures: ListingAnswer['measures'] }) {
  const { t } = useWords()
  const hrefOf = ({ part, field }: ListingAnswer['missing'][number]) =>
    (part === 'pictures' || part === 'plans' ? `${base}/${part}#${field}` : `${base}?part=${part}#${field}`)
  return (
    <Panel as="section" label={t('portal.missing.title')}>
      <PanelPart>
        <h2 className="type-d4">{missing.length === 0 ? t('portal.missing.none') : t('portal.missing.title')}</h2>
        <dl className="mt-4 grid gap-3 md:grid-cols-3">
          {LOCALES.map(locale => (
            <div key={locale}>
              <dt className="type-sm">{t('portal.missing.measure', { language: t(`portal.part.${locale}`), ...measures[locale] })}</dt>
              <dd className="mt-1.5"><Progress label={t(`portal.part.${locale}`)} done={measures[locale].done} all={measures[locale].of} /></dd>
            </div>
          ))}
        </dl>
      </PanelPart>
      {missing.length > 0 && (
        <PanelPart>
          <details open={missing.length <= 6}>
            <summary className="type-label flex min-h-9 cursor-pointer items-center gap-2 text-link"><Icon name="chevron-down" size={16} />{t('portal.missing.count', { count: missing.length })}</summary>
            <ul className="mt-2 grid gap-3">
              {missing.map((one, index) => (
                <li key={index} className="flex gap-2.5">
                  <Icon name="warning" size={17} className="mt-1 shrink-0 text-coral-text" />
                  <div className="min-w-0">
                    <TextLink href={hrefOf(one)}>{one.wrong}</TextLink>
                    <span className="type-sm block text-ink2">{t(`portal.part.${one.part}`)} · {one.mend}</span>
                    {one.evidence && <bdi className="type-sm block wrap-anywhere-safe text-ink2">“{one.evidence}”</bdi>}
                  </div>
                </li>
              ))}
            </ul>
          </details>
        </PanelPart>
      )}
    </Panel>
  )
}
