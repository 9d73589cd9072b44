// 账号安全: the user's own second factor and open sessions.
import { Modal } from 'antd';
import { useAccountMessages } from './messages.ts';
import { OwnSessions } from './OwnSessions.tsx';
import { SecondFactor } from './SecondFactor.tsx';

export function AccountSecurity(props: { readonly onClose: () => void }) {
  const messages = useAccountMessages();
  return (
    <Modal open title={messages.security.title} footer={null} onCancel={props.onClose} mask={{ closable: false }} width={760}>
      <h3>{messages.factor.title}</h3>
      <SecondFactor />
      <h3>{messages.sessions.title}</h3>
      <OwnSessions />
    </Modal>
  );
}
