/** Port to a malware scanner. */
export interface MalwareScanner {
  /** What people call it: `ClamAV`. */
  name: string
  /** Engine and signatures; another text means that everything may be judged otherwise. */
  version(): Promise<string>
  /** The name of the malware in these bytes, or null. */
  scan(bytes: Uint8Array): Promise<string | null>
}

/** `unreachable`: nobody answers, and it is asked again; `refused`: it cannot scan these bytes. */
export class ScanFailure extends Error {
  override readonly name = 'ScanFailure'
  readonly kind: 'unreachable' | 'refused'
  constructor(kind: 'unreachable' | 'refused', message: string) {
    super(message)
    this.kind = kind
  }
}
