import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { declareOperation } from '#kernel/operation.ts'
import { one, time } from '#lib/wire.ts'
import { codeField, confirmConnect, siteAddress } from './contract.ts'

/** D4, D6: a WordPress site is connected by whoever may approve it there. */
export const WORDPRESS_FAILURES = [
  // problems of the site, and results of its approval
  'unreachable',
  'not_public',
  'elsewhere',
  'no_wordpress',
  'rest_off',
  'http_only',
  'no_plugin',
  'old_plugin',
  'no_passwords',
  'rejected',
  'stale',
  'bad_password',
  'not_allowed',
  'connected_elsewhere',
  'copy',
  'taken',
  // of a move or a copy
  'other_site',
  'same_site',
  'original_silent',
] as const

const handle = {
  'claim-handle': {
    required: true,
    description: 'what `POST /auth/wordpress` answered; a browser keeps it in an HttpOnly cookie',
  },
}

const claim = z.object({
  domain: z.string(),
  url: z
    .string()
    .nullable()
    .describe('the site as it names itself, once a WordPress was found there'),
  step: z
    .enum(['address', 'plugin', 'approval', 'choice', 'proof'])
    .describe(
      "`address`: it cannot be connected as it is; `choice`: it has the identity of another store's site, moved here or copied; `proof`: the old address is still to be proved",
    ),
  failure: z.enum(WORDPRESS_FAILURES).nullable(),
  looked_at: time,
  expires_at: time,
  move: z
    .object({
      from: z
        .string()
        .describe('domain of the store that moves here, or whose identity the site has'),
      by_code: z
        .boolean()
        .describe(
          'the new site has the very keys of the old one, and a mailbox of its owner is known',
        ),
      by_approval: z.boolean().describe('the old site answers, and can ask its owner'),
      code: z
        .object({ resend_in: z.int(), tries_left: z.int(), slow: z.boolean() })
        .nullable()
        .describe('one was sent'),
    })
    .nullable(),
})
export type WordPressClaim = z.output<typeof claim>

export const startWordPress = declareOperation({
  id: 'startWordPress',
  summary: 'Begin to connect a WordPress site: we look what is there',
  tag: 'Session',
  source: 'D4 D6 D7',
  method: 'post',
  path: '/auth/wordpress',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  body: z.object({
    address: siteAddress,
    next: z.string().max(500).optional().describe('path of ours to go on to'),
  }),
  output: z.object({ handle: z.string(), data: claim }),
  refusals: ['site.not_here'],
})

export const getWordPressClaim = declareOperation({
  id: 'getWordPressClaim',
  summary: 'How far connecting a WordPress site is',
  tag: 'Session',
  source: 'D4 D6',
  method: 'get',
  path: '/auth/wordpress',
  policy: { who: 'anyone' },
  headers: handle,
  output: one(claim.nullable()),
  refusals: [],
})

export const lookAgainAtWordPress = declareOperation({
  id: 'lookAgainAtWordPress',
  summary: 'Look again: the plugin may be there now',
  tag: 'Session',
  source: 'D4 D7',
  method: 'post',
  path: '/auth/wordpress/look',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: handle,
  output: one(claim),
  refusals: ['connect.over'],
})

export const askWordPress = declareOperation({
  id: 'askWordPress',
  summary:
    "The address of the site's own page on which its owner approves; only the answer to the last one counts",
  tag: 'Session',
  source: 'D4 D6',
  method: 'post',
  path: '/auth/wordpress/question',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: handle,
  body: z.object({
    replaces: z
      .string()
      .max(60)
      .optional()
      .describe('id of the store whose session ends by the answer'),
    site: z
      .enum(['new', 'old'])
      .optional()
      .describe('of a move: which of the two is asked; the new one where nothing is said'),
  }),
  output: one(z.object({ url: z.string() })),
  refusals: ['connect.over', 'connect.other_store', 'wordpress.not_ready'],
})

export const answerWordPress = declareOperation({
  id: 'answerWordPress',
  summary:
    'What WordPress sent the owner back with: the site is connected and its owner signed in, or what kept it',
  tag: 'Session',
  source: 'D4 D6',
  method: 'post',
  path: '/auth/wordpress/answer',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: handle,
  body: z.object({
    state: z.string().max(100).describe('the secret of the question; good once'),
    user: z.string().max(200).optional(),
    password: z
      .string()
      .max(200)
      .optional()
      .describe('the application password; without one the owner said no'),
  }),
  output: z.object({
    data: claim.nullable().describe('null when it is connected'),
    session: confirmConnect.output.nullable(),
  }),
  refusals: ['connect.over', 'connect.other_store'],
})

export const startWordPressMove = declareOperation({
  id: 'startWordPressMove',
  summary: 'The site goes to another address: begin with what is there',
  tag: 'Store',
  source: 'D4 D6 D7',
  method: 'post',
  path: '/domain/wordpress/move',
  policy: { who: 'store', needs: 'install' },
  body: z.object({ address: siteAddress }),
  output: startWordPress.output,
  refusals: ['site.not_a_site', 'site.same_address'],
})

export const chooseWordPress = declareOperation({
  id: 'chooseWordPress',
  summary:
    'A site with the identity of another has moved here, or is a copy: a copy gives that identity up and becomes a store of its own',
  tag: 'Session',
  source: 'D4',
  method: 'post',
  path: '/auth/wordpress/choice',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: handle,
  body: z.object({ is: z.enum(['moved', 'copy']) }),
  output: one(claim),
  refusals: ['connect.over', 'wordpress.not_ready'],
})

export const sendWordPressCode = declareOperation({
  id: 'sendWordPressCode',
  summary: 'A code to the mailbox that the old site named last',
  tag: 'Session',
  source: 'D4 D6',
  method: 'post',
  path: '/auth/wordpress/code',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: handle,
  output: one(claim),
  refusals: ['connect.over', 'wordpress.not_ready', 'connect.too_soon', 'connect.too_many_codes'],
})

export const moveWordPress = declareOperation({
  id: 'moveWordPress',
  summary:
    'The code from the mailbox of the old site: with it the site has moved, and its owner is signed in',
  tag: 'Session',
  source: 'D4 D6',
  method: 'post',
  path: '/auth/wordpress/move',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: handle,
  body: z.object({
    code: codeField,
    replaces: z.string().max(60).optional().describe('id of the store whose session ends by this'),
  }),
  output: answerWordPress.output,
  refusals: [
    'connect.over',
    'connect.other_store',
    'connect.code_wrong',
    'connect.no_tries_left',
    'wordpress.not_ready',
  ],
})
