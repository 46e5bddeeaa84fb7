import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  getAnyItem,
  stopItem,
  takeReleaseBack,
  unpublishItem,
} from '#modules/publishing/items/operator-contract.ts'
import { NOTICE_RULES } from '#modules/publishing/statements/rules.ts'
import { TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf } from '../dates.ts'
import { isDecision } from '../navigation.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { ReasonsFields, reasonsOf } from '../reasons-fields.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const whatOf = (request: Request) => {
  const asked = new URL(request.url).searchParams
  return { what: asked.get('what') ?? '', version: asked.get('version') ?? '' }
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { what, version } = whatOf(request)
  if (!isDecision(what)) throw screen.refusal('not_found')
  const { id, name, stores } = await screen.call(getAnyItem, {
    params: { item: params.item ?? '' },
  })
  return { what, version, id, name, stores }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const { what, version } = whatOf(request)

  const [item, body] = [params.item ?? '', { ...reasonsOf(form), notice: text('notice') }]
  const done =
    what === 'unpublish'
      ? await screen.attempt(unpublishItem, { params: { item }, body })
      : what === 'stop'
        ? await screen.attempt(stopItem, { params: { item }, body })
        : await screen.attempt(takeReleaseBack, {
            params: { item, version },
            body: { ...body, to: what === 'yank' ? 'yanked' : 'halted' },
          })
  return done.ok ? goTo(`/operator/items/${item}?done=${what}`) : answerOf('decide', form, done)
}

/** The form for all decisions against an item; each requires reasons. */
export default function OperatorDecision() {
  const { t, locale } = useWords()
  const { what, version, id, name, stores } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'decide')
  return (
    <>
      <p className="type-sm mb-2">
        <TextLink href={`/operator/items/${id}`}>
          <bdi>{name}</bdi>
        </TextLink>
      </p>
      <PageHeader
        title={t(`console.items.decide.${what}`, { name, version })}
        lead={t(`console.items.decide.${what}_lead`, { count: countOf(stores, locale) })}
      />
      <Panel className="max-w-200">
        <PanelPart>
          <PostForm
            name="decide"
            answer={answer}
            submit={t(`console.items.${what}`)}
            kind={what === 'stop' || what === 'yank' ? 'danger' : 'primary'}
          >
            <ReasonsFields answer={answer} form="decide" />
            <TextField
              {...field('notice')}
              label={t('console.items.notice')}
              hint={t('console.items.notice_hint')}
              dir="auto"
              maxLength={NOTICE_RULES.notice.max}
              required
            />
          </PostForm>
        </PanelPart>
      </Panel>
    </>
  )
}
