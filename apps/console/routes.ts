import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

// Every screen of the console in one table: path, screen, and around them the layout that knows who may see it.
export default [
  layout('layouts/door.tsx', { id: 'door' }, [
    index('screens/start.ts', { id: 'start' }),
    route('sign-in', 'screens/sign-in.tsx', { id: 'sign-in' }),
    route('sign-in/code', 'screens/sign-in-code.tsx', { id: 'sign-in-code' }),
    route('recovery', 'screens/recovery.tsx', { id: 'recovery' }),
    route('recovery/:token', 'screens/new-password.tsx', { id: 'new-password' }),
    route('email-check/:token', 'screens/email-check.tsx', { id: 'email-check' }),
    route('invitation/:token', 'screens/invitation.tsx', { id: 'invitation' }),
    route('first/:token', 'screens/first-operator.tsx', { id: 'first-operator' }),
    route('nowhere', 'screens/nowhere.tsx', { id: 'nowhere' }),
  ]),
  layout('layouts/desk.tsx', { id: 'desk' }, [
    route('account', 'screens/account.tsx', { id: 'account' }),
    route('partner', 'screens/partner.ts', { id: 'partner' }),
    route('partner/:partner', 'screens/partner-home.tsx', { id: 'partner-home' }),
    route('partner/:partner/figures', 'screens/partner-figures.tsx', { id: 'partner-figures' }),
    route('partner/:partner/items/:item/figures', 'screens/item-figures.tsx', { id: 'item-figures' }),
    route('partner/:partner/tokens', 'screens/partner-tokens.tsx', { id: 'partner-tokens' }),
    route('partner/:partner/team', 'screens/partner-team.tsx', { id: 'partner-team' }),
    route('operator', 'screens/operator-home.tsx', { id: 'operator-home' }),
    route('operator/partners', 'screens/operator-partners.tsx', { id: 'operator-partners' }),
    route('operator/stores', 'screens/operator-stores.tsx', { id: 'operator-stores' }),
    route('operator/stores/:store', 'screens/operator-store.tsx', { id: 'operator-store' }),
    route('operator/figures', 'screens/operator-figures.tsx', { id: 'operator-figures' }),
    route('operator/audit', 'screens/operator-audit.tsx', { id: 'operator-audit' }),
    route('operator/team', 'screens/operator-team.tsx', { id: 'operator-team' }),
  ]),
  route('partner/:partner/figures.csv', 'screens/partner-figures-csv.ts', { id: 'partner-figures-csv' }),
  route('partner/:partner/items/:item/figures.csv', 'screens/item-figures-csv.ts', { id: 'item-figures-csv' }),
  route('operator/figures.csv', 'screens/operator-figures-csv.ts', { id: 'operator-figures-csv' }),
  route('sign-out', 'screens/sign-out.ts', { id: 'sign-out' }),
  route('*', 'screens/not-found.ts', { id: 'not-found' }),
] satisfies RouteConfig
