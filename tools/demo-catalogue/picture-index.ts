import type { Text } from '#lib/locale.ts'
import type { DemoItem } from './demo-item.ts'

export interface DemoPicture {
  role: 'cover' | 'screenshot'
  locale: string | null
  device: 'desktop' | 'phone'
  position: number
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: Text
}
export const picturesOf = (_item: DemoItem): DemoPicture[] => []
