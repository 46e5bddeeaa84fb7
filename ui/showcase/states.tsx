import { Button, LinkButton } from '../button.tsx'
import { CloseDialog, Dialog, DialogBody } from '../dialog.tsx'
import { EmptyState } from '../empty-state.tsx'
import { type ErrorKind, ErrorScene } from '../error-scene.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice, Toast, ToastRegion } from '../notice.tsx'
import { Arches } from '../arches.tsx'
import { TextLink } from '../link.tsx'
import { type Shown, Shows } from './section.tsx'
import { BarList } from '../bar-list.tsx'
import { LineChart } from '../line-chart.tsx'
import { Panel, PanelPart } from '../panel.tsx'
import { DEVICES, DeviceFrame, DeviceLinks, FramedPage } from '../device-frame.tsx'
import { Columns, HangingSection, Page, SectionHeading, Sticky, Wall } from '../page-grid.tsx'

const KINDS: ErrorKind[] = ['closed', 'locked', 'fallen']

/** Toasts, notices, dialog, empty states, errors, loading. */
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
          items={[{ text: words.fields.taxError }, { text: words.fields.agreeError }]}
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
        <Arches className=" w-[360px] max-w-full" />
      </Shows>
    </>
  )
}

const NOW = [12, 18, 9, 24, 31, 28, 40]
const BEFORE = [10, 11, 14, 12, 19, 20, 22]

/** A chart with its previous period, an empty one, and a bar list. */
export function ChartSections({ words }: Shown) {
  const { sections, fields, shell, waiting, buttons, prices } = words
  const names = NOW.map((_one, index) => `${index + 1}`)
  const say = { table: shell.all, point: shell.sort, none: waiting }
  return (
    <Shows name={sections.charts}>
      <div className="grid gap-5 lg:grid-cols-2">
        <Panel>
          <PanelPart>
            <LineChart
              title={buttons.update}
              lead="162"
              line={{ name: buttons.update, values: NOW }}
              before={{ name: prices.before, values: BEFORE }}
              names={names}
              words={say}
              format={String}
            />
          </PanelPart>
        </Panel>
        <Panel>
          <PanelPart>
            <LineChart
              title={buttons.uninstall}
              line={{ name: buttons.uninstall, values: NOW.map(() => 0) }}
              names={names}
              words={say}
              format={String}
            />
          </PanelPart>
        </Panel>
        <Panel>
          <PanelPart>
            <BarList
              label={fields.device}
              columns={[fields.device, buttons.update]}
              bars={fields.devices.map((name, index) => ({
                key: name,
                name,
                value: [84, 31, 7][index] ?? 0,
              }))}
              format={String}
            />
          </PanelPart>
        </Panel>
      </div>
    </Shows>
  )
}

/** A device frame on three screens, left empty to show its loading state. */
export function DeviceSections({ words }: Shown) {
  const { fields, sections, waiting } = words
  return (
    <Shows name={sections.devices}>
      <DeviceLinks
        label={fields.device}
        links={DEVICES.map((device, n) => ({
          device,
          name: fields.devices[n] ?? '',
          href: `#device-${device}`,
          current: n === 0,
        }))}
      />
      <div className="mt-4 grid gap-4 md:grid-cols-[2fr_1fr_1fr]">
        {DEVICES.map((device, n) => (
          <DeviceFrame
            key={device}
            device={device}
            className="h-80 rounded-card"
            ground="#78c2ad"
            waiting={<p className="type-sm text-ink2">{waiting}</p>}
          >
            <FramedPage title={`${fields.device}: ${fields.devices[n]}`} />
          </DeviceFrame>
        ))}
      </div>
    </Shows>
  )
}

/**
 * Page layouts: a wall, a heading with a link, two columns with a sticky one, a section with a
 * hanging heading.
 */
export function LayoutSections({ words }: Shown) {
  const { sections, specimen, shell, panel } = words
  return (
    <Shows name={sections.layout} wide>
      <Wall className="py-9">
        <Page>
          <SectionHeading
            title={specimen.d2}
            lead={specimen.lead}
            end={<TextLink href="#layout">{shell.all}</TextLink>}
          />
          <Columns kind="detail">
            <HangingSection
              heading={specimen.d3}
              aside={<p className="type-sm text-ink2">{specimen.small}</p>}
            >
              <p className="type-body">{specimen.body}</p>
            </HangingSection>
            <Sticky>
              <Panel as="aside" label={panel.buy}>
                <PanelPart className="type-sm">{panel.next}</PanelPart>
              </Panel>
            </Sticky>
          </Columns>
        </Page>
      </Wall>
    </Shows>
  )
}
