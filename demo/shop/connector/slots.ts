/** Every placement that this platform's pages show (protocol, section 4). */
export const placementCodes = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '1003',
  '1004',
  '1054',
  '100100',
  '100101',
  '100102',
] as const
export type PlacementCode = (typeof placementCodes)[number]

export const placementSlot = (code: PlacementCode) => `placement:${code}` as const
export const slots: readonly string[] = [...placementCodes.map(placementSlot), 'theme']
