import { Button, LinkButton } from '../button.tsx'
import { CloseDialog, Dialog, DialogBody } from '../dialog.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorScene } from '../error-scene.tsx'
import type { ErrorKind } from '../error-scene.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import { Arches } from '../arches.tsx'
import { CardSkeletons, CoverSkeletons } from '../skeleton.tsx'
import { TextLink } from '../link.tsx'
import { Toast, ToastRegion } from '../toast.tsx'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

const KINDS: ErrorKind[] = ['closed', 'locked', 'fallen']

/** Toasts, notices, dialog, empty, errors, waiting. */
export function StateSections({ words }: Shown) {
  const { sections, toasts, dialog, empty, errors, chips } = words
  return (
    <>
      <Shows name={sections.toasts}>
        <div className="flex flex-wrap gap-3">
          <Toast action={<button type="button">{toasts.undo}</button>} close={toasts.close}>
            {toasts.done}
          </Toast>
          <Notice tone="attention" action={<TextLink href="#">{toasts.again}</TextLink>}>
            {toasts.bank}
          </Notice>
          <Notice
            icon="arrow-up"
            title={toasts.note}
            action={
              <Button size="small" kind="secondary">
                {words.shell.updates}
              </Button>
            }
          >
            {chips.newPermission}
          </Notice>
          <Notice tone="done" title={toasts.done} />
        </div>
        <ToastRegion label={toasts.region} />
        <ErrorSummary
          className="mt-4"
          title={words.fields.agreeError}
          mistakes={[{ text: words.fields.taxError }, { text: words.fields.agreeError }]}
          round={0}
        />
      </Shows>
      <Shows name={sections.dialogs}>
        <div className="grid place-items-center rounded-card bg-stone2 p-5 md:p-10">
          <div className="w-full max-w-105 rounded-panel border border-line bg-card p-6">
            <DialogBody
              title={dialog.title}
              actions={
                <>
                  <Button kind="danger">{dialog.yes}</Button>
                  <Button kind="quiet">{dialog.no}</Button>
                </>
              }
            >
              {dialog.text}
            </DialogBody>
          </div>
        </div>
        <Button kind="secondary" opens="showcase-dialog" className="mt-4">
          {dialog.open}
        </Button>
        <Dialog
          id="showcase-dialog"
          title={dialog.title}
          actions={
            <>
              <Button kind="danger">{dialog.yes}</Button>
              <CloseDialog>{dialog.no}</CloseDialog>
            </>
          }
        >
          {dialog.text}
        </Dialog>
      </Shows>
      <Shows name={sections.empty}>
        <div className="rounded-card border border-line">
          <EmptyState
            as="h3"
            title={empty.title}
            action={
              <LinkButton href="#" size="small" kind="secondary">
                {empty.way}
              </LinkButton>
            }
          >
            {empty.text}
          </EmptyState>
        </div>
      </Shows>
      <Shows name={sections.errors} wide>
        {errors.rows.map((row, n) => (
          <ErrorScene
            key={row.code}
            kind={KINDS[n]!}
            sign={errors.sign}
            title={row.title}
            code={row.code}
            as="h3"
            actions={
              <>
                <LinkButton href="#">{row.one}</LinkButton>
                <LinkButton href="#" kind="secondary">
                  {row.two}
                </LinkButton>
              </>
            }
          >
            {row.text}{' '}
            {row.path && (
              <bdi dir="ltr" className="strong">
                {row.path}
              </bdi>
            )}
          </ErrorScene>
        ))}
      </Shows>
      <Shows name={sections.waiting}>
        <CardSkeletons label={words.waiting} count={2} />
        <div className="mt-6">
          <CoverSkeletons label={words.waiting} count={3} />
        </div>
        <Arches className="mt-6 w-[360px] max-w-full" />
      </Shows>
    </>
  )
}
