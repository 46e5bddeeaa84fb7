import type { ConsoleCtx } from '#kernel/context.ts'
import { personOf, personIn } from '#kernel/actor.ts'
import { noteChange, defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { refuse } from './errors.ts'
import * as accountContract from './account-contract.ts'
import {
  type Credential,
  deleteSessions,
  findPerson,
  hasPassword,
  listCredentials,
  listPasskeys,
  listSessions,
  revokeCredentials,
} from './data.ts'
import { newPasskeyChallenge, savePasskey } from './passkeys.ts'
import { FRESH_SECONDS, LIMITS } from './rules.ts'

/** The person's own row, before and after. */
const ownRow = {
  kind: 'person',
  id: (_input: unknown, ctx: ConsoleCtx) => personIn(ctx)?.id,
  read: (db: ConsoleCtx['db'], id: string) => findPerson(db, id),
}
const ofPerson = (kind: string) => ({
  kind,
  id: (_input: unknown, ctx: ConsoleCtx) => personIn(ctx)?.id,
})
/** Operations that ask for the password again allow few attempts. */
const passwordLimits = (ctx: ConsoleCtx) => [
  { key: `console password ${personIn(ctx)?.id}`, ...LIMITS.passwordPerson },
]
const done = { success: true as const }

const presentCredential = ({ id, kind, name, since }: Credential) => ({
  id,
  kind,
  name,
  since: since?.toISOString() ?? null,
})

export const getAccount = defineOperation({
  ...accountContract.getAccount,
  run: async (ctx) => {
    const person = personOf(ctx)
    const row = await findPerson(ctx.db, person.id)
    if (!row) throw refuse('session.required')
    const now = ctx.clock.now()
    const [known, passkeys, sessions, credentials] = await Promise.all([
      hasPassword(ctx.db, person.id),
      listPasskeys(ctx.db, person.id),
      listSessions(ctx.db, person.id, now),
      listCredentials(ctx.db, person.id, now),
    ])
    return {
      name: row.name,
      email: row.email,
      email_verified: row.email_verified,
      locale: person.locale,
      has_password: known,
      app_code: row.two_factor_enabled,
      passkeys: passkeys.map((one) => ({
        id: one.id,
        name: one.name ?? '',
        since: (one.created_at ?? ctx.clock.now()).toISOString(),
        synced: one.backed_up,
      })),
      credentials: credentials.map(presentCredential),
      sessions: sessions.map((one) => ({
        id: one.id,
        since: one.created_at.toISOString(),
        expires_at: one.expires_at.toISOString(),
        address: one.ip_address ?? '',
        program: (one.user_agent ?? '').slice(0, 300),
        current: one.id === person.sessionId,
      })),
    }
  },
})

export const changeAccount = defineOperation({
  ...accountContract.changeAccount,
  audit: ownRow,
  run: async (ctx, { body }) => {
    await ctx.db
      .updateTable('people')
      .set({ name: body.name, locale: body.locale, updated_at: ctx.clock.now() })
      .where('id', '=', personOf(ctx).id)
      .execute()
    return done
  },
})

export const changePassword = defineOperation({
  ...accountContract.changePassword,
  audit: ofPerson('password'),
  limits: passwordLimits,
  changes: ['password_changed'],
  run: async (ctx, { body }) => {
    const { id: personId } = personOf(ctx)
    await ctx.engine.call(ctx, 'changePassword', {
      body: {
        currentPassword: body.password,
        newPassword: body.new_password,
        revokeOtherSessions: true,
      },
    })
    const now = ctx.clock.now()
    const revoked = (await listCredentials(ctx.db, personId, now)).filter(
      (one) => !body.keep.includes(one.id),
    )
    await revokeCredentials(ctx.db, personId, revoked, now)
    noteChange(ctx, {
      change: 'password_changed',
      personId,
      revoked: revoked.map((one) => one.name || one.kind),
    })
    return done
  },
})

export const sendEmailCheck = defineOperation({
  ...accountContract.sendEmailCheck,

  audit: ofPerson('person'),
  limits: (ctx) => [{ key: `console mail ${personIn(ctx)?.id}`, ...LIMITS.mailPerson }],

  run: async (ctx) => {
    const { email, emailVerified } = personOf(ctx)
    if (!emailVerified) await ctx.engine.call(ctx, 'sendVerificationEmail', { body: { email } })
    return done
  },
})

export const startAppCode = defineOperation({
  ...accountContract.startAppCode,
  audit: ofPerson('app_code'),
  limits: passwordLimits,
  run: async (ctx, { body }) => {
    const { totpURI, backupCodes } = await ctx.engine.call(ctx, 'enableTwoFactor', {
      body: { password: body.password, method: 'totp', issuer: ctx.branding.both.name },
    })
    return { uri: String(totpURI), backup_codes: backupCodes as string[] }
  },
})

export const confirmAppCode = defineOperation({
  ...accountContract.confirmAppCode,
  audit: ownRow,
  limits: passwordLimits,
  changes: ['app_added'],
  run: async (ctx, { body }) => {
    const { id: personId } = personOf(ctx)
    await ctx.engine.call(ctx, 'verifyTOTP', { body: { code: body.code.replaceAll(' ', '') } })
    const first = await ctx.db
      .updateTable('person_app_codes')
      .set({ confirmed_at: ctx.clock.now() })
      .where('person_id', '=', personId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (first.numUpdatedRows > 0n) noteChange(ctx, { change: 'app_added', personId })
    return done
  },
})

export const endAppCode = defineOperation({
  ...accountContract.endAppCode,
  audit: ownRow,
  limits: passwordLimits,
  changes: ['app_removed'],
  run: async (ctx, { body }) => {
    await ctx.engine.call(ctx, 'disableTwoFactor', { body: { password: body.password } })
    noteChange(ctx, { change: 'app_removed', personId: personOf(ctx).id })
    return done
  },
})

export const renewBackupCodes = defineOperation({
  ...accountContract.renewBackupCodes,
  audit: ofPerson('backup_codes'),
  limits: passwordLimits,
  changes: ['backup_codes'],
  run: async (ctx, { body }) => {
    const { backupCodes } = await ctx.engine.call(ctx, 'generateBackupCodes', {
      body: { password: body.password },
    })
    noteChange(ctx, { change: 'backup_codes', personId: personOf(ctx).id })
    return { backup_codes: backupCodes as string[] }
  },
})

/** Credentials can only be added in a fresh session, so that a stolen one cannot. */
function requireFresh(ctx: ConsoleCtx): void {
  if (secondsAfter(personOf(ctx).signedInAt, FRESH_SECONDS) <= ctx.clock.now())
    throw refuse('people.sign_in_again')
}

export const getNewPasskeyChallenge = defineOperation({
  ...accountContract.getNewPasskeyChallenge,
  run: (ctx) => {
    requireFresh(ctx)
    return newPasskeyChallenge(ctx, personOf(ctx))
  },
})

export const addPasskey = defineOperation({
  ...accountContract.addPasskey,

  audit: { kind: 'passkey', id: (_input, _ctx, answer) => answer?.id },
  changes: ['passkey_added'],

  run: async (ctx, { body }) => {
    requireFresh(ctx)
    noteChange(ctx, {
      change: 'passkey_added',
      personId: personOf(ctx).id,
      ...(body.name && { name: body.name }),
    })
    return { id: await savePasskey(ctx, personOf(ctx).id, body.credential, body.name || null) }
  },
})

export const deletePasskey = defineOperation({
  ...accountContract.deletePasskey,
  audit: { kind: 'passkey', id: ({ params }) => params.passkey },
  changes: ['passkey_removed'],
  run: async (ctx, { params }) => {
    const { id: personId } = personOf(ctx)
    const gone = await ctx.db
      .deleteFrom('person_passkeys')
      .where('id', '=', params.passkey)
      .where('person_id', '=', personId)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw refuse('not_found')
    noteChange(ctx, { change: 'passkey_removed', personId, ...(gone.name && { name: gone.name }) })
    return done
  },
})

/** Unlinks the account at the provider. A forgotten password can be reset by mail. */
export const unlinkProvider = defineOperation({
  ...accountContract.unlinkProvider,

  audit: { kind: 'provider', id: ({ params }) => params.provider },
  changes: ['provider_unlinked'],

  run: async (ctx, { params }) => {
    const { id: personId } = personOf(ctx)
    const found = (await listCredentials(ctx.db, personId, ctx.clock.now())).find(
      (one) => one.kind === 'provider' && one.id === params.provider,
    )
    if (!found) throw refuse('not_found')
    await revokeCredentials(ctx.db, personId, [found], ctx.clock.now())
    noteChange(ctx, { change: 'provider_unlinked', personId, name: ctx.openId?.name ?? found.name })
    return done
  },
})

export const endOneSession = defineOperation({
  ...accountContract.endOneSession,
  audit: { kind: 'session', id: ({ params }) => params.session },
  run: async (ctx, { params }) => {
    const gone = await ctx.db
      .deleteFrom('person_sessions')
      .where('id', '=', params.session)
      .where('person_id', '=', personOf(ctx).id)
      .executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw refuse('not_found')
    return done
  },
})

export const endOtherSessions = defineOperation({
  ...accountContract.endOtherSessions,
  audit: ofPerson('session'),
  run: async (ctx) => {
    const person = personOf(ctx)
    return { ended: await deleteSessions(ctx.db, person.id, person.sessionId) }
  },
})
