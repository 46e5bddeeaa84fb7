import { openCallWire, type Call, type CallWire } from '../harness/call-wire.ts'
import type { Fuse } from '../harness/fuse.ts'

const nameOf = ({ method, path }: Call): string => `${method} ${path.replace(/\/(?:pay|att)_[^/?]+/g, '/…').replace(/\?.*/, '')}`

/** A wire to the bank: each call waits until `witness` has looked (is the attempt written down?). */
export const openBankWire = (port: number, fuse: Fuse, witness: (call: Call) => Promise<void>): Promise<CallWire> =>
  openCallWire({ port, host: 'bank.localhost', fuse, witness, nameOf })
