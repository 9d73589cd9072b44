// Gauges of the live connections.

import type { Gauges } from '../serve/gauges.ts';
import type { Live } from './live.ts';

/** @param now milliseconds on the clock of the relay's timers */
export function watchLive({ gauge, counter }: Gauges, live: Pick<Live, 'stats' | 'isLinked' | 'receivedUntil'>, now: () => number): void {
  counter('lookout_live_deliveries_total', 'Live messages times the clients they went to', () => live.stats().deliveries);
  counter('lookout_live_cut_total', 'Live clients that were disconnected because they did not read', () => live.stats().cut);
  counter('lookout_live_refused_total', 'Live connections refused because somebody has as many as he may', () => live.stats().refused);
  gauge('lookout_live_connections', 'Open live connections', () => live.stats().connections);
  gauge('lookout_live_sessions', 'Sessions with a live connection', () => live.stats().sessions);
  gauge('lookout_event_log_age_seconds', 'Everything committed until so long ago is known to this server', () =>
    Math.max(0, (now() - live.receivedUntil()) / 1000),
  );
  gauge('lookout_external_broker_connected', '1 while the broker of MQTT_URL is reached; absent without one', () => {
    const isLinked = live.isLinked();
    return isLinked === null ? null : Number(isLinked);
  });
}
