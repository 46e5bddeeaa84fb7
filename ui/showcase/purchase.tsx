import { AppIcon } from '../app-icon.tsx'
import { Button, LinkButton } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { TextField } from '../field.tsx'
import {
  OrderSummary,
  SummaryBar,
  SummaryItem,
  SummaryLines,
  SummaryPart,
} from '../order-summary.tsx'
import { CheckList, FactList, KeyFigures, Panel, PanelLink, PanelPart, Works } from '../panel.tsx'
import { MobileBar } from '../mobile-bar.tsx'
import { PermissionList, PermissionRow } from '../permission-row.tsx'
import { PlainPrice, Price } from '../amount.tsx'
import { appDrawings } from './samples.ts'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

/** The panel of an item and the summary of an order, with their bars on phones. */
export function PurchaseSections({ words }: Shown) {
  const { sections, panel, order, prices, permissions, apps, fields } = words
  const lines = order.lines.map(([label, amount], n) => ({ label, amount, discount: n === 1 }))
  const total = { label: order.total, amount: order.totalAmount }
  return (
    <>
      <Shows name={sections.panel}>
        <div className="grid gap-9 lg:grid-cols-[372px_minmax(0,1fr)]">
          <Panel>
            <PanelPart>
              <PlainPrice text={prices.list} terms={prices.terms} />
              <Works className="mt-2.5">{panel.works}</Works>
              <LinkButton href="#" size="large" wide className="mt-4">
                {panel.buy}
              </LinkButton>
              <p className="type-sm mt-3 text-center text-ink2">{panel.next}</p>
            </PanelPart>
            <PanelPart>
              <h3 className="type-d4 mb-3">{permissions.title}</h3>
              <PermissionList>
                <PermissionRow
                  kind="block"
                  title={permissions.rows[0]![0]}
                  reason={permissions.rows[0]![1]}
                />
                <PermissionRow title={permissions.not[0]} reason={permissions.not[1]} />
              </PermissionList>
            </PanelPart>
            <PanelPart>
              <CheckList items={panel.promises} />
            </PanelPart>
            <PanelPart className="py-3">
              <PanelLink href="#" icon="document">
                {panel.support}
              </PanelLink>
              <PanelLink href="#" icon="mail">
                {panel.write}
              </PanelLink>
            </PanelPart>
          </Panel>
          <div className="grid content-start gap-8">
            <KeyFigures
              figures={panel.figures.map(([label, figure, note]) => ({ label, figure, note }))}
            />
            <FactList columns={2} facts={panel.facts.map(([label, value]) => ({ label, value }))} />
          </div>
        </div>
        <MobileBar
          className="static mx-0 mt-6"
          price={<Price text={prices.list} className="type-lg strong" />}
          button={<Button wide>{panel.buy}</Button>}
        />
      </Shows>
      <Shows name={sections.order}>
        <OrderSummary label={order.title} className="max-w-100">
          <SummaryPart>
            <SummaryItem
              icon={<AppIcon src={appDrawings.date} size={56} />}
              name={apps[2]!.name}
              note={order.terms}
            />
          </SummaryPart>
          <SummaryPart>
            <TextField
              label={order.coupon}
              defaultValue="ARASTA10"
              dir="ltr"
              beside={<Button kind="secondary">{order.apply}</Button>}
            />
          </SummaryPart>
          <SummaryPart>
            <SummaryLines lines={lines} total={total} />
          </SummaryPart>
          <SummaryPart>
            <Checkbox name="agree">{fields.agree}</Checkbox>
            <Button size="large" wide className="mt-3">
              {order.pay}
            </Button>
            <p className="type-sm mt-3 text-center text-ink2">{order.after}</p>
          </SummaryPart>
        </OrderSummary>
        <SummaryBar
          id="summary-drawer"
          className="static mx-0 mt-6"
          label={order.title}
          close={order.close}
          total={order.totalAmount}
          button={<Button wide>{order.pay}</Button>}
        >
          <SummaryLines lines={lines} total={total} />
        </SummaryBar>
      </Shows>
    </>
  )
}
