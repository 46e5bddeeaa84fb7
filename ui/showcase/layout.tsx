import { DEVICES, DeviceFrame, DeviceLinks } from '../device-frame.tsx'
import { Columns, HangingSection, Page, SectionHeading, Sticky, Wall } from '../page-grid.tsx'
import { Panel, PanelPart } from '../panel.tsx'
import { TextLink } from '../link.tsx'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

/** A foreign page on three screens: empty here, so that what is seen while one waits is seen. */
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
            title={`${fields.device}: ${fields.devices[n]}`}
            ground="#78c2ad"
            waiting={<p className="type-sm text-ink2">{waiting}</p>}
          />
        ))}
      </div>
    </Shows>
  )
}

/**
 * How a page is divided: a wall, a heading with its way on, two columns of which one stays, a
 * section whose heading hangs.
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
