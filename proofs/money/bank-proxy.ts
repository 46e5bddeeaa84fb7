import { openCallProxy, type Call, type CallProxy } from '../harness/call-proxy.ts'
import type { KillSwitch } from '../harness/kill-switch.ts'

const nameOf = ({ method, path }: Call): string =>
  `${method} ${path.replace(/\/(?:pay|att)_[^/?]+/g, '/…').replace(/\?.*/, '')}`

/**
 * A wire to the bank: each call waits until `witness` has looked (is the attempt recorded?).
 */
export const openBankProxy = (
  port: number,
  killSwitch: KillSwitch,
  witness: (call: Call) => Promise<void>,
): Promise<CallProxy> =>
  openCallProxy({ port, host: 'bank.localhost', killSwitch, witness, nameOf })
