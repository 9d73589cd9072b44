// An administrator's first login under SECURITY_POLICY=strict: the second factor must be set up before anything else.
import { Button } from 'antd';
import { useServices } from '../services.ts';
import { usePageTitle } from '../use-page-title.ts';
import { useAccountMessages } from './messages.ts';
import { SecondFactor } from './SecondFactor.tsx';
import './account.css';

export function SetUpSecondFactor({ onDone }: { readonly onDone: () => void }) {
  const { factor } = useAccountMessages();
  const { logout } = useServices();
  usePageTitle(factor.setUpTitle);
  return (
    <section className="account-set-up">
      <h1>{factor.setUpTitle}</h1>
      <p className="second">{factor.setUpHint}</p>
      <SecondFactor onDone={onDone} />
      <Button onClick={() => void logout()}>{factor.logout}</Button>
    </section>
  );
}
