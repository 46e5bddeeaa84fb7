import type { ReactNode } from 'react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { listTokens } from '#modules/identity/token-contract.ts'
import { getCommandLine } from '#modules/publishing/partners/contract.ts'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { FormError, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { CopyButton } from '../platform/copy-button.tsx'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { tokenAction } from '../token-action.ts'
import { MadeToken, madeToken, TokenForm, TokenTable } from '../token-parts.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const given = { params: { partner: params.partner ?? '' } }
  const [line, tokens] = await Promise.all([
    screen.call(getCommandLine, given),
    screen.call(listTokens, given),
  ])
  return { line, ...tokens }
}

export const action = tokenAction

const FILE = './arasta.tgz'
/** Inside double quotes of a shell. */
const quoted = (text: string): string => `"${text.replaceAll(/["$`\\!]/g, '')}"`

/** Installing the command line, a token for it, and first commands with the partner's own item. */
export default function PartnerCommandLine() {
  const { t } = useWords()
  const { line, tokens, items } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const made = madeToken(answer)
  return (
    <>
      <PageHeader title={t('portal.cli.title')} lead={t('portal.cli.lead')} />
      <FormError answer={answer} form="revoke" className="mb-6" />
      {made !== null && <MadeToken token={made} />}
      <div className="grid max-w-230 grid-cols-1 gap-6">
        <Section title={t('portal.cli.install')} lead={t('portal.cli.install_lead')}>
          {line.package === null && (
            <Notice className="mb-4">
              {t('portal.cli.file')}{' '}
              {line.contact !== null && (
                <TextLink href={`mailto:${line.contact}`}>
                  <bdi dir="ltr">{line.contact}</bdi>
                </TextLink>
              )}
            </Notice>
          )}
          <Commands
            about={t('portal.cli.install')}
            lines={[`npm install --global ${line.package ?? FILE}`]}
          />
        </Section>
        <Section title={t('portal.cli.token')} lead={t('portal.cli.token_lead')}>
          <TokenForm
            items={items}
            answer={answer}
            name={t('portal.cli.token_name')}
            scopes={['upload', 'status']}
          />
          <h3 className="type-label mt-7 mb-2">{t('portal.cli.variables')}</h3>
          <Commands
            about={t('portal.cli.variables')}
            lines={[
              `export ARASTA_CONSOLE=${line.console}`,
              `export ARASTA_TOKEN=${made ?? 'arasta_pat_…'}`,
            ]}
          />
        </Section>
        <FirstCommands />
      </div>
      {tokens.length > 0 && (
        <>
          <h2 className="type-d4 mt-9 mb-3">{t('console.tokens.nav')}</h2>
          <TokenTable tokens={tokens} />
        </>
      )}
    </>
  )
}

function FirstCommands() {
  const { t } = useWords()
  const { line } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const item = line.items.find((one) => one.prefix === query.get('item')) ?? line.items[0]
  const name = item?.prefix ?? 'my-app'
  return (
    <Section title={t('portal.cli.commands')} lead={t('portal.cli.commands_lead')}>
      {line.items.length > 1 && (
        <div className="mb-5 min-w-0 overflow-x-auto">
          <Tabs
            label={t('portal.cli.item')}
            tabs={line.items.map((one) => ({
              href: `?${new URLSearchParams({ item: one.prefix })}`,
              name: one.name,
              current: one.prefix === name,
            }))}
          />
        </div>
      )}
      <ol className="grid grid-cols-1 gap-5">
        {item === undefined && (
          <Step title={t('portal.cli.create')}>
            <Commands
              about={t('portal.cli.create')}
              lines={[
                `arasta create app ${name} --author ${quoted(line.partner.name)}${line.partner.website === null ? '' : ` --support ${quoted(line.partner.website)}`}`,
              ]}
            />
          </Step>
        )}
        <Step title={t('portal.cli.check')}>
          <Commands about={t('portal.cli.check')} lines={[`arasta check ${name}`]} />
        </Step>
        <Step title={t('portal.cli.dev')}>
          <Commands about={t('portal.cli.dev')} lines={[`arasta dev ${name}`]} />
        </Step>
        <Step title={t('portal.cli.publish')}>
          <Commands about={t('portal.cli.publish')} lines={[`arasta publish ${name} --wait`]} />
        </Step>
        <Step title={t('portal.cli.status')}>
          <Commands about={t('portal.cli.status')} lines={[`arasta status ${name}`]} />
        </Step>
      </ol>
    </Section>
  )
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="min-w-0">
    <h3 className="type-label mb-2">{title}</h3>
    {children}
  </li>
)

/** Lines for a shell, left to right, with one button that copies all of them. */
const Commands = ({ lines, about }: { lines: readonly string[]; about: string }) => (
  <div className="flex min-w-0 flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-stone px-4 py-2.5">
    <pre dir="ltr" className="type-sm min-w-0 flex-1 basis-60 whitespace-pre-wrap wrap-anywhere">
      <code className="select-all">{lines.join('\n')}</code>
    </pre>
    <CopyButton value={lines.join('\n')} about={about} />
  </div>
)
