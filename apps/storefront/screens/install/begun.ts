/** Names the installation that a form has begun or ended, in the address that it leads to. */
export const BEGUN = 'installation'
