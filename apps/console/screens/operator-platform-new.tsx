import type { ActionFunctionArgs } from 'react-router'
import { addPlatform } from '#modules/stores/platforms/contract.ts'
import type { Entry } from '#modules/stores/platforms/seeds.ts'
import { PostForm, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { PageHeader } from '../page-header.tsx'
import { EntryFields, LookFields } from '../platform/fields.tsx'
import { readForm } from '../read-form.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const answer = await submit(addPlatform, {
    body: {
      name: text('name'),
      letters: text('letters'),
      ground: text('ground'),
      entry: text('entry') as Entry,
    },
  })
  if (answer.done) throw goTo(`/operator/platforms/${String(answer.done['id'])}/setup`)
  return answer
}

const NEW = { name: '', letters: '', ground: '#2f5d3a', logo: null }

/** Name, look and kind of a new platform; the setup goes on from there. */
export default function OperatorPlatformNew() {
  const { t } = useWords()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader
        title={t('console.platform.add')}
        lead={t('console.platform.add_lead')}
        back={{ href: '/operator/platforms', name: t('console.nav.platforms') }}
      />
      <Section title={t('console.setup.step.look')}>
        <PostForm name="look" answer={answer} submit={t('console.platform.add_go_on')}>
          <LookFields one={NEW} answer={answer} />
          <EntryFields />
        </PostForm>
      </Section>
    </>
  )
}
