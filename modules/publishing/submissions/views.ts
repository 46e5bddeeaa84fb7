import type { z } from 'zod'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { getSubmission as getContract, listSubmissions as listContract } from './contract.ts'
import {
  findItem,
  findSubmission,
  listChecks,
  listReleaseRows,
  listSubmissionRows,
  listVerdicts,
  measureQueue,
  personNames,
  placeInQueue,
} from './data.ts'
import { presentCheck, presentSubmission } from './present.ts'
import { channelOf, MEASURED } from './rules.ts'

const MOST = 30

type Answer = z.input<typeof listContract.output>

const maySubmit = (ctx: ConsoleCtx, partnerId: string): boolean =>
  ['owner', 'developer'].includes(
    personOf(ctx).partners.find((one) => one.id === partnerId)?.role ?? '',
  )

export const listSubmissions = defineOperation({
  ...listContract,
  run: async (ctx, { params }) => {
    const item = await findItem(ctx.db, params.item, params.partner)
    if (!item) throw refuse('not_found')
    const [releases, rows, queue] = await Promise.all([
      listReleaseRows(ctx.db, item.id),
      listSubmissionRows(ctx.db, item.id, MOST),
      measureQueue(ctx.db, MEASURED),
    ])
    const [verdicts, names] = await Promise.all([
      listVerdicts(
        ctx.db,
        rows.map((row) => row.id),
      ),
      personNames(
        ctx.db,
        rows.map((row) => row.submitted_by),
      ),
    ])
    return {
      item: {
        id: item.id,
        name: item.name,
        market: item.market as 'app' | 'theme',
        status: item.status as Answer['item']['status'],
        prefix: item.prefix,
      },
      may_submit: maySubmit(ctx, params.partner),
      releases: releases.map((row) => ({
        version: row.version,
        channel: channelOf(row.version),
        state: row.status as Answer['releases'][number]['state'],
        published_at: row.published_at?.toISOString() ?? null,
        notes: row.notes as Answer['releases'][number]['notes'],
        installable: row.package_sha256 !== null,
      })),
      submissions: rows.map((row) => presentSubmission(row, verdicts.get(row.id) ?? [], names)),
      queue,
    }
  },
})

export const getSubmission = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await findSubmission(ctx.db, {
      id: params.submission,
      partnerId: params.partner,
      itemId: params.item,
    })
    const item = row && (await findItem(ctx.db, row.item_id))
    if (!row || !item) throw refuse('not_found')
    const [checks, queue, names, place] = await Promise.all([
      listChecks(ctx.db, row.id),
      measureQueue(ctx.db, MEASURED),
      personNames(ctx.db, [row.submitted_by]),
      row.state === 'waiting' ? placeInQueue(ctx.db, row) : null,
    ])
    return {
      ...presentSubmission(row, checks, names),
      item_name: item.name,
      may_submit: maySubmit(ctx, params.partner),
      checks: checks.map((one) => presentCheck(one, ctx.locale)),
      place,
      queue,
    }
  },
})
