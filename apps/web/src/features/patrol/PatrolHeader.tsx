// The ranger's header: what this is, whether the server is reached, and the account menu.
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { otherLanguage, setLanguage, useLanguage } from '../../shared/language.ts';
import { Mark } from '../../shared/Mark.tsx';
import { useRight, useSession } from '../../shared/services.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useMessages } from './messages.ts';
import type { Line } from './use-line.ts';

interface Props {
  readonly line: Line;
  readonly onChangePassword: () => void;
  readonly onLogout: () => void;
}

export function PatrolHeader({ line, onChangePassword, onLogout }: Props) {
  const messages = useMessages();
  const shared = useSharedMessages();
  const language = useLanguage();
  const { info } = useSession();
  const monitors = useRight('watch-alarms');
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false);
    };
    const byKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', byKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', byKey);
    };
  }, [open]);
  const chosen = (act: () => void) => () => {
    setOpen(false);
    act();
  };

  return (
    <header className="patrol-header line">
      <Mark size={26} />
      <h1>{messages.title}</h1>
      <span className="line-state line" data-state={line} role="status">
        <span className="line-dot" aria-hidden="true" />
        {messages.state[line]}
      </span>
      <div ref={menu} className="patrol-menu">
        <button type="button" className="patrol-menu-button" aria-expanded={open} aria-label={messages.menu} onClick={() => setOpen(!open)}>
          <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
            <circle cx="12" cy="8" r="4" />
            <path d="M4 21c0-4.4 3.6-7 8-7s8 2.6 8 7" />
          </svg>
        </button>
        {open && (
          <div className="patrol-menu-panel">
            <p>
              <strong>{info?.userDTO.fullName}</strong>
              <span>{info?.userDTO.gridName}</span>
            </p>
            {monitors && <Link to="/manage">{messages.toMonitor}</Link>}
            <button type="button" onClick={chosen(onChangePassword)}>
              {messages.changePassword}
            </button>
            <button type="button" onClick={chosen(() => setLanguage(otherLanguage(language)))}>
              {shared.common.language}
            </button>
            <button type="button" onClick={chosen(onLogout)}>
              {messages.logout}
            </button>
          </div>
        )}
      </div>
    </header>
  );
}
