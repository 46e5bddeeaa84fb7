/*
 * Draws one frame of a vase on a potter's wheel: the demo shop's tulip vase (its outline and colours), unrolled to a band of
 * pattern and laid round a solid of revolution, pixel by pixel. Runs in the browser that `record-clip.ts` opens.
 */
const WIDTH = 768
const HEIGHT = 432
/** Pixels for one unit of the shop's drawing, which is 400 units high and wide. */
const SCALE = 1.22
const MIDDLE = WIDTH / 2
const TOP = -40
/** How far a ring sinks in front, as a share of its radius: the eye is a little above the vase. */
const TILT = 0.17
const PATTERN = { width: 4096, unit: 4096 / 480, top: 60, bottom: 345 }

/** Right half of the outline, from the shop's drawing: cubic curves from (226, 74) to the foot. */
const OUTLINE = [
  [
    [226, 74],
    [222, 108],
    [230, 130],
    [254, 158],
  ],
  [
    [254, 158],
    [280, 188],
    [290, 220],
    [278, 256],
  ],
  [
    [278, 256],
    [270, 286],
    [252, 312],
    [228, 327],
  ],
]

const radii = radiusTable()
const pattern = unrolledPattern()

/** @param turn share of a whole turn, 0 to 1. */
export function drawFrame(canvas, turn) {
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  pen.fillStyle = '#d5dde1'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  drawWheel(pen, turn)
  drawVase(pen, turn)
  drawRim(pen)
}

const x = (units) => MIDDLE + (units - 200) * SCALE
const y = (units) => TOP + units * SCALE

function drawWheel(pen, turn) {
  const [cx, cy, rx] = [MIDDLE, y(331), 132 * SCALE]
  const ry = rx * TILT
  const disc = (down, colour) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.ellipse(cx, cy + down, rx, ry, 0, 0, 2 * Math.PI)
    pen.fill()
  }
  pen.fillStyle = 'rgb(32 55 77 / 0.12)'
  pen.beginPath()
  pen.ellipse(cx, cy + 20 * SCALE, rx * 1.16, ry * 1.2, 0, 0, 2 * Math.PI)
  pen.fill()
  for (let down = 13 * SCALE; down > 0; down -= 1) disc(down, '#6d4826')
  disc(0, '#8a5d34')
  // Twelve marks on the edge: without them nobody would see the wheel turn.
  for (let mark = 0; mark < 12; mark += 1) {
    const angle = 2 * Math.PI * (mark / 12 + turn)
    if (Math.cos(angle) <= 0) continue
    pen.fillStyle = 'rgb(255 210 122 / 0.85)'
    pen.beginPath()
    const [right, front] = [Math.sin(angle), Math.cos(angle)]
    pen.ellipse(
      cx + rx * right,
      cy + ry * front + 6.5 * SCALE,
      3.2 * SCALE * front,
      2.6 * SCALE,
      0,
      0,
      2 * Math.PI,
    )
    pen.fill()
  }
  pen.fillStyle = 'rgb(32 18 8 / 0.3)'
  pen.beginPath()
  pen.ellipse(cx, cy - 2, 62 * SCALE, 62 * SCALE * TILT, 0, 0, 2 * Math.PI)
  pen.fill()
}

function drawVase(pen, turn) {
  const [from, to] = [Math.floor(y(74)), Math.ceil(y(334))]
  const image = pen.getImageData(0, from, WIDTH, to - from)
  for (let row = 0; row < image.height; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const sum = [0, 0, 0, 0]
      // Four samples for a pixel, so that the outline is smooth.
      for (const [right, down] of [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ]) {
        const colour = sample(
          (column + right - MIDDLE) / SCALE,
          (row + from + down - TOP) / SCALE,
          turn,
        )
        if (colour) colour.forEach((value, channel) => (sum[channel] += value))
        sum[3] += colour ? 1 : 0
      }
      if (sum[3] === 0) continue
      const at = 4 * (row * WIDTH + column)
      for (let channel = 0; channel < 3; channel += 1) {
        image.data[at + channel] = sum[channel] / 4 + image.data[at + channel] * (1 - sum[3] / 4)
      }
    }
  }
  pen.putImageData(image, 0, from)
}

/**
 * Colour of the vase at a place of the picture (units from its axis, units from the top), or
 * undefined beside it.
 */
function sample(away, down, turn) {
  // The foot is a circle seen from above: its front edge hangs below the outline.
  const foot = radii.at(-1)
  const below = (down - 327) / (foot * TILT)
  const radius =
    below > 0 ? foot * Math.sqrt(Math.max(0, 1 - below ** 2)) : radii[Math.round((down - 74) * 4)]
  if (!radius || Math.abs(away) >= radius) return undefined
  const angle = Math.asin(away / radius)
  const height = Math.min(PATTERN.bottom - 1, down - TILT * radius * Math.cos(angle) + TILT * 34)
  const around = (((angle / (2 * Math.PI) - turn) % 1) + 1) % 1
  const column = Math.floor(around * PATTERN.width) % PATTERN.width
  const row = Math.min(
    pattern.height - 1,
    Math.max(0, Math.floor((height - PATTERN.top) * PATTERN.unit)),
  )
  const at = 4 * (row * PATTERN.width + column)
  const light = 0.74 + 0.34 * Math.cos(angle + 0.55)
  return [0, 1, 2].map((channel) => Math.min(255, pattern.data[at + channel] * light))
}

function drawRim(pen) {
  pen.fillStyle = '#2f8fd0'
  pen.beginPath()
  pen.roundRect(x(168), y(66), 64 * SCALE, 12 * SCALE, 6 * SCALE)
  pen.fill()
  pen.fillStyle = 'rgb(255 255 255 / 0.28)'
  pen.beginPath()
  pen.roundRect(x(174), y(68.5), 26 * SCALE, 3.5 * SCALE, 1.75 * SCALE)
  pen.fill()
}

/** Radius for every quarter of a unit from the neck to the foot. */
function radiusTable() {
  const table = []
  for (const [a, b, c, d] of OUTLINE) {
    for (let step = 0; step <= 800; step += 1) {
      const t = step / 800
      const [l, m, n, o] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3]
      const at = (axis) => l * a[axis] + m * b[axis] + n * c[axis] + o * d[axis]
      table[Math.round((at(1) - 74) * 4)] = at(0) - 200
    }
  }
  for (let n = 1; n < table.length; n += 1) table[n] ??= table[n - 1]
  return table
}

/** The vase's skin, spread out flat. */
function unrolledPattern() {
  const { width, unit, top, bottom } = PATTERN
  const canvas = new OffscreenCanvas(width, Math.ceil((bottom - top) * unit))
  const pen = canvas.getContext('2d')
  pen.scale(unit, unit)
  pen.translate(0, -top)
  const around = width / unit
  pen.fillStyle = '#22384f'
  pen.fillRect(0, top, around, bottom - top)
  pen.fillStyle = '#2f8fd0'
  pen.fillRect(0, 232, around, 40)
  pen.fillStyle = '#d5ecfb'
  for (let dot = 0; dot < 24; dot += 1) {
    pen.beginPath()
    pen.arc((dot + 0.5) * (around / 24), 252, 4.5, 0, 2 * Math.PI)
    pen.fill()
  }
  for (let flower = 0; flower < 8; flower += 1) {
    const isLarge = flower % 2 === 0
    drawTulip(pen, (flower + 0.5) * (around / 8), isLarge ? 184 : 200, isLarge ? 0.82 : 0.5)
  }
  return pen.getImageData(0, 0, width, canvas.height)
}

function drawTulip(pen, cx, cy, size) {
  pen.save()
  pen.translate(cx, cy)
  pen.scale(size, size)
  pen.fillStyle = '#f39a1f'
  pen.fill(new Path2D('M0 30C-22 22-24-8-16-30-9-20-4-18 0-34 4-18 9-20 16-30 24-8 22 22 0 30Z'))
  pen.fillStyle = '#ffd27a'
  pen.fill(new Path2D('M0 24C-8 14-8-2 0-16 8-2 8 14 0 24Z'))
  pen.restore()
}
