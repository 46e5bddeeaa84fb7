import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getConnectorProtocol } from '#modules/stores/platforms/setup/contract.ts'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getConnectorProtocol)

/** Every second part stood between backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="type-sm wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  )

/** The sentences of the protocol; each can be linked to. */
export default function OperatorProtocol() {
  const { t } = useWords()
  const { sections } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.protocol.title')}
        lead={t('console.protocol.lead')}
        back={{ href: '/operator/platforms', name: t('console.nav.platforms') }}
      />
      <div lang="en" dir="ltr" className="grid max-w-200 gap-9 text-start">
        {sections.map((section) => (
          <section key={section.title} aria-label={section.title}>
            <h2 className="type-d3 mb-3">{section.title}</h2>
            <dl className="grid gap-1">
              {section.sentences.map((one) => (
                <div
                  key={one.anchor}
                  id={one.anchor}
                  className="scroll-mt-24 rounded-control-lg px-3 py-2 target:bg-turquoise-tint target:inset-ring target:inset-ring-turquoise-light"
                >
                  <dt className="type-xs text-ink2">
                    <code>#{one.anchor}</code>
                  </dt>
                  <dd className="type-body wrap-anywhere-safe">
                    {one.before && <span className="text-ink2">{withCode(one.before)} </span>}
                    {withCode(one.text)}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}
