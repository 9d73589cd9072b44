// /map: the bare map, to be framed by other sites. With the token of an embedded map it shows what that token grants; with an officer's
// session his own view; with neither it states what is missing. It never redirects to the login, because inside a frame that would loop.

import { CallFailed, type Client, deadReasonOf, isDeadSession } from '@lookout/client';
import { PlainPage } from '@lookout/web/shared/PlainPage.tsx';
import { type Services, useServices } from '@lookout/web/shared/services.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { usePageTitle } from '@lookout/web/shared/use-page-title.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { MapView } from '../map-embed.ts';
import { type MapAddress, readMapAddress } from './address.ts';
import { BareMap } from './BareMap.tsx';
import { type MapMessages, useMapMessages } from './messages.ts';
import './map.css';
import { atSite } from '@lookout/web/shared/site.ts';

export interface MapPageProps {
  /** The session is the token of an embedded map. */
  readonly isEmbedded: boolean;
}

/** Why no map is shown. */
type Why = 'missing' | 'mismatch' | 'outside' | 'noLayers' | 'failed' | keyof MapMessages['over'];
type State =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly view: MapView }
  | { readonly kind: 'none'; readonly why: Why };

export function MapPage({ isEmbedded }: MapPageProps) {
  const messages = useMapMessages();
  const services = useServices();
  const { search } = useLocation();
  const address = useMemo(() => readMapAddress(search), [search]);
  const [state, setState] = useState<State>({ kind: 'opening' });
  usePageTitle(messages.title);

  const open = useCallback(async () => {
    setState({ kind: 'opening' });
    setState(await opened(services, isEmbedded, address));
  }, [services, isEmbedded, address]);
  useEffect(() => void open(), [open]);
  const end = useCallback((reason: string | null) => setState({ kind: 'none', why: whyOver(isEmbedded, reason) }), [isEmbedded]);

  if (state.kind === 'open') return <BareMap view={state.view} address={address} onOver={end} />;
  if (state.kind === 'none') return <NoMap why={state.why} onRetry={() => void open()} />;
  return (
    <div className="plain-page" role="status">
      <p>{messages.opening}</p>
    </div>
  );
}

async function opened({ client, session }: Services, isEmbedded: boolean, address: MapAddress): Promise<State> {
  const none = (why: Why): State => ({ kind: 'none', why });
  if (session.get().token === null) return none('missing');
  try {
    const view = await client.mapEmbed.mapView({ query: { gridNo: address.gridNo }, occasion: 'background', silent: true });
    // The address determines which sites may frame the page, so its id must be that of this token.
    if (isEmbedded && address.embedId !== null && address.embedId !== view.embedId) return none('mismatch');
    if (view.layers.length === 0) return none('noLayers');
    if (isEmbedded) session.setInfo(embeddedInfo(view));
    else if (session.get().info === null) session.setInfo(await infoOf(client));
    return { kind: 'open', view };
  } catch (error) {
    if (isDeadSession(error)) return none(whyOver(isEmbedded, deadReasonOf(error)));
    return none(isRefused(error) ? 'outside' : 'failed');
  }
}

const infoOf = (client: Client) => client.auth.userInfo({ occasion: 'background', silent: true });

/** "Missing" and "outside the caller's grid" can only concern the grid in the address. */
const ABOUT_THE_GRID: readonly number[] = [404, 422];
const isRefused = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'error' && ABOUT_THE_GRID.includes(error.outcome.code);

function whyOver(isEmbedded: boolean, reason: string | null): Why {
  if (!isEmbedded) return 'session';
  return reason === 'embed-revoked' ? 'revoked' : reason === 'embed-expired' ? 'expired' : 'unknown';
}

/** An embedded map has no user, only a grid, which determines boundaries and home view. */
const embeddedInfo = ({ embedId, name, gridNo, gridName }: MapView) => ({
  userDTO: {
    groupId: '',
    id: embedId ?? '',
    userName: '',
    fullName: name ?? '',
    gridNo,
    gridName,
    headUrl: null,
    topic: gridNo,
  },
  menuDTOS: [],
  elementCodes: [],
});

const isOver = (why: Why): why is keyof MapMessages['over'] =>
  why === 'revoked' || why === 'expired' || why === 'unknown' || why === 'session';

function NoMap({ why, onRetry }: { readonly why: Why; readonly onRetry: () => void }) {
  const messages = useMapMessages();
  const shared = useSharedMessages();
  const { title, hint } = isOver(why) ? messages.over[why] : messages[why];
  return (
    <PlainPage title={title} hint={hint}>
      {why === 'failed' && (
        <button type="button" className="plain-button" onClick={onRetry}>
          {shared.common.retry}
        </button>
      )}
      {(why === 'missing' || why === 'session') && (
        <a className="plain-button" href={atSite('/login?redirect=%2Fmanage')} target="_blank" rel="noopener noreferrer">
          {messages.missing.login}
        </a>
      )}
    </PlainPage>
  );
}
