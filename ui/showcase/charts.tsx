import { BarList } from '../bar-list.tsx'
import { LineChart } from '../line-chart.tsx'
import { Panel, PanelPart } from '../panel.tsx'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

const NOW = [12, 18, 9, 24, 31, 28, 40]
const BEFORE = [10, 11, 14, 12, 19, 20, 22]

/** A line over time with the period before, one without anything in it, and parts of a whole. */
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
