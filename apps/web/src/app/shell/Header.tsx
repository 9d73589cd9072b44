// The header, 56 px: brand, menu (first five left, the rest right), clock and greeting, connection state, account menu.
import { DownOutlined, EnvironmentOutlined, UserOutlined } from '@ant-design/icons';
import { hasRight, mapNameOf } from '@lookout/domain';
import { HEADER_BADGES, OWN_PAGES, PAGES } from '@lookout/features/web.ts';
import { region } from '@region';
import { Dropdown, type MenuProps, Modal } from 'antd';
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, NavLink, useNavigate } from 'react-router';
import { lazily, MORE_GROUPS, type OwnPage, useTitle } from '../../manifest/web-feature.ts';
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx';
import { otherLanguage, setLanguage, useLanguage } from '../../shared/language.ts';
import { Mark } from '../../shared/Mark.tsx';
import { MenuIcon } from '../../shared/MenuIcon.tsx';
import { useConnection, useServices, useSession } from '../../shared/services.ts';
import { atSite } from '../../shared/site.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useInstallation } from '../../shared/use-installation.ts';
import { useMedia } from '../../shared/use-media.ts';
import type { ConnectionFacts } from '../../stores/connection.ts';
import { HOME, liveVideoPair, menuFor, ownLinksFor, splitMenu } from '../pages.ts';
import { beijing, daypartOf } from '../server-clock.ts';
import type { App } from '../services.ts';
import { guideOf } from './guide/guide.ts';
import { useGuideMessages } from './guide/messages.ts';
import { type MenuEntries, MenuRow, MoreMenu, useRow } from './Menu.tsx';
import { ModeBadge } from './ModeBadge.tsx';
import { type ShellMessages, useShellMessages } from './messages.ts';
import { ShiftBadge } from './ShiftBadge.tsx';

/** Below this width the outside links share 更多 with the items that do not fit. */
const WIDE = '(min-width: 2100px)';

export function Header(props: { readonly app: App; readonly onDialog: (dialog: AccountDialog) => void }) {
  const messages = useShellMessages();
  const shared = useSharedMessages();
  const guide = useGuideMessages();
  const navigate = useNavigate();
  const language = useLanguage();
  const { app, onDialog } = props;
  const { info, rights } = useSession();
  const { left, right } = splitMenu(info ? menuFor(PAGES, info, rights) : []);
  const installation = useInstallation();
  const paired = info && liveVideoPair(PAGES, info, rights, installation.data?.replayMenuFullName ?? null);
  const english = language === 'en';
  const names = `${language} ${paired === null}`;
  const [leftRow, rightRow] = [useRow(left, names), useRow(right, names)];
  const outside = useOutsideLinks();
  const [urgent = [], ...ownPages] = MORE_GROUPS.map((group): LinkGroup[] => {
    const children = ownLinksFor(OWN_PAGES, rights, group).map((page) => ({ key: page.path, label: <OwnLink page={page} /> }));
    return children.length === 0 ? [] : [{ key: group, type: 'group', label: shared.menu.groups[group], children }];
  });
  const isWide = useMedia(WIDE);

  const account: MenuProps = {
    items: [
      // In narrow windows the greeting moves from the header line into this menu.
      { key: 'greeting', type: 'group', label: <Greeting app={app} /> },
      { key: 'change', label: messages.header.changePassword },
      { key: 'verify', label: messages.header.verifyPassword },
      { key: 'security', label: messages.header.security },
      { key: 'language', label: <span lang={otherLanguage(language)}>{shared.common.language}</span> },
      ...(installation.data?.isDemo && rights.has('watch-alarms') ? [{ key: 'guide', label: guide.title }] : []),
      { type: 'divider' },
      { key: 'logout', label: messages.header.logout, danger: true },
    ],
    onClick: ({ key }) => {
      if (key === 'change' || key === 'verify' || key === 'security') onDialog(key);
      if (key === 'language') setLanguage(otherLanguage(language));
      if (key === 'guide') {
        guideOf(app).begin('again');
        void navigate(HOME);
      }
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
        <MenuRow row={leftRow} paired={paired} />
      </nav>
      <nav className="menu menu-right" aria-label={shared.menu.more}>
        <MenuRow row={rightRow} paired={paired} />
        <MoreMenu rows={[leftRow, rightRow]} paired={paired} above={urgent} below={[...ownPages.flat(), ...(isWide ? [] : outside)]} />
        {ownLinksFor(OWN_PAGES, rights, 'header').map((page) => (
          <OwnLink key={page.path} page={page} className="header-button line" />
        ))}
        {isWide && outside.map(({ key, label, children }) => <LinkMenu key={key} name={label} items={children} />)}
      </nav>
      {info && (
        <Link to="/switch" className="header-button header-grid line" title={messages.header.switchGrid(info.userDTO.gridName)}>
          <EnvironmentOutlined aria-hidden="true" /> <span className="cut">{mapNameOf(info.userDTO.gridName)}</span>
        </Link>
      )}
      {HEADER_BADGES.map(({ key, HeaderBadge }) => (
        <ErrorBoundary key={key}>
          <Suspense fallback={null}>
            <HeaderBadge />
          </Suspense>
        </ErrorBoundary>
      ))}
      <ModeBadge />
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

/** A link to a page outside /manage. */
function OwnLink({ page: { path, title, link }, className }: { readonly page: OwnPage; readonly className?: string }) {
  const titleOf = useTitle();
  return (
    <Link to={path} className={className} {...(link?.opensNewTab && { target: '_blank' })}>
      <MenuIcon name={link?.icon ?? path} />
      {titleOf(title)}
    </Link>
  );
}

// External links of the header (specification §2): the region's other systems, digital-forestry videos and PDFs. Their addresses are
// configured per installation. A system without an address is shown as such, unless a page of this app has its name. Without any video or
// PDF that menu is absent.
interface LinkGroup {
  readonly key: string;
  readonly type: 'group';
  readonly label: string;
  readonly children: MenuEntries;
}

function useOutsideLinks(): readonly LinkGroup[] {
  const messages = useShellMessages();
  const installation = useInstallation();
  const { data } = installation;
  const urlOf = new Map(data?.externalLinks.map(({ id, url }) => [id, url]));

  const { rights } = useSession();
  const own = new Set(OWN_PAGES.filter(({ right }) => hasRight(rights, right)).map(({ title }) => title.zh));
  const system = ({ id, label }: (typeof region.externalLinks)[number]): MenuEntries => {
    const url = urlOf.get(id);
    if (url) return [{ key: id, label: linkOutside(url, label) }];
    // 应急预案 is also a page of this app.
    if (own.has(label)) return [];
    const why = data ? messages.header.linkMissing : installation.isError ? messages.header.linkUnknown : messages.header.linkLoading;
    return [{ key: id, label: `${label}${why}`, disabled: true }];
  };
  const systems: MenuEntries = region.externalLinks.flatMap(system);
  const retry = { key: 'retry', label: messages.header.linkRetry, onClick: () => void installation.refetch() };
  const library: MenuEntries = (data?.digitalForestry ?? []).map(({ title, kind, url }) => ({
    key: url,
    label: linkOutside(url, `${title} · ${messages.header.forestryKinds[kind]}`),
  }));
  const groups = [
    { key: 'links', label: messages.header.links, children: installation.isError ? [...systems, retry] : systems },
    { key: 'forestry', label: messages.header.forestry, children: library },
  ];
  return groups.flatMap((group) => (group.children.length === 0 ? [] : [{ ...group, type: 'group' as const }]));
}

function LinkMenu({ name, items }: { readonly name: string; readonly items: MenuEntries }) {
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <button type="button" className="header-button line">
        {name} <DownOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  );
}

const linkOutside = (url: string, label: string) => (
  <a href={atSite(url)} target="_blank" rel="noreferrer">
    {label}
  </a>
);

/** The greeting for the time of rendering. */
function Greeting({ app: { now, session } }: { readonly app: Pick<App, 'now' | 'session'> }) {
  const messages = useShellMessages();
  const { info } = useSession();
  return greetingAt(now(), info?.userDTO.fullName ?? session.stored('fullName') ?? '', messages);
}

const greetingAt = (instant: number, name: string, { header }: ShellMessages): string =>
  header.greeting(header.greetings[daypartOf(beijing(instant).hour)], name);

// Date, weekday, time and greeting are written to the DOM once a second, without a React render.
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

function Clock() {
  const messages = useShellMessages();
  const { now, session } = useServices();
  const { info } = useSession();
  const name = info?.userDTO.fullName ?? session.stored('fullName') ?? '';
  const time = useRef<HTMLTimeElement>(null);
  const date = useRef<HTMLSpanElement>(null);
  const greeting = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const write = (element: HTMLElement | null, text: string) => {
      if (element && element.textContent !== text) element.textContent = text;
    };
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const instant = now();
      const here = beijing(instant);
      write(time.current, here.time);
      write(date.current, `${here.date} ${messages.header.weekdays[WEEKDAYS[here.weekday] ?? 0]}`);
      write(greeting.current, greetingAt(instant, name, messages));
      // Scheduled for the next full second of the server's clock, so that no second is repeated or skipped.
      timer = setTimeout(tick, 1000 - (instant % 1000) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  }, [now, messages, name]);

  return (
    <>
      <div className="clock tabular">
        <span ref={date} className="clock-date" />
        <time ref={time} className="clock-time" />
      </div>
      <span ref={greeting} className="clock-greeting cut" />
    </>
  );
}

// The connection state: a dot with text and "last updated".
const stateOf = (facts: ConnectionFacts) => (facts.callsLost && facts.line !== 'lost' && facts.line !== 'dead' ? 'calls' : facts.line);

function LineState() {
  const messages = useShellMessages();
  const facts = useConnection();
  const state = stateOf(facts);
  if (state === 'none') return null;
  const updated = facts.updatedAt === null ? messages.line.never : messages.line.updated(beijing(facts.updatedAt).time);
  return (
    <div className="line-state line" data-state={state} title={updated}>
      <span className="line-dot" aria-hidden="true" />
      <span>{messages.line[state]}</span>
      <span className="line-updated tabular">{updated}</span>
    </div>
  );
}

// The account dialogs; their script (antd's form) is loaded when one is opened.
const ChangePassword = lazily(async () => (await import('../../shared/account/ChangePassword.tsx')).ChangePassword);
const AccountSecurity = lazily(async () => (await import('../../shared/account/AccountSecurity.tsx')).AccountSecurity);
const VerifyPassword = lazily(async () => (await import('../../shared/account/VerifyPassword.tsx')).VerifyPassword);

export type AccountDialog = 'change' | 'verify' | 'security';

/** Shows 验证密码 when the server requires it; the refused call is then repeated. */
export function VerificationDialog({ verification }: Pick<App, 'verification'>) {
  const isOpen = useSyncExternalStore(verification.subscribe, verification.isRequested);
  if (!isOpen) return null;
  return <AccountDialogs dialog="verify" onVerified={() => verification.answer(true)} onClose={() => verification.answer(false)} />;
}

interface DialogProps {
  readonly dialog: AccountDialog | null;
  readonly onClose: () => void;
  readonly onVerified?: () => void;
}

export function AccountDialogs({ dialog, onClose, onVerified }: DialogProps) {
  if (dialog === null) return null;
  return (
    <ErrorBoundary
      frame={(page) => (
        <Modal open footer={null} onCancel={onClose}>
          {page}
        </Modal>
      )}
    >
      <Suspense fallback={null}>
        {dialog === 'change' && <ChangePassword onClose={onClose} />}
        {dialog === 'security' && <AccountSecurity onClose={onClose} />}
        {dialog === 'verify' && <VerifyPassword onClose={onClose} {...(onVerified && { onVerified })} />}
      </Suspense>
    </ErrorBoundary>
  );
}
