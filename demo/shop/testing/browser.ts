import type { HttpClient } from '../../../lib/http.ts'

export interface Page {
  status: number
  headers: Record<string, string>
  text: string
  url: string
}

/**
 * A visitor without scripts: keeps cookies per host, sends forms as a page of that host would,
 * follows redirects.
 */
export function openBrowser(http: HttpClient) {
  const jars = new Map<string, Map<string, string>>()
  const cookies = (url: string) => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  async function send(
    url: string,
    options: {
      form?: Record<string, string>
      headers?: Record<string, string>
      follow?: boolean
    } = {},
  ): Promise<Page> {
    const jar = cookies(url)
    const answer = await http.request(url, {
      method: options.form ? 'POST' : 'GET',
      maxBytes: 8_000_000,
      body: options.form ? new URLSearchParams(options.form).toString() : undefined,
      headers: {
        ...(jar.size > 0
          ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...(options.form
          ? { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
          : {}),
        ...options.headers,
      },
    })
    for (const cookie of (answer.headers['set-cookie'] ?? '').split(', ')) {
      const [name, value] = cookie.split(';', 1)[0]?.split('=', 2) ?? []
      if (name && value !== undefined) jar.set(name, value)
    }
    const location = answer.headers.location
    if (location !== undefined && options.follow !== false) return send(new URL(location, url).href)
    return {
      status: answer.status,
      headers: answer.headers,
      text: answer.body.toString('utf8'),
      url,
    }
  }
  return {
    get: (url: string, options: { headers?: Record<string, string>; follow?: boolean } = {}) =>
      send(url, options),
    post: (
      url: string,
      form: Record<string, string>,
      options: { headers?: Record<string, string>; follow?: boolean } = {},
    ) => send(url, { ...options, form }),
  }
}
export type Browser = ReturnType<typeof openBrowser>
