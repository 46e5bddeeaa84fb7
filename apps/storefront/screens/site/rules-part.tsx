import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId } from '#ui/form-check.ts'
import { SelectField } from '#ui/long-field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { fieldMessages } from '../../field-messages.ts'
import { useWords } from '../../messages.tsx'
import type { SitePart } from './tag-and-health.tsx'
import { FormKey } from '../../form-key.tsx'

const PAGES = ['home', 'list', 'product', 'cart', 'member-confirmation'] as const

/** Which page is which: by clicking on the site itself, or in writing. */
export function RulesPart({ site, store, answer }: SitePart) {
  const { t } = useWords()
  const labels: Record<string, string> = {
    path: t('site.rules.path'),
    has: t('site.rules.has'),
    into: t('site.rules.into'),
  }
  const { errors } = fieldMessages(t, answer?.mistakes ?? {}, (name) => labels[name] ?? name)
  const hidden = (
    <>
      <input type="hidden" name="store" value={store} />
      <input type="hidden" name="at" value="rules" />
    </>
  )
  return (
    <section id="rules" aria-labelledby="rules-title">
      <h2 id="rules-title" className="type-d3">
        {t('site.rules.title')}
      </h2>
      <p className="type-body mt-1 max-w-[70ch] text-ink2">{t('site.rules.note')}</p>
      <Panel className="mt-4">
        <PanelPart>
          <LinkButton
            href="/account/site/open"
            target="_blank"
            rel="noreferrer"
            iconAfter="external"
          >
            {t('site.rules.click')}
          </LinkButton>
          <p className="type-sm mt-2 text-ink2">{t('site.rules.click_note')}</p>
        </PanelPart>
        {site.rules.length === 0 && (
          <PanelPart className="type-body text-ink2">{t('site.rules.none')}</PanelPart>
        )}
        {site.rules.map((rule) => (
          <PanelPart
            key={JSON.stringify(rule)}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2"
          >
            <div className="min-w-0">
              <p className="type-label">{t(`site.page.${rule.page}`)}</p>
              {[rule.path, rule.has, rule.into && `→ ${rule.into}`].filter(Boolean).map((text) => (
                <code
                  key={text}
                  dir="ltr"
                  className="code block text-start text-ink2 wrap-anywhere-safe"
                >
                  {text}
                </code>
              ))}
            </div>
            <form method="post">
              {hidden}
              {Object.entries(rule).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button
                type="submit"
                name="do"
                value="unrule"
                kind="danger-quiet"
                size="small"
                icon="trash"
              >
                {t('site.rules.remove')}
              </Button>
            </form>
          </PanelPart>
        ))}
        <PanelPart>
          <form method="post" noValidate className="grid gap-4 md:grid-cols-2">
            <FormKey />
            {hidden}
            <SelectField
              label={t('site.rules.page')}
              name="page"
              choices={PAGES.map((value) => ({ value, label: t(`site.page.${value}`) }))}
              defaultValue={answer?.given.page ?? 'product'}
            />
            <TextField
              label={labels.path ?? ''}
              hint={t('site.rules.path_hint')}
              error={errors.path}
              name="path"
              id={fieldId('path')}
              defaultValue={answer?.given.path}
              dir="ltr"
              spellCheck={false}
              maxLength={200}
            />
            <TextField
              label={labels.has ?? ''}
              error={errors.has}
              name="has"
              id={fieldId('has')}
              defaultValue={answer?.given.has}
              dir="ltr"
              spellCheck={false}
              maxLength={200}
            />
            <TextField
              label={labels.into ?? ''}
              error={errors.into}
              name="into"
              id={fieldId('into')}
              defaultValue={answer?.given.into}
              dir="ltr"
              spellCheck={false}
              maxLength={200}
            />
            <div>
              <Button type="submit" name="do" value="rule" kind="secondary" icon="plus">
                {t('site.rules.add')}
              </Button>
            </div>
          </form>
        </PanelPart>
      </Panel>
    </section>
  )
}
