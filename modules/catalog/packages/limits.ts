/** D11: caps of a package. All count real bytes, not what the zip says of itself. */
export interface PackageLimits {
  /** Bytes of the zip, and of all its files together. */
  packageBytes: number
  /** Bytes of one file. */
  fileBytes: number
  files: number
  /** How many times its compressed size a file may grow to … */
  ratio: number
  /** … once it is larger than this many bytes. */
  ratioFromBytes: number
  /** The manifest is read into memory. */
  manifestBytes: number
}

const MEGABYTE = 1024 * 1024

export const PACKAGE_LIMITS: PackageLimits = {
  packageBytes: 512 * MEGABYTE,
  fileBytes: 256 * MEGABYTE,
  files: 50_000,
  ratio: 100,
  ratioFromBytes: MEGABYTE,
  manifestBytes: MEGABYTE,
}
