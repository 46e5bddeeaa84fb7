import { guard } from './registry.ts'

export const middleware = [guard('domain-check')]
export { Outlet as default } from 'react-router'
