// /switch: the grids this account may act for, from its own and granted grids down to the counties, and the systems it may enter.
import { isDeadSession } from '@lookout/client';
import type { Got } from '@lookout/contract';
import type { authCalls } from '@lookout/features/auth/auth.calls.ts';
import type { signOnCalls } from '@lookout/features/auth/sign-on.calls.ts';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { patrol } from '../../patrol/feature.ts';
import { useServices, useSession } from '../../shared/services.ts';
import { atSite } from '../../shared/site.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { usePageTitle } from '../../shared/use-page-title.ts';
import type { UserInfo } from '../../stores/session.ts';
import { loginMessage } from '../login/sign-in.ts';
import { EntryPage } from './EntryPage.tsx';
import { useSignOnMessages } from './messages.ts';

type Grids = Got<typeof signOnCalls.grantedGrids>;
type Grid = Grids[number];

/** From this length on, a list has a search field. */
const MANY = 8;

/** @param onSwitched called when the session acts for another grid */
export function SwitchPage({ onSwitched }: { readonly onSwitched: () => void }) {
  const messages = useSignOnMessages().switching;
  usePageTitle(messages.title);
  const { info } = useSession();
  return (
    <EntryPage wide={info !== null}>
      <h2>{messages.title}</h2>
      {info === null ? (
        <>
          <p className="entry-text">{messages.needLogin}</p>
          <Link className="plain-button plain-primary" to="/login?redirect=%2Fswitch">
            {messages.login}
          </Link>
        </>
      ) : (
        <>
          <GridChoice user={info.userDTO} onSwitched={onSwitched} />
          <Systems />
          <Menus />
        </>
      )}
    </EntryPage>
  );
}

function GridChoice({ user, onSwitched }: { readonly user: UserInfo['userDTO']; readonly onSwitched: () => void }) {
  const signOn = useSignOnMessages();
  const messages = signOn.switching;
  const { client, session } = useServices();
  const [path, setPath] = useState<readonly Grid[]>([]);
  const [grids, setGrids] = useState<Grids | 'failed' | null>(null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const parentNo = path.at(-1)?.gridNo ?? null;

  /** The page itself shows that a login is needed. */
  const failed = useCallback(
    (error: unknown, show: () => void) => {
      if (isDeadSession(error)) session.end();
      else show();
    },
    [session],
  );
  const load = useCallback(() => {
    const left = new AbortController();
    setGrids(null);
    client.auth.grantedGrids({ query: { parentNo }, silent: true, signal: left.signal }).then(setGrids, (error: unknown) => {
      if (!left.signal.aborted) failed(error, () => setGrids('failed'));
    });
    return () => left.abort();
  }, [client, parentNo, failed]);
  useEffect(load, [load]);

  const open = (next: readonly Grid[]) => {
    setText('');
    setFault(null);
    setPath(next);
  };
  const choose = async ({ gridNo }: Grid) => {
    setBusy(true);
    setFault(null);
    try {
      session.actFor(await client.auth.switchGrid({ body: { gridNo }, silent: true }));
      onSwitched();
    } catch (error) {
      setBusy(false);
      failed(error, () => setFault(loginMessage(error, signOn.noAnswer)));
    }
  };
  const list = grids === 'failed' ? null : grids;
  const found = list?.filter(({ gridName, gridNo }) => gridName.includes(text) || gridNo.startsWith(text)) ?? [];

  return (
    <>
      <p>
        <strong>{messages.now(user.gridName)}</strong> <span className="hint tabular">{user.gridNo}</span>
      </p>
      <p className="entry-text">{messages.hint}</p>
      {path.length > 0 && (
        <nav className="entry-path" aria-label={messages.path}>
          <button type="button" onClick={() => open([])}>
            {messages.top}
          </button>
          {path.map((grid, index) => (
            <span key={grid.gridNo}>
              {'› '}
              <button
                type="button"
                aria-current={index === path.length - 1 ? 'page' : undefined}
                onClick={() => open(path.slice(0, index + 1))}
              >
                {grid.gridName}
              </button>
            </span>
          ))}
        </nav>
      )}
      {list !== null && list.length > MANY && (
        <div className="plain-field">
          <input
            type="search"
            value={text}
            aria-label={messages.filter}
            placeholder={messages.filter}
            onChange={(event) => setText(event.target.value.trim())}
          />
        </div>
      )}
      <div role="alert">{fault && <p className="login-fault login-form-fault">{fault}</p>}</div>
      {grids === null && <p role="status">{messages.loading}</p>}
      {grids === 'failed' && (
        <p role="alert">
          {messages.loadFailed}{' '}
          <button type="button" className="plain-button" onClick={load}>
            {signOn.again}
          </button>
        </p>
      )}
      {list !== null && found.length === 0 && <p>{text === '' ? messages.empty : messages.none(text)}</p>}
      {found.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard
        <ul className="entry-list" tabIndex={0} aria-label={path.at(-1)?.gridName ?? messages.top} aria-busy={busy}>
          {found.map((grid) => {
            const isCurrent = grid.gridNo === user.gridNo;
            return (
              <li key={grid.gridNo} className="entry-row" data-current={isCurrent}>
                <span className="entry-row-name cut" title={grid.fullName}>
                  {grid.gridName}{' '}
                  <span className="hint tabular">
                    {grid.gridNo} · {messages.levels[grid.level]}
                  </span>
                </span>
                {path.length === 0 && <span className="entry-tag">{grid.own ? messages.own : messages.granted}</span>}
                {grid.hasChildren && (
                  <button
                    type="button"
                    className="plain-button"
                    aria-label={messages.belowLabel(grid.gridName)}
                    onClick={() => open([...path, grid])}
                  >
                    {messages.below} ›
                  </button>
                )}
                {isCurrent ? (
                  <span className="entry-tag">{messages.current}</span>
                ) : (
                  <button
                    type="button"
                    className="plain-button"
                    disabled={busy}
                    aria-label={messages.chooseLabel(grid.gridName)}
                    onClick={() => void choose(grid)}
                  >
                    {messages.choose}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

/** This system's pages, by right, and other systems whose addresses are configured in this installation. */
function Systems() {
  const messages = useSignOnMessages().switching;
  const shared = useSharedMessages();
  const { client } = useServices();
  const { rights } = useSession();
  const [outside, setOutside] = useState<readonly { readonly id: string; readonly label: string; readonly url: string | null }[]>([]);
  useEffect(() => {
    const left = new AbortController();
    client.auth.installation({ silent: true, occasion: 'background', signal: left.signal }).then(
      ({ externalLinks }) => setOutside(externalLinks),
      () => {
        // If the call fails, this system's pages are still listed.
      },
    );
    return () => left.abort();
  }, [client]);
  const own = [
    { to: '/manage/monitor', label: messages.command, may: rights.has('watch-alarms') },
    { to: '/resource', label: messages.resources, may: rights.has('watch-alarms') },
    { to: patrol.path, label: messages.ranger, may: rights.has('report-as-ranger') },
  ].filter(({ may }) => may);
  const reached = outside.filter(({ url }) => url !== null);
  return (
    <div className="entry-part">
      <h3>{messages.systems}</h3>
      <div className="entry-acts">
        {own.map(({ to, label }) => (
          <Link key={to} className="plain-button" to={to}>
            {label}
          </Link>
        ))}
        {own.length === 0 && (
          <Link className="plain-button" to="/manage">
            {shared.common.backToRoom}
          </Link>
        )}
        {reached.map(({ id, label, url }) => (
          <a
            key={id}
            className="plain-button"
            href={atSite(url ?? '')}
            target="_blank"
            rel="noreferrer"
            aria-label={`${messages.outside} ${label}`}
          >
            {label} ↗
          </a>
        ))}
      </div>
    </div>
  );
}

type MenuTree = Got<typeof authCalls.menuTreeOfUser>;
type Elements = Got<typeof authCalls.menuElements>;

/** The menus this account may open in the grid it acts for, and its rights to acts outside the menus. */
function Menus() {
  const messages = useSignOnMessages().switching;
  const { client } = useServices();
  const [loaded, setRights] = useState<{ readonly menus: MenuTree; readonly elements: Elements } | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const quiet = { silent: true, occasion: 'background', signal: left.signal } as const;
    Promise.all([client.auth.menuTreeOfUser(quiet), client.auth.menuElements({ query: {}, ...quiet })]).then(
      ([menus, elements]) => setRights({ menus, elements }),
      () => {
        // The pages themselves show 无权限.
      },
    );
    return () => left.abort();
  }, [client]);
  if (loaded === null) return null;
  const names = [...loaded.menus.flatMap(namesOf), ...loaded.elements.map(({ elementName }) => elementName)];
  return (
    <div className="entry-part">
      <h3>{messages.may}</h3>
      <p className="entry-text">{names.length === 0 ? messages.mayNothing : [...new Set(names)].join(' · ')}</p>
    </div>
  );
}

const namesOf = ({ menuName, children }: MenuTree[number]): string[] => [menuName, ...children.flatMap(namesOf)];
