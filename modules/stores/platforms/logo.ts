import { escapeXml } from '#lib/escape-xml.ts'

/** Path under the market's own address: of the uploaded logo, or of the drawn one. */
export const logoPath = ({ key, logo }: { key: string; logo: string | null }): string =>
  logo ?? `/pictures/platforms/${key}.svg`

/** The logo of a platform as SVG: its letters under an arch. */
export const drawLogo = ({
  name,
  letters,
  ground,
}: {
  name: string
  letters: string
  ground: string
}): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" role="img" aria-label="${escapeXml(name)}"><title>${escapeXml(name)}</title>` +
  `<rect width="60" height="60" rx="15" fill="${ground}"/><path d="M11 50V28a19 19 0 0 1 38 0v22z" fill="#fff" opacity=".16"/>` +
  `<text x="30" y="${letters.length > 1 ? 42 : 44}" text-anchor="middle" fill="#fff" font-family="system-ui, sans-serif" font-weight="700" font-size="${letters.length > 1 ? 24 : 30}">${escapeXml(letters)}</text></svg>`
