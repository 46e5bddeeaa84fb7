import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { openBrowser } from '../../../stage/browser.ts'
import { writeWebm, type EncodedFrame } from './webm.ts'

/**
 * Records the clip that the app brings: `node demo/catalog/items/video/clip/record-clip.ts`
 * writes `files/clip.webm` and its first frame, `files/poster.webp`. Frames are drawn one after
 * another and handed to the browser's own encoder, so that a slow machine makes the same clip as a
 * fast one. The files are kept in the repository: a release never changes.
 */
const FRAMES = 168
const PER_SECOND = 24
/**
 * Drawn first and thrown away: the encoder starves the first second until it knows what the frames
 * are like.
 */
const LEAD_IN = 48
const BITS_PER_SECOND = 360_000
const MOST_BYTES = 300_000
const FILES = join(import.meta.dirname, '../files')

interface Made {
  /** A `data:` address. */
  poster: string
  width: number
  height: number
  /** Base64, milliseconds, is a key frame. */
  chunks: [string, number, boolean][]
}

const browser = await openBrowser()
try {
  const page = await browser.newPage()
  // Encoders are there on a page of a trustworthy origin only.
  await page.route('http://localhost/**', async (route) => {
    const isScript = route.request().url().endsWith('.js')
    await route.fulfill({
      contentType: isScript ? 'text/javascript' : 'text/html',
      body: isScript
        ? await readFile(join(import.meta.dirname, 'turning-vase.js'), 'utf8')
        : '<!doctype html><title>x</title>',
    })
  })
  await page.goto('http://localhost/')
  const made = await page.evaluate<Made>(`(async () => {
    const { drawFrame } = await import('/turning-vase.js')
    const canvas = document.createElement('canvas')
    drawFrame(canvas, 0)
    const poster = canvas.toDataURL('image/png')
    const { width, height } = canvas
    const chunks = []
    let problem
    const encoder = new VideoEncoder({
      output(chunk) {
        const bytes = new Uint8Array(chunk.byteLength)
        chunk.copyTo(bytes)
        chunks.push([bytes.toBase64(), Math.round(chunk.timestamp / 1000), chunk.type === 'key'])
      },
      error(error) { problem = error },
    })
    const [bitrate, framerate] = [${BITS_PER_SECOND}, ${PER_SECOND}]
    encoder.configure({ codec: 'vp09.00.30.08', width, height, bitrate, framerate, latencyMode: 'quality' })
    for (let frame = -${LEAD_IN}; frame < ${FRAMES}; frame += 1) {
      drawFrame(canvas, frame / ${FRAMES})
      const picture = new VideoFrame(canvas, { timestamp: Math.round((frame + ${LEAD_IN}) * 1e6 / ${PER_SECOND}) })
      encoder.encode(picture, { keyFrame: frame % ${2 * PER_SECOND} === 0 })
      picture.close()
      if (encoder.encodeQueueSize > 8) await new Promise(resolve => encoder.addEventListener('dequeue', resolve, { once: true }))
    }
    await encoder.flush()
    if (problem) throw problem
    return { poster, width, height, chunks: chunks.slice(${LEAD_IN}) }
  })()`)
  const frames: EncodedFrame[] = made.chunks.map(([base64, atMs, isKey]) => ({
    bytes: Buffer.from(base64, 'base64'),
    atMs: atMs - (LEAD_IN * 1000) / PER_SECOND,
    isKey,
  }))
  const clip = writeWebm({
    width: made.width,
    height: made.height,
    durationMs: (FRAMES * 1000) / PER_SECOND,
    frames,
  })
  const poster = await sharp(Buffer.from(made.poster.split(',')[1] ?? '', 'base64'))
    .webp({ quality: 82, effort: 6 })
    .toBuffer()
  if (clip.length > MOST_BYTES) throw new Error(`the clip has ${clip.length} bytes`)
  await writeFile(join(FILES, 'clip.webm'), clip)
  await writeFile(join(FILES, 'poster.webp'), poster)
  console.log(`clip.webm ${clip.length} bytes, poster.webp ${poster.length} bytes`)
} finally {
  await browser.close()
}
