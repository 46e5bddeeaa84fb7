import { Outlet } from 'react-router'
import { DoorShell } from '../door-shell.tsx'

export default function Door() {
  return (
    <DoorShell>
      <Outlet />
    </DoorShell>
  )
}
