import type { AnswerOf } from '#kernel/operation.ts'
import type { getReview, getReviewFile } from '#modules/publishing/submissions/operator-contract.ts'

export type Review = AnswerOf<typeof getReview>
export type ReviewFile = AnswerOf<typeof getReviewFile>
export type TextChange = Review['listing'][number]
export type FileChange = NonNullable<Review['files']>[number]

/** What a rule or a search found in the package or the listing, in words. */
export interface Finding {
  /** On the page, from 1. */
  number: number
  file: string | null
  line: number | null
  rule: string
  wrong: string
  mend: string
  evidence: string | null
  /** A rule refuses it; otherwise somebody should look. */
  isFault: boolean
}

/** Findings of failed checks, then remarks, in the order of the files. */
export function findingsOf(
  { checks, files }: Review,
  words: (what: FileChange['remarks'][number]['what']) => Pick<Finding, 'wrong' | 'mend'>,
): Finding[] {
  const faults = checks.flatMap((check) =>
    check.findings.map((one) => ({
      file: one.file,
      line: one.line,
      rule: check.rule,
      wrong: one.wrong,
      mend: one.mend,
      evidence: one.evidence,
      isFault: true,
    })),
  )
  const remarks = (files ?? []).flatMap((file) =>
    file.remarks.map((one) => ({
      file: file.path,
      line: one.line,
      rule: one.what,
      ...words(one.what),
      evidence: one.evidence,
      isFault: false,
    })),
  )
  return [...faults, ...remarks].map((one, index) => ({ ...one, number: index + 1 }))
}

/** The file that the page shows: the one asked for, else one with a fault, else a changed one. */
export function chosenFile({ checks, files }: Review, asked: string | null): string | null {
  if (!files) return null
  const known = files.find((one) => one.path === asked)
  if (known) return known.path
  const faulty = checks.flatMap((check) => check.findings).find((one) => one.file !== null)?.file
  const first =
    files.find((one) => one.path === faulty) ??
    files.find((one) => one.what !== 'same' && one.kind === 'text') ??
    files[0]
  return first?.path ?? null
}
