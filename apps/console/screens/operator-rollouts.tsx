import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  goOnWithRollout,
  listAllRollouts,
  resumeRollout,
} from '#modules/publishing/rollouts/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { PageHeader } from '../page-header.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { RolloutPanel } from '../rollout-panel.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'
import { useFormAnswer, FormDone } from '../forms.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    ...(await screen.call(listAllRollouts)),
    mayChange: ['admin', 'reviewer'].includes(screen.person?.operatorRole ?? ''),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const [name, params] = [text('form'), { release: text('release') }]
  return answerOf(
    name,
    form,
    name.startsWith('go-on')
      ? await screen.attempt(goOnWithRollout, {
          params,
          body: { stage: text('stage') as unknown as number },
        })
      : await screen.attempt(resumeRollout, { params, body: { reason: text('reason') } }),
  )
}

/** All rollouts in progress, halted ones first. */
export default function OperatorRollouts() {
  const { t } = useWords()
  const { rollouts, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader title={t('console.rollouts.nav')} lead={t('console.rollouts.operator_lead')} />
      <FormDone answer={answer} className="mb-6">
        {t(
          answer?.form.startsWith('go-on')
            ? 'console.rollouts.went_on'
            : 'console.rollouts.resumed',
        )}
      </FormDone>
      {rollouts.length === 0 ? (
        <EmptyState title={t('console.rollouts.none')}>
          {t('console.rollouts.none_lead')}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {rollouts.map((one) => (
            <RolloutPanel
              key={one.release}
              one={one}
              mayChange={mayChange}
              answer={answer}
              resume="resume"
              title={
                <>
                  <TextLink href={`/operator/items/${one.item.id}`}>{one.item.name}</TextLink>{' '}
                  <bdi className="figures">{one.version}</bdi>{' '}
                  <span className="type-sm text-ink2">{one.partner}</span>
                </>
              }
              halt={
                <LinkButton
                  href={`/operator/items/${one.item.id}/decide?what=halt&version=${encodeURIComponent(one.version)}`}
                  kind="danger-quiet"
                >
                  {t('console.rollouts.halt')}
                </LinkButton>
              }
            />
          ))}
        </div>
      )}
    </>
  )
}
