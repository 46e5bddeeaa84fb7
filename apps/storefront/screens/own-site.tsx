import { data } from 'react-router'
import { disconnectSite } from '#modules/installs/lifecycle-contract.ts'
import {
  addSiteRule,
  endSiteMove,
  getSite,
  lookAtSite,
  proveSiteMove,
  removeSiteRule,
  startSiteMove,
} from '#modules/stores/platforms/site-contract.ts'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { requireStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor } from '../paths.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { DisconnectSection } from './site/disconnect-section.tsx'
import { HealthPart, type SiteAnswer, type SitePart, TagPart } from './site/tag-and-health.tsx'
import type { Route } from './+types/own-site.ts'
import { FormKey } from '../forms.tsx'
import { fieldMessages } from '../field-messages.ts'
import { isolated } from '../item-card.tsx'
import { LookNotice, ProofWaysPanel } from './site/proof-ways.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  if (!screen.session) throw screen.refusal('session.required')
  return { site: (await screen.call(getSite)).data, store: screen.session.storeId }
}

const WAYS = ['dns', 'file', 'meta'] as const
const PAGES = ['home', 'list', 'product', 'cart', 'member-confirmation'] as const

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 2000)
  const rule = {
    page: PAGES.find((one) => one === text('page')) ?? 'product',
    path: text('path'),
    has: text('has'),
    into: text('into'),
  }
  if (text('do') === 'leave' && text('sure') === 'yes') {
    await screen.call(disconnectSite, { body: { store: text('store') } })
    throw goTo('/?signed=out', { status: 303, document: true })
  }
  const done = await (async () => {
    switch (text('do')) {
      case 'rule':
        return screen.attempt(addSiteRule, { body: rule })
      case 'unrule':
        return screen.attempt(removeSiteRule, { body: rule })
      case 'move':
        return screen.attempt(startSiteMove, { body: { address: text('address') } })
      case 'prove':
        return screen.attempt(proveSiteMove, {
          body: {
            which: text('which') === 'new' ? 'new' : 'old',
            way: WAYS.find((way) => way === text('way')) ?? 'file',
          },
        })
      case 'stay':
        return screen.attempt(endSiteMove)
      default:
        return screen.attempt(lookAtSite)
    }
  })()
  if (done.ok || done.error.code === 'site.not_proved')
    throw goTo(`${pathsFor(false).site}#${/^[a-z]{1,10}$/.exec(text('at'))?.[0] ?? 'health'}`, {
      status: 303,
    })
  const { message, fieldErrors = {}, statusCode } = done.error
  return data<SiteAnswer>(
    { message, fieldErrors, given: { ...rule, address: text('address') } },
    { status: statusCode },
  )
}

/** Settings of a site without a platform (D4). Each section can be linked to. */
export default function OwnSite({
  loaderData: { site, store },
  actionData: answer,
}: Route.ComponentProps) {
  const { t } = useWords()
  const facts = { site, store, answer }
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="account" title={t('site.title')} lead={t('site.lead')} />
      {answer && (
        <Notice tone="attention" alert className="mt-6">
          {answer.message}
        </Notice>
      )}
      <Columns kind="plan" className="mt-7">
        <Sticky>
          <HealthPart {...facts} />
        </Sticky>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-9">
          <TagPart {...facts} />
          <RulesPart {...facts} />
          <MovePart {...facts} />
          <DisconnectSection domain={site.domain} store={store} note={t('site.leave.note')} />
        </div>
      </Columns>
    </Page>
  )
}

/** A changed address: both the old and the new one are verified, in any order. */
function MovePart({ site, store, answer }: SitePart) {
  const { t, locale } = useWords()
  const { errors } = fieldMessages(t, answer?.fieldErrors ?? {}, () => t('site.move.address'))
  const hidden = (
    <>
      <input type="hidden" name="store" value={store} />
      <input type="hidden" name="at" value="move" />
    </>
  )
  const { move } = site
  const ends =
    move &&
    ([
      { which: 'old', domain: site.domain, done: move.old_proved },
      { which: 'new', domain: move.domain, done: move.new_proved },
    ] as const)
  return (
    <section id="move" aria-labelledby="move-title">
      <h2 id="move-title" className="type-d3">
        {t('site.move.title')}
      </h2>
      <p className="type-body mt-1 mb-4 max-w-[70ch] text-ink2">{t('site.move.note')}</p>
      {!move || !ends ? (
        <Panel>
          <PanelPart>
            <form method="post" noValidate className="grid gap-4">
              {hidden}
              <TextField
                label={t('site.move.address')}
                error={errors.address}
                name="address"
                id={fieldId('address')}
                defaultValue={answer?.given.address}
                dir="ltr"
                inputMode="url"
                spellCheck={false}
                maxLength={300}
              />
              <div>
                <Button type="submit" name="do" value="move" kind="secondary">
                  {t('site.move.start')}
                </Button>
              </div>
            </form>
          </PanelPart>
        </Panel>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <LookNotice proof={move.proof} />
          {ends.map(({ which, domain, done }) => (
            <div key={which}>
              <p className="type-label mb-2 flex flex-wrap items-center gap-3">
                <span className="wrap-anywhere-safe">
                  {t(`site.move.${which}`, { domain: isolated(domain, locale) })}
                </span>
                <Badge tone={done ? 'green' : 'neutral'} icon={done ? 'check' : 'clock'}>
                  {t(done ? 'site.move.proved' : 'site.move.open')}
                </Badge>
              </p>
              {!done && (
                <ProofWaysPanel
                  proof={{
                    ...move.proof,
                    record: { ...move.proof.record, name: `_arasta.${domain.split(':')[0]}` },
                  }}
                  url={`https://${domain}`}
                  fields={
                    <>
                      {hidden}
                      <input type="hidden" name="do" value="prove" />
                      <input type="hidden" name="which" value={which} />
                    </>
                  }
                />
              )}
            </div>
          ))}
          <form method="post">
            {hidden}
            <Button type="submit" name="do" value="stay" kind="quiet">
              {t('site.move.end')}
            </Button>
          </form>
        </div>
      )}
    </section>
  )
}

/** Assigns page types to URLs: by clicking on the site, or in writing. */
function RulesPart({ site, store, answer }: SitePart) {
  const { t } = useWords()
  const labels: Record<string, string> = {
    path: t('site.rules.path'),
    has: t('site.rules.has'),
    into: t('site.rules.into'),
  }
  const { errors } = fieldMessages(t, answer?.fieldErrors ?? {}, (name) => labels[name] ?? name)
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
                  className="block text-start text-ink2 wrap-anywhere-safe"
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
