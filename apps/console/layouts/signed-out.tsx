import { Outlet } from 'react-router'
import { SignedOutShell } from '../page-header.tsx'

export default function SignedOut() {
  return (
    <SignedOutShell>
      <Outlet />
    </SignedOutShell>
  )
}
