import { guard } from './registry.ts'

export const middleware = [guard('auth-required')]
export { Outlet as default } from 'react-router'
