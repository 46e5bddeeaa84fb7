import { Outlet } from 'react-router'
import { Browsing } from '../browsing.tsx'
import { SignInPlace } from '../sign-in.tsx'
import { useShell } from '../shell.tsx'

/** A layout without header and footer: the shop fills the window. */
export default function Preview() {
  const { store } = useShell()
  return (
    <Browsing>
      <main id="main" tabIndex={-1} className="flex h-dvh min-h-120 flex-col focus:outline-none">
        <Outlet />
      </main>
      {!store && <SignInPlace />}
    </Browsing>
  )
}
