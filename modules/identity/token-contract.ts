import { TOKEN_SCOPES, partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { done } from './contract.ts'
import { TOKEN_DAYS, TOKEN_NAME_RULES, USUAL_TOKEN_DAYS } from './rules.ts'

const TAG = 'Tokens'
const MAKERS = partnersWho('publish')

const partner = z.string().max(60)
const scopes = z.array(z.enum(TOKEN_SCOPES))
const item = z.object({ id: z.string(), name: z.string() })

export const listTokens = declareOperation({
  id: 'listTokens',
  summary: "A partner's tokens, newest first, and the items that one can be bound to",
  tag: TAG,
  source: 'PKG-11',
  method: 'get',
  path: '/partners/{partner}/tokens',
  policy: MAKERS,
  params: z.object({ partner }),
  output: z.object({
    tokens: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        ending: z.string(),
        scopes,
        item: item.nullable().describe('null: all items'),
        maker: z.string(),
        created_at: z.iso.datetime(),
        expires_at: z.iso.datetime(),
        last_used_at: z.iso.datetime().nullable().describe('to the minute'),
        state: z.enum(['live', 'over', 'revoked']),
      }),
    ),
    items: z.array(item),
  }),
  refusals: [],
})

export const createToken = declareOperation({
  id: 'createToken',
  summary: 'Make a token for a program; the answer is the only time it is shown',
  tag: TAG,
  source: 'PKG-11',
  method: 'post',
  path: '/partners/{partner}/tokens',
  policy: MAKERS,
  params: z.object({ partner }),
  body: z.object({
    name: textField(TOKEN_NAME_RULES),
    scopes: scopes
      .min(1, { error: 'field.required' })
      .refine((list) => new Set(list).size === list.length),
    item: z.string().max(60).optional().describe('without it: all items'),
    days: z.literal(TOKEN_DAYS).default(USUAL_TOKEN_DAYS),
  }),
  output: z.object({ id: z.string(), token: z.string() }),
  refusals: ['partners.token_many'],
})

export const revokeToken = declareOperation({
  id: 'revokeToken',
  summary: 'End a token at once',
  tag: TAG,
  source: 'PKG-11',
  method: 'delete',
  path: '/partners/{partner}/tokens/{token}',
  policy: MAKERS,
  params: z.object({ partner, token: z.string().max(60) }),
  output: done,
  refusals: [],
})

export const getOwnToken = declareOperation({
  id: 'getOwnToken',
  summary: 'What the token that asks may do',
  tag: TAG,
  source: 'PKG-11',
  method: 'get',
  path: '/token',
  policy: { who: 'token' },
  output: z.object({
    partner: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
    scopes,
    item: z.string().nullable().describe('the one item it is bound to'),
    expires_at: z.iso.datetime(),
    items: z
      .array(
        z.object({
          id: z.string(),
          prefix: z.string(),
          slug: z.string(),
          market: z.enum(['app', 'theme']),
          status: z.enum(['draft', 'published', 'unpublished']),
        }),
      )
      .describe('that it may act for; the ones changed last'),
  }),
  refusals: [],
})
