import { DEVICES, DeviceFrame, DeviceLinks } from '../device-frame.tsx'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

/** A foreign page on three screens: empty here, so that what is seen while one waits is seen. */
export function DeviceSections({ words }: Shown) {
  const { fields, sections, waiting } = words
  return (
    <Shows name={sections.devices}>
      <DeviceLinks
        label={fields.device}
        links={DEVICES.map((device, n) => ({ device, name: fields.devices[n] ?? '', href: `#device-${device}`, current: n === 0 }))}
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
