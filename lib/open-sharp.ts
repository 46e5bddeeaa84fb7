import type { Sharp, SharpOptions } from 'sharp'

export type MakeSharp = (input?: Uint8Array | SharpOptions, options?: SharpOptions) => Sharp
interface SharpModule {
  default: MakeSharp & { cache(options: false): unknown; concurrency(threads: number): unknown }
}

/**
 * The picture library, loaded when it is first needed: a platform without it shows no pictures, and
 * everything else. Its cache of up to 50 MB is off, for our pictures are drawn once and kept by us;
 * it works with one thread a picture, for each thread keeps memory of its own.
 */
export async function openSharp(): Promise<MakeSharp> {
  const { default: sharp } = (await import('sharp')) as unknown as SharpModule
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
