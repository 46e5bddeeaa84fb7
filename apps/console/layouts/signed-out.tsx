import { Outlet } from 'react-router'
import { SignedOutShell } from '../signed-out-shell.tsx'

export default function Door() {
  return (
    <SignedOutShell>
      <Outlet />
    </SignedOutShell>
  )
}
