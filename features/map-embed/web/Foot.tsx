// The footer of the bare map: how current the data are, what the map is, and a link to more.

import { formatTime } from '@lookout/contract';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { writeView } from '@lookout/web/globe/view-text.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { atSite } from '@lookout/web/shared/site.ts';
import { shortTime } from '@lookout/web/shared/time-text.ts';
import { useSyncExternalStore } from 'react';
import type { MapView } from '../map-embed.ts';
import type { AlarmFeed, FeedState } from './alarm-feed.ts';
import { type MapMessages, useMapMessages } from './messages.ts';

const NO_FEED = { get: () => null, subscribe: () => () => undefined };

/** null: the map shows no alarms. */
export function useFeedState(feed: AlarmFeed | null): FeedState | null {
  const source: Pick<AlarmFeed, 'subscribe'> & { readonly get: () => FeedState | null } = feed ?? NO_FEED;
  return useSyncExternalStore(source.subscribe, source.get);
}

export function FeedLine({ feed }: { readonly feed: AlarmFeed | null }) {
  const messages = useMapMessages();
  const { now } = useServices();
  const state = useFeedState(feed);
  if (state === null) return null;
  return (
    <p className="bare-map-feed tabular" role="status" data-lost={state.isLost || undefined}>
      {feedText(state, messages, now())}
    </p>
  );
}

function feedText({ answeredAt, isLost, alarms }: FeedState, messages: MapMessages, now: number): string {
  if (answeredAt === null) return isLost ? messages.lostAtOnce : messages.loadingAlarms;
  const time = shortTime(new Date(answeredAt), now);
  return isLost ? messages.lost(time) : `${messages.count(alarms.length)} · ${messages.updated(time)}`;
}

/** The owner of the map, the demo notice, the expiry of the link, and the link to the full system with the same view. */
export function Marks({ view }: { readonly view: MapView }) {
  const messages = useMapMessages();
  const room = useGlobeRoom();
  const aim = (link: HTMLAnchorElement) => {
    const at = room.view();
    link.href = atSite(at === null ? '/manage/monitor' : `/manage/monitor?at=${writeView(at)}`);
  };
  return (
    <p className="bare-map-marks">
      {view.isDemo && (
        <span className="tag" title={messages.demoHint}>
          {messages.demo}
        </span>
      )}
      <span>
        {messages.system} · {view.name ?? view.gridName}
      </span>
      {view.expiresAt !== null && <span className="second tabular">{messages.until(formatTime(view.expiresAt).slice(0, 10))}</span>}
      <a
        href={atSite('/manage/monitor')}
        target="_blank"
        rel="noopener noreferrer"
        onFocus={({ currentTarget }) => aim(currentTarget)}
        onPointerEnter={({ currentTarget }) => aim(currentTarget)}
      >
        {messages.open}
      </a>
    </p>
  );
}
