/** A frame as an encoder hands it out. */
export interface EncodedFrame {
  bytes: Buffer
  atMs: number
  isKey: boolean
}

export interface Clip {
  width: number
  height: number
  durationMs: number
  frames: readonly EncodedFrame[]
}

/**
 * A WebM file with one VP9 track, its length and an index. What a browser's MediaRecorder writes
 * has neither, and a player could not move about in it. Element ids are those of RFC 9559
 * (Matroska) and the WebM container guidelines.
 */
export function writeWebm({ width, height, durationMs, frames }: Clip): Buffer {
  const header = element(0x1a45dfa3, [
    element(0x4286, number(1)),
    element(0x42f7, number(1)),
    element(0x42f2, number(4)),
    element(0x42f3, number(8)),
    element(0x4282, text('webm')),
    element(0x4287, number(4)),
    element(0x4285, number(2)),
  ])
  const info = element(0x1549a966, [
    element(0x2ad7b1, number(1_000_000)),
    element(0x4489, float(durationMs)),
    element(0x4d80, text('Arasta')),
    element(0x5741, text('Arasta')),
  ])
  const tracks = element(0x1654ae6b, [
    element(0xae, [
      element(0xd7, number(1)),
      element(0x73c5, number(1)),
      element(0x83, number(1)),
      element(0x86, text('V_VP9')),
      element(0xe0, [element(0xb0, number(width)), element(0xba, number(height))]),
    ]),
  ])
  const clusters = clustersOf(frames)
  // The index stands before the clusters and tells where they are, so its own length must be known
  // first: all numbers in it are written with eight bytes.
  const length = cues(clusters.map((cluster) => ({ atMs: cluster.atMs, position: 0 }))).length
  let position = info.length + tracks.length + length
  const places = clusters.map((cluster) => {
    const place = { atMs: cluster.atMs, position }
    position += cluster.bytes.length
    return place
  })
  return Buffer.concat([
    header,
    element(0x18538067, [info, tracks, cues(places), ...clusters.map((cluster) => cluster.bytes)]),
  ])
}

/** One cluster for every key frame. */
function clustersOf(frames: readonly EncodedFrame[]): { atMs: number; bytes: Buffer }[] {
  const groups: EncodedFrame[][] = []
  for (const frame of frames) {
    const last = groups.at(-1)
    if (frame.isKey || !last) groups.push([frame])
    else last.push(frame)
  }
  return groups.map((group) => {
    const start = group[0]?.atMs ?? 0
    const blocks = group.map(({ bytes, atMs, isKey }) => {
      const head = Buffer.alloc(4)
      head.writeUInt8(0x81, 0)
      head.writeInt16BE(atMs - start, 1)
      head.writeUInt8(isKey ? 0x80 : 0, 3)
      return element(0xa3, Buffer.concat([head, bytes]))
    })
    return { atMs: start, bytes: element(0x1f43b675, [element(0xe7, number(start)), ...blocks]) }
  })
}

const cues = (places: readonly { atMs: number; position: number }[]): Buffer =>
  element(
    0x1c53bb6b,
    places.map(({ atMs, position }) =>
      element(0xbb, [
        element(0xb3, number(atMs)),
        element(0xb7, [element(0xf7, number(1)), element(0xf1, number(position))]),
      ]),
    ),
  )

function element(id: number, content: Buffer | readonly Buffer[]): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(content)
  const name = Buffer.from(id.toString(16), 'hex')
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(bytes.length) | (1n << 56n))
  return Buffer.concat([name, size, bytes])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

const text = (value: string): Buffer => Buffer.from(value, 'latin1')
