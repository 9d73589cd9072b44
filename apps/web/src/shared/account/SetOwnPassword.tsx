// The first login with a password set by someone else: the user must choose a new password before anything else.
import { Button } from 'antd';
import { useState } from 'react';
import { useServices } from '../services.ts';
import { usePageTitle } from '../use-page-title.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { useAccountMessages } from './messages.ts';
import './account.css';

export function SetOwnPassword() {
  const messages = useAccountMessages();
  const { logout } = useServices();
  const [isOpen, setOpen] = useState(true);
  usePageTitle(messages.changeTitle);
  return (
    <section className="account-set-up">
      <h1>{messages.changeTitle}</h1>
      <p className="second">{messages.givenHint}</p>
      <Button type="primary" onClick={() => setOpen(true)}>
        {messages.changeTitle}
      </Button>
      <Button onClick={() => void logout()}>{messages.factor.logout}</Button>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} />}
    </section>
  );
}
