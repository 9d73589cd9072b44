// /wall: the wall (大屏), for a large screen without an operator. With the read token of its link it shows that link's grid, with an
// officer's session the officer's grid; with neither it explains what is missing. It logs nobody in and sends only read requests.

import { PlainPage } from '@lookout/web/shared/PlainPage.tsx';
import { useServices } from '@lookout/web/shared/services.ts';
import { memoryStorage } from '@lookout/web/shared/storage.ts';
import { usePageTitle } from '@lookout/web/shared/use-page-title.ts';
import type { WallLink } from '@lookout/web/shared/wall-link.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { readWallAddress } from './address.ts';
import { useWallMessages, type WallMessages } from './messages.ts';
import { useWall } from './use-wall.ts';
import { WallScreen } from './WallScreen.tsx';
import '@lookout/web/shared/pieces.css';
import './wall.css';
import { atSite } from '@lookout/web/shared/site.ts';

export interface WallProps {
  /** The link whose read token is the page's session; null: an officer's session, or none. */
  readonly link: WallLink | null;
}

type Why = 'missing' | keyof WallMessages['over'];

/**
 * Retry interval. An unknown link may be known again later: the server may be restored from a backup, or a standby server may lag behind.
 */
const AGAIN_MS = 30_000;

export function WallPage({ link }: WallProps) {
  const messages = useWallMessages();
  const { session } = useServices();
  const hasToken = session.get().token !== null;
  const [why, setWhy] = useState<Why | null>(hasToken ? null : 'missing');
  usePageTitle(messages.title);

  const end = useCallback(
    (reason: string | null) => {
      const over = whyOver(link !== null, reason);
      // A link that cannot become valid again leaves nothing in the browser.
      if (over === 'revoked' || over === 'expired') link?.forget();
      setWhy(over);
    },
    [link],
  );
  useEffect(() => {
    if (why !== 'unknown') return;
    const timer = setTimeout(() => setWhy(null), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [why]);

  return why === null ? <OpenWall link={link} onOver={end} /> : <NoWall why={why} />;
}

function whyOver(isLinked: boolean, reason: string | null): Why {
  if (!isLinked) return 'session';
  return reason === 'embed-revoked' ? 'revoked' : reason === 'embed-expired' ? 'expired' : 'unknown';
}

function OpenWall({ link, onOver }: WallProps & { readonly onOver: (reason: string | null) => void }) {
  const messages = useWallMessages();
  const { search } = useLocation();
  const address = useMemo(() => readWallAddress(search), [search]);
  // With an officer's session, nothing is stored in the browser.
  const lastReply = useMemo(() => link?.seen ?? { storage: memoryStorage(), name: 'wall' }, [link]);
  const shown = useWall({ address, lastReply: lastReply, onOver });
  const { wall, answeredAt, isLost, isRefused } = shown.state;

  if (wall !== null && answeredAt !== null) return <WallScreen {...shown} wall={wall} answeredAt={answeredAt} />;
  if (isRefused) return <PlainPage {...messages.noRight} />;
  if (isLost) return <PlainPage {...messages.waiting} />;
  return (
    <div className="plain-page" role="status">
      <p>{messages.opening}</p>
    </div>
  );
}

function NoWall({ why }: { readonly why: Why }) {
  const messages = useWallMessages();
  const { title, hint } = why === 'missing' ? messages.missing : messages.over[why];
  return (
    <PlainPage title={title} hint={hint}>
      {(why === 'missing' || why === 'session') && (
        <a className="plain-button" href={atSite('/login?redirect=%2Fwall')}>
          {messages.login}
        </a>
      )}
    </PlainPage>
  );
}
