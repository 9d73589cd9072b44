// The header, 56 px: brand, menu (first five left, the rest right, what has no room behind 更多), clock and greeting, line state, account menu.
import { DownOutlined, UserOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { NavLink } from 'react-router';
import { otherLanguage, setLanguage, useLanguage } from '../../shared/language.ts';
import { Mark } from '../../shared/Mark.tsx';
import { useSession } from '../../shared/services.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useInstallation } from '../../shared/use-installation.ts';
import { PAGES } from '../features.ts';
import { HOME, liveVideoPair, menuFor, splitMenu } from '../pages.ts';
import type { App } from '../services.ts';
import type { AccountDialog } from './AccountDialogs.tsx';
import { Clock } from './Clock.tsx';
import { LineState } from './LineState.tsx';
import { MenuRow } from './MenuRow.tsx';
import { useShellMessages } from './messages.ts';
import { OutsideLinks } from './OutsideLinks.tsx';
import { ShiftBadge } from './ShiftBadge.tsx';

export function Header(props: { readonly app: App; readonly onDialog: (dialog: AccountDialog) => void }) {
  const messages = useShellMessages();
  const shared = useSharedMessages();
  const language = useLanguage();
  const { app, onDialog } = props;
  const { info, rights } = useSession();
  const { left, right } = splitMenu(info ? menuFor(PAGES, info, rights) : []);
  const installation = useInstallation();
  const paired = info && liveVideoPair(PAGES, info, rights, installation.data?.replayMenuFullName ?? null);
  const english = language === 'en';

  const account: MenuProps = {
    items: [
      { key: 'change', label: messages.header.changePassword },
      { key: 'verify', label: messages.header.verifyPassword },
      { key: 'language', label: shared.common.language },
      { type: 'divider' },
      { key: 'logout', label: messages.header.logout, danger: true },
    ],
    onClick: ({ key }) => {
      if (key === 'change' || key === 'verify') onDialog(key);
      if (key === 'language') setLanguage(otherLanguage(language));
      if (key === 'logout') void app.logout();
    },
  };

  return (
    <header className="header">
      <NavLink to={HOME} className="brand line">
        <Mark size={26} />
        <span>{english ? shared.common.systemName : (app.session.stored('systemName') ?? shared.common.systemName)}</span>
      </NavLink>
      <nav className="menu" aria-label={shared.menu.main}>
        <MenuRow items={left} english={english} paired={paired} />
      </nav>
      <div className="header-gap" />
      <nav className="menu menu-right" aria-label={shared.menu.more}>
        <MenuRow items={right} english={english} paired={paired} />
        <OutsideLinks />
      </nav>
      <ShiftBadge />
      <LineState />
      <Clock />
      <Dropdown menu={account} trigger={['click']} placement="bottomRight">
        <button type="button" className="header-button line" aria-label={messages.header.account}>
          <UserOutlined aria-hidden="true" /> <DownOutlined aria-hidden="true" />
        </button>
      </Dropdown>
    </header>
  );
}
