import type { Sharp, SharpOptions } from 'sharp'

export type MakeSharp = (input?: Uint8Array | SharpOptions, options?: SharpOptions) => Sharp
interface SharpModule {
  default: MakeSharp & { cache(options: false): unknown; concurrency(threads: number): unknown }
}

/**
 * Loads the image library on first use, so that a machine without it only lacks pictures. Its cache
 * of up to 50 MB is off, because pictures are rendered once and stored; one thread per picture,
 * because each thread holds memory.
 */
export async function openSharp(): Promise<MakeSharp> {
  const { default: sharp } = (await import('sharp')) as unknown as SharpModule
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
