import type { Currency } from '#lib/currencies.ts'
import type { ActionFunctionArgs } from 'react-router'
import {
  changePlatformFace,
  changePlatformLanguages,
  removePlatformLogo,
  setPlatformLogo,
} from '#modules/market/contract.ts'
import {
  addPlatformKey,
  changePlatform,
  changePlatformPrices,
  changePlatformState,
  detachPlatformKeys,
  fetchPlatformKeys,
  makePlatformCredentials,
  retirePlatformKey,
} from '#modules/stores/platforms/contract.ts'
import {
  changePlatformTestStores,
  startPlatformChecks,
  stopPlatformChecks,
} from '#modules/stores/platforms/setup/contract.ts'
import { coloursOf } from '../brand-fields.tsx'
import { languagesOf } from '../language-fields.tsx'
import { cropOf, fileOf, readForm, type FormAnswer } from '../read-form.ts'

// For actions: every form that changes a platform, on its page and in its setup.

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const FIELD_OF: Partial<Record<string, string>> = {
  store: 'store_token',
  other: 'other_store_token',
}

/** A mistake in one line of a field is shown at the field. */
function atField(answer: FormAnswer): FormAnswer {
  if (!answer.error?.fieldErrors) return answer
  const fieldErrors = Object.fromEntries(
    Object.entries(answer.error.fieldErrors).map(([name, found]) => {
      if (name.startsWith('colours.')) return [name, found]
      const [first = name, ...rest] = name.split('.')
      return [FIELD_OF[name] ?? (first === 'closed' ? `closed_${rest[0]}` : first), found]
    }),
  )
  return { ...answer, error: { ...answer.error, fieldErrors } }
}

type Read = Awaited<ReturnType<typeof readForm>>

function closedStore(text: Read['text']) {
  const closed = {
    store_id: text('closed_store_id'),
    store_token: text('closed_store_token'),
    key_id: text('closed_key_id'),
    secret: text('closed_secret'),
  }
  return Object.values(closed).every((one) => one.trim() === '') ? null : closed
}

async function runForm(
  { form, text, submit }: Read,
  params: { platform: number },
): Promise<FormAnswer> {
  switch (text('form')) {
    case 'look':
      return submit(changePlatform, {
        params,
        body: { name: text('name'), letters: text('letters'), ground: text('ground') },
      })
    case 'addresses':
      return submit(changePlatform, {
        params,
        body: {
          app_host: orNull(text('app_host')),
          theme_host: orNull(text('theme_host')),
          ...(text('entry') === 'panel' && {
            connector: orNull(text('connector')),
            panels: linesOf(text('panels')),
            panel_host_rule: orNull(text('panel_host_rule')),
            demonstration_store: orNull(text('demonstration_store')),
            scratch_store: orNull(text('scratch_store')),
          }),
        },
      })
    case 'prices':
      return submit(changePlatformPrices, {
        params,
        body: {
          prices_include_tax: text('with_tax') === '1',
          home_country: text('home_country'),
          currency: text('currency') as Currency,
        },
      })
    case 'face':
      return submit(changePlatformFace, {
        params,
        body: { market_name: text('market_name'), colours: coloursOf(text) },
      })
    case 'languages':
      return submit(changePlatformLanguages, {
        params,
        body: { languages: text('everywhere') === '1' ? null : languagesOf(form) },
      })
    case 'logo':
      return submit(setPlatformLogo, {
        params,
        query: cropOf(form),
        upload: (await fileOf(form, 'file')) ?? new Uint8Array(),
      })
    case 'remove-logo':
      return submit(removePlatformLogo, { params })
    case 'credentials':
      return submit(makePlatformCredentials, { params })
    case 'key':
      return submit(addPlatformKey, { params, body: { jwk: text('jwk') } })
    case 'fetch':
      return submit(fetchPlatformKeys, { params, body: { url: text('url') } })
    case 'detach':
      return submit(detachPlatformKeys, { params })
    case 'retire':
      return submit(retirePlatformKey, { params: { ...params, kid: text('kid') } })
    case 'stores':
      return submit(changePlatformTestStores, {
        params,
        body: {
          store: text('store_token'),
          other: orNull(text('other_store_token')),
          closed: closedStore(text),
          scopes: linesOf(text('scopes')),
          user_call: orNull(text('user_call')),
        },
      })
    case 'run':
      return submit(startPlatformChecks, {
        params,
        body: { only: text('only') === '' ? null : text('only').split(' ') },
      })
    case 'stop':
      return submit(stopPlatformChecks, { params })
    default:
      return submit(changePlatformState, {
        params,
        body: { state: text('state') as 'open' | 'paused' | 'retired' },
      })
  }
}

/** The answer to the form, and where its button leads after a success. */
export async function changeOnePlatform({ context, request, params }: ActionFunctionArgs): Promise<{
  answer: FormAnswer
  next: string
}> {
  const read = await readForm(context, request)
  const answer = await runForm(read, { platform: params.platform as unknown as number })
  return { answer: atField(answer), next: read.text('next') }
}
