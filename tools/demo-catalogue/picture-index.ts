import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { DemoItem, Texts } from './demo-item.ts'

const FOLDER = join(import.meta.dirname, 'pictures')

const indexFile = z.array(
  z.object({
    role: z.enum(['cover', 'screenshot']),
    device: z.enum(['desktop', 'phone']),
    locale: z.enum(['tr', 'en', 'ar']),
    position: z.int(),
    width: z.int(),
    height: z.int(),
    placeholder: z.string(),
    alt: z.custom<Texts>(),
    /** Paths inside the folder of pictures; AVIF first, then WebP, each from small to large. */
    sources: z.array(z.object({ path: z.string(), type: z.string(), width: z.int() })),
  }),
)
export type DemoPicture = z.infer<typeof indexFile>[number]

/** The pictures of an item as `take-pictures.ts` left them; none when they were not taken yet. */
export async function readPictures(item: Pick<DemoItem, 'prefix'>): Promise<DemoPicture[]> {
  const text = await readFile(join(FOLDER, `${item.prefix}.json`), 'utf8').catch(() => '[]')
  return indexFile.parse(JSON.parse(text))
}

/** The bytes of one source, by its path in the index. */
export const readPictureFile = (path: string): Promise<Buffer> => readFile(join(FOLDER, path))
