export const MARKETS = ['all', 'app', 'theme'] as const

/** The market that an address asks for; both when it says nothing, or nothing that there is. */
export function marketAsked(request: Request): (typeof MARKETS)[number] {
  const asked = new URL(request.url).searchParams.get('market')
  return MARKETS.find(market => market === asked) ?? 'all'
}
