import { useEffect } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { answerConnectRequest, getConnectRequest } from '#modules/apps/access/contract.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { goTo, requireTarget } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, requireStoreOf, screenContext } from '../screen-context.ts'
import { usePaths } from '../paths.ts'
import { useShell } from '../shell.tsx'
import type { Route } from './+types/authorize.ts'

/**
 * Parameters of an authorization request (RFC 6749, 7636). Repeated ones are refused: two parsers
 * could read different values.
 */
const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const
type Wish = { client_id: string; redirect_uri: string } & Partial<
  Record<(typeof NAMES)[number], string>
>

function wishOf(read: (name: string) => string[]): Wish {
  const pairs = NAMES.flatMap((name) => {
    const [value, ...more] = read(name)
    return value === undefined || more.length > 0 ? [] : [[name, value] as const]
  })
  return { client_id: '', redirect_uri: '', ...Object.fromEntries(pairs) }
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const wish = wishOf((name) => url.searchParams.getAll(name))
  if (screen.session === null) return { wish, here: `/authorize${url.search}`, asked: null }
  const { data: asked } = await screen.call(getConnectRequest, { query: wish })
  if (asked.fault_url !== null) throw goTo(asked.fault_url, { external: true, status: 303 })
  return { wish, here: '', asked }
}

export interface Decided {
  url: string | null
  message: string | null
}

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const decided = await screen.attempt(answerConnectRequest, {
    body: {
      ...wishOf((name) => form.getAll(name).map(String)),
      store: String(form.get('store') ?? ''),
      approve: form.get('answer') === 'yes',
    },
    ...forStoreOf(form),
  })
  if (decided.ok) return data<Decided>({ url: decided.answer.data.url, message: null })
  return data<Decided>(
    { url: null, message: decided.error.message },
    { status: decided.error.statusCode },
  )
}

/**
 * D19: the consent page for an external app. Redirects only to URLs that the app has registered.
 */
export default function Authorize({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { store } = useShell()
  const paths = usePaths()
  const busy = useNavigation().state !== 'idle'
  const { asked, wish, here } = loaderData
  const decided = actionData as Decided | undefined
  const onward = decided?.url ? requireTarget(decided.url, true).href : null
  useEffect(() => {
    if (onward) window.location.assign(onward)
  }, [onward])

  if (!asked) {
    return (
      <Page className="pt-9 pb-14">
        <PageHead title={t('authorize.title')} indexed={false} />
        <EmptyState
          as="h1"
          title={t('authorize.sign_in')}
          action={<LinkButton href={paths.connect(here)}>{t('authorize.sign_in_go')}</LinkButton>}
        >
          {t('authorize.sign_in_note')}
        </EmptyState>
      </Page>
    )
  }
  const { app } = asked
  return (
    <Page className="pt-9 pb-14">
      <PageHead title={t('authorize.title')} indexed={false} />
      <div className="mx-auto max-w-xl">
        <Panel as="section" label={t('authorize.title')}>
          <PanelPart className="flex items-center gap-4">
            <AppIcon src={app.icon} name={app.name} size={56} />
            <div className="min-w-0">
              <h1 className="type-d3 wrap-anywhere-safe">
                {t('authorize.asks', { name: app.name })}
              </h1>
              <p className="type-body text-ink2 wrap-anywhere-safe">
                <bdi dir="ltr">{store?.domain ?? ''}</bdi>
                {app.developer && (
                  <>
                    {' '}
                    · <bdi>{app.developer}</bdi>
                  </>
                )}
              </p>
            </div>
          </PanelPart>
          <PanelPart>
            <h2 className="type-label">{t('authorize.may')}</h2>
            <ul className="mt-2 grid gap-2 type-body">
              {asked.scopes.map((scope) => (
                <li key={scope} className="flex gap-2.5">
                  <Icon name="check" size={17} className="mt-1" />
                  <span className="min-w-0">{t(`authorize.scope.${scope}`)}</span>
                </li>
              ))}
            </ul>
            <p className="type-sm mt-3 text-ink2">{t('authorize.not')}</p>
            {asked.connected.length > 0 && (
              <p className="type-sm mt-2 text-ink2">{t('authorize.again')}</p>
            )}
          </PanelPart>
          <PanelPart>
            {decided?.message && (
              <ErrorSummary title={decided.message} items={[]} round={1} className="mb-4" />
            )}
            {onward ? (
              <LinkButton href={onward} iconAfter="external" wide>
                {t('authorize.onward', { host: asked.returns_to })}
              </LinkButton>
            ) : (
              <Form method="post" className="flex flex-wrap gap-3">
                <input type="hidden" name="store" value={store?.id ?? ''} />
                {Object.entries(wish).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <Button type="submit" name="answer" value="yes" busy={busy}>
                  {t('authorize.yes')}
                </Button>
                <Button type="submit" name="answer" value="no" kind="secondary" disabled={busy}>
                  {t('authorize.no')}
                </Button>
              </Form>
            )}
            <p className="type-sm mt-4 text-ink2">
              {t('authorize.after', { host: asked.returns_to })}
            </p>
          </PanelPart>
        </Panel>
      </div>
    </Page>
  )
}
