import { OPTIONAL_STEPS, type TodoStep } from '#contexts/backoffice/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useWords } from './words.tsx'

const WHERE: Record<TodoStep, string> = {
  second: '/account#second', name: '/operator/settings#name', colours: '/operator/settings#colours', company: '/operator/settings#company', platform: '/operator/platforms', texts: '/operator/texts', categories: '/operator/shelves/categories/new', tax: '/operator/tax', shares: '/operator/shares', partners: '/operator/partners',
  published: '/operator/queue',
}

/** What it takes to open a market, each with the page where it is done. */
export function TodoList({ steps, className }: { steps: readonly { step: TodoStep; done: boolean }[]; className: string }) {
  const { t } = useWords()
  const needed = steps.filter(one => !OPTIONAL_STEPS.includes(one.step))
  return (
    <Panel as="section" label={t('console.todo.title')} className={`${className} max-w-180`}>
      <PanelPart>
        <h2 className="type-d4 mb-1">{t('console.todo.title')}</h2>
        <p className="type-body mb-3 text-ink2">{t('console.todo.lead', { done: needed.filter(one => one.done).length, count: needed.length })}</p>
        <ol className="border-t border-line">
          {steps.map(({ step, done }) => (
            <li key={step} className="flex items-baseline justify-between gap-4 border-b border-line py-3 last:border-b-0 last:pb-0">
              {done ? <span className="type-body text-ink2">{t(`console.todo.${step}`)}</span> : <TextLink href={WHERE[step]} className="strong">{t(`console.todo.${step}`)}</TextLink>}
              {done
                ? <Badge tone="green" icon="check">{t('console.todo.done')}</Badge>
                : <Badge tone={OPTIONAL_STEPS.includes(step) ? 'neutral' : 'turquoise'}>{t(OPTIONAL_STEPS.includes(step) ? 'console.todo.optional' : 'console.todo.open')}</Badge>}
            </li>
          ))}
        </ol>
      </PanelPart>
    </Panel>
  )
}
