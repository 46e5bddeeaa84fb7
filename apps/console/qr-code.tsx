import { generate } from 'lean-qr'

/** A text for a camera; always dark on light, with the quiet edge that readers want. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const squares: string[] = []
  for (let y = 0; y < code.size; y += 1) for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) squares.push(`M${x} ${y}h1v1h-1z`)
  const size = code.size + 8
  return (
    <svg role="img" aria-label={label} viewBox={`-4 -4 ${size} ${size}`} width="208" height="208" shapeRendering="crispEdges" className="rounded-control bg-white">
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
