// Which account dialog is open; their script (antd's form) is fetched when one is wanted.
import { lazy, Suspense } from 'react';

const ChangePassword = lazy(async () => ({ default: (await import('../../shared/account/ChangePassword.tsx')).ChangePassword }));
const VerifyPassword = lazy(async () => ({ default: (await import('../../shared/account/VerifyPassword.tsx')).VerifyPassword }));

export type AccountDialog = 'change' | 'verify';

export function AccountDialogs(props: { readonly dialog: AccountDialog | null; readonly onClose: () => void }) {
  if (props.dialog === null) return null;
  return (
    <Suspense fallback={null}>
      {props.dialog === 'change' ? <ChangePassword onClose={props.onClose} /> : <VerifyPassword onClose={props.onClose} />}
    </Suspense>
  );
}
