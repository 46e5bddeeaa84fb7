import { Outlet } from 'react-router'
import { SignedOutShell } from '../page-header.tsx'

export default function Door() {
  return (
    <SignedOutShell>
      <Outlet />
    </SignedOutShell>
  )
}
