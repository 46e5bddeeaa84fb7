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
    route('partner/:partner/statements', 'screens/partner-statements.tsx', { id: 'partner-statements' }),
    route('partner/:partner/statements/:statement', 'screens/partner-statement.tsx', { id: 'partner-statement' }),
    route('partner/:partner/tokens', 'screens/partner-tokens.tsx', { id: 'partner-tokens' }),
    route('partner/:partner/team', 'screens/partner-team.tsx', { id: 'partner-team' }),
    route('operator', 'screens/operator-home.tsx', { id: 'operator-home' }),
    route('operator/items', 'screens/operator-items.tsx', { id: 'operator-items' }),
    route('operator/items/:item', 'screens/operator-item.tsx', { id: 'operator-item' }),
    route('operator/items/:item/decide', 'screens/operator-decision.tsx', { id: 'operator-decision' }),
    route('operator/items/:item/stores', 'screens/operator-item-stores.tsx', { id: 'operator-item-stores' }),
    route('operator/statements', 'screens/operator-statements.tsx', { id: 'operator-statements' }),
    route('operator/statements/:statement', 'screens/operator-statement.tsx', { id: 'operator-statement' }),
    route('operator/partners', 'screens/operator-partners.tsx', { id: 'operator-partners' }),
    route('operator/stores', 'screens/operator-stores.tsx', { id: 'operator-stores' }),
    route('operator/stores/:store', 'screens/operator-store.tsx', { id: 'operator-store' }),
    route('operator/audit', 'screens/operator-audit.tsx', { id: 'operator-audit' }),
    route('operator/team', 'screens/operator-team.tsx', { id: 'operator-team' }),
  ]),
  route('sign-out', 'screens/sign-out.ts', { id: 'sign-out' }),
  route('*', 'screens/not-found.ts', { id: 'not-found' }),
] satisfies RouteConfig
