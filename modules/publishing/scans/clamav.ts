import { type ClamdAddress, ClamdFailure, openClamd } from '#lib/clamd.ts'
import { type MalwareScanner, ScanFailure } from './scanner.ts'

/** ClamAV's daemon. Its address comes from settings, so it may be in a private network. */
export function createClamavScanner(
  address: ClamdAddress,
  timeouts: { commandMs?: number; scanMs?: number } = {},
): MalwareScanner {
  const clamd = openClamd(address, timeouts)
  return {
    name: 'ClamAV',
    version: () => translated(clamd.version()),
    scan: (bytes) => translated(clamd.scan(bytes)),
  }
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ClamdFailure ? new ScanFailure(error.kind, error.message) : error
  }
}
