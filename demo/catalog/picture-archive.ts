import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromBufferPromise } from 'yauzl'
import { z } from 'zod'
import { writePackage } from '../../modules/catalog/packages/write-package.ts'
import type { DemoItem, Texts } from './demo-item.ts'

/** One stored (uncompressed) zip per item: its index and the files that the index names. */
const FOLDER = join(import.meta.dirname, 'pictures')
const INDEX = 'index.json'

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
    /** Names in the archive; AVIF first, then WebP, each from small to large. */
    sources: z.array(z.object({ path: z.string(), type: z.string(), width: z.int() })),
  }),
)
export type DemoPicture = z.infer<typeof indexFile>[number]

export interface PictureArchive {
  /** `path` of a source is `<prefix>/<name of the file>`. */
  pictures: DemoPicture[]
  /** Bytes by path. */
  files: Map<string, Buffer>
}

/** The pictures of an item as `take-pictures.ts` left them; none when they were not taken yet. */
export async function readPictures({ prefix }: Pick<DemoItem, 'prefix'>): Promise<PictureArchive> {
  const bytes = await readFile(fileOf(prefix)).catch(() => null)
  if (bytes === null) return { pictures: [], files: new Map() }
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    // Entries are stored, so their bytes are a part of the archive's.
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const end = fileDataStart + entry.uncompressedSize
    files.set(`${prefix}/${entry.fileName}`, bytes.subarray(fileDataStart, end))
  }
  const index = files.get(`${prefix}/${INDEX}`)
  if (!index) throw new Error(`${fileOf(prefix)} has no ${INDEX}`)
  files.delete(`${prefix}/${INDEX}`)
  return { pictures: indexFile.parse(JSON.parse(index.toString())), files }
}

/** Replaces the archive in one step: a market may be starting from it meanwhile. */
export async function writePictures(
  prefix: string,
  pictures: readonly DemoPicture[],
  files: readonly { name: string; bytes: Buffer }[],
): Promise<void> {
  const zip = await writePackage([
    { path: INDEX, bytes: Buffer.from(`${JSON.stringify(pictures, null, 1)}\n`) },
    ...files.map(({ name, bytes }) => ({ path: name, bytes })),
  ])
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${fileOf(prefix)}.new`, zip)
  await rename(`${fileOf(prefix)}.new`, fileOf(prefix))
}

const fileOf = (prefix: string): string => join(FOLDER, `${prefix}.zip`)
