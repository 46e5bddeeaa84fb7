interface Sign {
  name: string
  header: string
  /** What its value must look like; any value when left out. */
  value?: RegExp
}

/**
 * Headers by which a content delivery network shows itself. One of them proves it; none proves
 * nothing.
 */
const SIGNS: readonly Sign[] = [
  { name: 'Cloudflare', header: 'cf-ray' },
  { name: 'Cloudflare', header: 'cf-cache-status' },
  { name: 'Cloudflare', header: 'server', value: /^cloudflare$/i },
  { name: 'Amazon CloudFront', header: 'x-amz-cf-id' },
  { name: 'Amazon CloudFront', header: 'x-amz-cf-pop' },
  { name: 'Amazon CloudFront', header: 'via', value: /cloudfront/i },
  { name: 'Fastly', header: 'x-served-by', value: /^cache-/i },
  { name: 'Fastly', header: 'x-fastly-request-id' },
  { name: 'Akamai', header: 'x-akamai-transformed' },
  { name: 'Akamai', header: 'x-akamai-request-id' },
  { name: 'Akamai', header: 'akamai-grn' },
  { name: 'Akamai', header: 'server', value: /^akamai/i },
  { name: 'Vercel', header: 'x-vercel-id' },
  { name: 'Netlify', header: 'x-nf-request-id' },
  { name: 'Sucuri', header: 'x-sucuri-id' },
  { name: 'Sucuri', header: 'x-sucuri-cache' },
  { name: 'Imperva', header: 'x-iinfo' },
  { name: 'Imperva', header: 'x-cdn', value: /imperva|incapsula/i },
  { name: 'Azure Front Door', header: 'x-azure-ref' },
  { name: 'Bunny', header: 'cdn-pullzone' },
  { name: 'Bunny', header: 'server', value: /^bunnycdn/i },
  { name: 'KeyCDN', header: 'server', value: /^keycdn/i },
  { name: 'Gcore', header: 'x-id-fe' },
  { name: 'ArvanCloud', header: 'server', value: /^arvancloud$/i },
]

/** Name of the network that an answer came through, or null. Header names in lower case. */
export const cdnOf = (headers: Readonly<Record<string, string>>): string | null =>
  SIGNS.find(
    ({ header, value = /./ }) => headers[header] !== undefined && value.test(headers[header]),
  )?.name ?? null
