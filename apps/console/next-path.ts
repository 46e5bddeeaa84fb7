import { readInsidePath } from '#lib/targets.ts'

/** Where to go after signing in: a page of ours, else the start. */
export function nextOf(address: string): string {
  const next = new URL(address).searchParams.get('next')
  return (next !== null && next.length < 500 ? readInsidePath(next) : null) ?? '/'
}
