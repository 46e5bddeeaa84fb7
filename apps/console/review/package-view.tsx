import { useSearchParams } from 'react-router'
import { Badge, type Tone } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Anchor } from '#ui/link.tsx'
import { countOf, sizeOf } from '../dates.ts'
import { KeyHint } from '../key-hint.tsx'
import { useWords } from '../words.tsx'
import { useReviewAddress } from './address.ts'
import { FileDiff, FindingCard } from './file-diff.tsx'
import { ReviewPart } from './listing-compare.tsx'
import type { FileChange, Finding, Review, ReviewFile } from './review.ts'

/** Links of the tree at once; more files stand on further pages of it. */
const MOST_FILES = 200

const TONES: Record<FileChange['what'], Tone> = {
  same: 'neutral',
  changed: 'turquoise',
  added: 'green',
  removed: 'coral',
}

/** The files of the package, one of them beside what is published, and what was found in it. */
export function PackageView({
  review,
  file,
  findings,
  onQuote,
}: {
  review: Review
  file: ReviewFile | null
  findings: readonly Finding[]
  onQuote?: ((finding: Finding) => void) | undefined
}) {
  const { t, locale } = useWords()
  if (review.version === null) return null
  const { files } = review
  const count = (what: FileChange['what']) => files?.filter((one) => one.what === what).length ?? 0
  const ofFiles = findings.filter((one) => one.file !== null)
  const faults = ofFiles.filter((one) => one.isFault).length
  return (
    <ReviewPart
      id="package"
      title={t('console.review.package')}
      note={
        files &&
        [
          t('console.review.files', { count: files.length }),
          count('changed') > 0 && t('console.review.files_changed', { count: count('changed') }),
          count('added') > 0 && t('console.review.files_added', { count: count('added') }),
          count('removed') > 0 && t('console.review.files_removed', { count: count('removed') }),
        ]
          .filter(Boolean)
          .join(', ')
      }
      end={
        files && (
          <>
            {faults > 0 && (
              <Badge tone="coral">{t('console.review.faults', { count: faults })}</Badge>
            )}
            {ofFiles.length > faults && (
              <Badge>{t('console.review.remarks', { count: ofFiles.length - faults })}</Badge>
            )}
            <LinkButton
              href={`/api/operator/queue/${review.id}/package`}
              download=""
              kind="secondary"
              size="small"
              icon="download"
            >
              {t('console.review.zip', { size: sizeOf(review.size ?? 0, locale) })}
            </LinkButton>
          </>
        )
      }
    >
      {files === null ? (
        <p className="type-body text-ink2">
          {t(review.files_failed ? 'console.queue.files_failed' : 'console.queue.files_none')}
        </p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-card md:grid md:grid-cols-[224px_minmax(0,1fr)]">
          <Tree review={review} files={files} open={file?.path ?? null} findings={findings} />
          {file && (
            <OpenFile
              key={file.path}
              review={review}
              files={files}
              file={file}
              findings={findings}
              onQuote={onQuote}
            />
          )}
        </div>
      )}
    </ReviewPart>
  )
}

function Tree({
  review,
  files,
  open,
  findings,
}: {
  review: Review
  files: readonly FileChange[]
  open: string | null
  findings: readonly Finding[]
}) {
  const { t, locale } = useWords()
  const [query] = useSearchParams()
  const address = useReviewAddress()
  const last = Math.ceil(files.length / MOST_FILES)
  const at = files.findIndex((one) => one.path === open)
  const asked = Number(query.get('tree')) || Math.floor(Math.max(0, at) / MOST_FILES) + 1
  const page = Math.min(last, Math.max(1, asked))
  const shown = files.slice((page - 1) * MOST_FILES, page * MOST_FILES)
  return (
    <nav
      aria-label={t('console.queue.files')}
      className="flex min-w-0 flex-col border-line max-md:border-b md:border-e"
    >
      <ul className="max-h-60 overflow-y-auto py-1.5 md:max-h-150">
        {shown.map((file) => (
          <li key={file.path}>
            <Anchor
              href={address({ file: file.path }, 'package')}
              aria-current={file.path === open ? 'true' : undefined}
              className={classes(
                'flex min-h-9 items-center gap-2 border-s-2 px-2.5 py-1 type-sm -outline-offset-3',
                file.path === open
                  ? 'border-turquoise bg-turquoise-tint strong'
                  : 'border-transparent hover:bg-stone',
              )}
            >
              <bdi dir="ltr" className="min-w-0 flex-1 wrap-anywhere-safe">
                {file.path}
              </bdi>
              <Count findings={findings.filter((one) => one.file === file.path)} />
              {file.what !== 'same' && (
                <span className={classes('type-xs strong', WORDS[file.what])}>
                  {t(`console.queue.what.${file.what}`)}
                </span>
              )}
            </Anchor>
          </li>
        ))}
      </ul>
      {last > 1 && (
        <p className="flex flex-wrap justify-between gap-2 border-t border-line px-3 py-2 type-sm">
          {page > 1 && (
            <Anchor href={address({ tree: String(page - 1) })} className="link">
              {t('console.review.back')}
            </Anchor>
          )}
          <span className="text-ink2">
            {t('console.review.page', {
              page: countOf(page, locale),
              of: countOf(last, locale),
            })}
          </span>
          {page < last && (
            <Anchor href={address({ tree: String(page + 1) })} className="link">
              {t('console.next')}
            </Anchor>
          )}
        </p>
      )}
      {review.sha256 && (
        <p className="mt-auto border-t border-line px-3 py-2 type-xs text-ink2">
          {t('console.sub.by')}: <bdi>{review.submitted_by}</bdi>
          <code dir="ltr" className="block text-start" title={review.sha256}>
            {review.sha256.slice(0, 12)}…{review.sha256.slice(-6)}
          </code>
        </p>
      )}
    </nav>
  )
}

const WORDS = {
  changed: 'text-link',
  added: 'text-green',
  removed: 'text-coral-text',
} as const

function Count({ findings }: { findings: readonly Finding[] }) {
  const { t, locale } = useWords()
  if (findings.length === 0) return null
  const isFault = findings.some((one) => one.isFault)
  return (
    <span
      className={classes(
        'grid min-w-5 place-items-center rounded-full px-1.5 type-xs strong figures',
        isFault ? 'bg-coral-text text-card' : 'bg-stone2',
      )}
    >
      <span aria-hidden="true">{countOf(findings.length, locale)}</span>
      <span className="sr-only">
        {t(isFault ? 'console.review.faults' : 'console.review.remarks', {
          count: findings.length,
        })}
      </span>
    </span>
  )
}

function OpenFile({
  review,
  files,
  file,
  findings,
  onQuote,
}: {
  review: Review
  files: readonly FileChange[]
  file: ReviewFile
  findings: readonly Finding[]
  onQuote?: ((finding: Finding) => void) | undefined
}) {
  const { t, locale } = useWords()
  const [query] = useSearchParams()
  const address = useReviewAddress()
  const at = files.findIndex((one) => one.path === file.path)
  const [previous, next] = [files[at - 1], files[at + 1]]
  const ofFiles = findings.filter((one) => one.file !== null)
  const here = ofFiles.filter((one) => one.file === file.path)
  const current = ofFiles.findIndex((one) => String(one.number) === query.get('finding'))
  const following = ofFiles[(current + 1) % ofFiles.length]
  const step = (key: string, to: FileChange | undefined, name: string) =>
    to && (
      <Anchor
        href={address({ file: to.path }, 'package')}
        data-key={key}
        aria-label={`${name}: ${to.path}`}
        className="grid size-9 place-items-center rounded-control hover:bg-stone2"
      >
        <KeyHint keys={key} />
      </Anchor>
    )
  return (
    <div className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 type-sm">
        <bdi dir="ltr" className="min-w-0 strong wrap-anywhere-safe">
          {file.path}
        </bdi>
        <Badge tone={TONES[file.what]}>{t(`console.queue.what.${file.what}`)}</Badge>
        <span className="text-ink2">{sizeOf(file.after ?? file.before ?? 0, locale)}</span>
        <span className="ms-auto flex items-center gap-1">
          {following?.file && (
            <Anchor
              href={address(
                { file: following.file, finding: String(following.number) },
                `finding-${following.number}`,
              )}
              data-key="f"
              className="inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 text-ink2 hover:bg-stone2"
            >
              {t('console.review.next_finding')} <KeyHint keys="F" />
            </Anchor>
          )}
          {step('[', previous, t('console.review.previous_file'))}
          {step(']', next, t('console.review.next_file'))}
        </span>
      </div>
      {file.texts ? (
        <FileDiff file={file} texts={file.texts} findings={here} onQuote={onQuote} />
      ) : (
        <div className="grid gap-3 p-4">
          {here.map((one) => (
            <FindingCard key={one.number} finding={one} onQuote={onQuote} />
          ))}
          <p className="flex gap-2 type-body text-ink2">
            <Icon name="info" size={18} className="mt-1" />
            {file.what === 'same'
              ? t('console.review.file_same', { version: review.published_version ?? '' })
              : t('console.queue.not_shown')}
          </p>
        </div>
      )}
    </div>
  )
}
