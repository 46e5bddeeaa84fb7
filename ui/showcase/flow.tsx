import { AppIcon } from '../app-icon.tsx'
import { Pin } from '../arches.tsx'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Switch } from '../choice.tsx'
import { PageMap, type MapPage } from '../page-map.tsx'
import { PermissionList, PermissionRow, Untouched } from '../permission-row.tsx'
import { PlanList, PlanRow, StepRow } from '../plan-row.tsx'
import type { StepState } from '../plan-row.tsx'
import { Progress } from '../progress.tsx'
import { ReleaseNote } from '../release-note.tsx'
import { Review } from '../review.tsx'
import { SourceDiff } from '../source-diff.tsx'
import { TextLink } from '../link.tsx'
import { InstalledRow, UpdateCard } from '../update-card.tsx'
import { Panel } from '../panel.tsx'
import { appDrawings } from './samples.ts'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

const PAGES: readonly MapPage[] = ['home', 'list', 'product', 'cart', 'order']

const KINDS = ['block', 'code', 'key'] as const
const STATES: StepState[] = ['done', 'done', 'running', 'waiting']

/** Permissions, plan, progress, releases, reviews, updates. */
export function FlowSections({ words }: Shown) {
  const { sections, permissions, plan, steps, notes, updates, apps, fields, hard } = words
  return (
    <>
      <Shows name={sections.permissions}>
        <div className="grid gap-9 md:grid-cols-2">
          <PermissionList>
            {permissions.rows.map(([title, reason], n) => (
              <PermissionRow
                key={title}
                kind={KINDS[n]}
                title={title}
                reason={reason}
                end={n === 0 && <Badge>{permissions.needed}</Badge>}
              />
            ))}
            <PermissionRow title={permissions.not[0]} reason={permissions.not[1]} />
          </PermissionList>
          <div className="grid content-start gap-5">
            <PermissionList>
              <PermissionRow kind="code" title={hard.long} reason={hard.promise} />
            </PermissionList>
            <Untouched label={permissions.untouched} things={permissions.things} />
            <div className="flex gap-3">
              <Pin>1</Pin>
              <Pin state="done">2</Pin>
              <Pin state="running">3</Pin>
              <Pin state="waiting">4</Pin>
              <Pin state="failed">5</Pin>
              <Pin small>6</Pin>
            </div>
          </div>
        </div>
      </Shows>
      <Shows name={sections.plan}>
        <h3 className="type-title">{plan.title}</h3>
        <p className="type-lead mt-2 mb-6 text-ink2">{plan.lead}</p>
        <PlanList className="max-w-150">
          {plan.rows.map((row, n) => (
            <PlanRow
              key={row.title}
              pin={`${n + 1}`}
              title={row.title}
              how={row.how}
              kind={n === 2 ? 'key' : 'block'}
              placement={row.placement}
              facts={{
                where: { label: plan.facts[0], text: row.where },
                now: { label: plan.facts[1], text: row.now },
                after: { label: plan.facts[2], text: row.after },
              }}
              end={
                n === 0 ? (
                  <Badge>{permissions.needed}</Badge>
                ) : (
                  <Switch
                    label={row.title}
                    on={fields.allowed}
                    off={fields.refused}
                    defaultChecked={n === 1}
                  />
                )
              }
            />
          ))}
          <PlanRow title={plan.not} how={plan.notText} />
        </PlanList>
        <div className="mt-6 grid max-w-150 gap-6">
          <PageMap
            label={plan.map}
            pages={PAGES.map((page, n) => ({
              page,
              name: plan.pages[n] ?? '',
              top: [],
              middle: n === 2 ? ['1'] : n === 3 ? ['2'] : [],
              bottom: [],
              whole: n === 4,
            }))}
            said={({ name, middle }) => `${name}: ${middle.join(', ') || plan.not}`}
          />
          <SourceDiff
            label={plan.code}
            gone={plan.gone}
            added={plan.added}
            lines={[
              { what: 'same', text: '<script src="{{asset:calendar.js}}"' },
              { what: 'gone', text: '  data-days="14"></script>' },
              { what: 'new', text: '  data-days="30"></script>' },
            ]}
          />
        </div>
        <div className="mt-5">
          <Button size="large">{plan.make}</Button>
        </div>
      </Shows>
      <Shows name={sections.steps}>
        <div className="max-w-150">
          <Progress
            label={steps.label}
            done={2}
            all={4}
            note={steps.left}
            percent={steps.percent}
            className="mb-4"
          />
          <PlanList>
            {steps.rows.map(([title, detail], n) => (
              <StepRow
                key={title}
                pin={`${n + 1}`}
                title={title}
                detail={detail}
                state={STATES[n]!}
                stateText={n === 2 ? steps.running : steps.waiting}
                end={
                  n < 2 && (
                    <TextLink href="#" className="type-sm">
                      {steps.changed}
                    </TextLink>
                  )
                }
              />
            ))}
            <StepRow
              pin="5"
              title={hard.long}
              detail={hard.promise}
              state="failed"
              stateText={steps.failed}
            />
          </PlanList>
        </div>
      </Shows>
      <Shows name={sections.notes}>
        <ol>
          <ReleaseNote version="4.6.13" date={notes.date} permissions={notes.nothing}>
            {notes.text}
          </ReleaseNote>
          <ReleaseNote version="4.6.12" date={notes.date} permissions={notes.asks} asksMore>
            {hard.promise}
          </ReleaseNote>
        </ol>
        <ul className="mt-6">
          <Review
            stars={5}
            starsLabel={notes.stars}
            shop="magaza-3.demo.localhost"
            facts={notes.facts}
          >
            {notes.review}
          </Review>
          <Review
            stars={4}
            starsLabel={notes.stars}
            shop="magaza-7.demo.localhost"
            facts={notes.facts}
            replyLabel={notes.reply}
            reply={notes.replyText}
          >
            {notes.review}
          </Review>
        </ul>
      </Shows>
      <Shows name={sections.updates}>
        <div className="grid gap-5 lg:grid-cols-2">
          <UpdateCard
            icon={<AppIcon src={appDrawings.zoom} size={56} />}
            name={apps[0]!.name}
            from="3.2.0"
            to="3.3.1"
            toLabel={updates.to}
            badge={updates.none}
            changes={updates.changes}
            actions={
              <>
                <Button size="small">{updates.update}</Button>
                <Button size="small" kind="quiet">
                  {updates.notes}
                </Button>
              </>
            }
          />
          <UpdateCard
            icon={<AppIcon src={appDrawings.vitals} size={56} />}
            name={apps[1]!.name}
            from="5.1.0"
            to="6.2.3"
            toLabel={updates.to}
            badge={updates.one}
            asks={[{ kind: 'code', title: updates.asks, reason: updates.reason }]}
            actions={
              <>
                <Button size="small" kind="secondary">
                  {updates.review}
                </Button>
                <Button size="small" kind="quiet">
                  {updates.skip}
                </Button>
              </>
            }
          />
        </div>
        <Panel className="mt-5">
          <ul>
            {[apps[2]!.name, hard.long].map((name) => (
              <InstalledRow
                key={name}
                icon={<AppIcon src={appDrawings.date} size={56} />}
                name={name}
                note={updates.when}
                version="4.6.13"
                state={updates.running}
                actions={
                  <>
                    <Button size="small" kind="secondary">
                      {updates.settings}
                    </Button>
                    <Button size="small" kind="quiet" icon="undo">
                      {updates.back}
                    </Button>
                    <Button size="small" kind="danger-quiet">
                      {updates.remove}
                    </Button>
                  </>
                }
              />
            ))}
          </ul>
        </Panel>
      </Shows>
    </>
  )
}
