// The clock, the weather, and the event log (`since`).

import { formatTime, WEEKDAYS } from '@lookout/contract';
import { levelOf, type Position } from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import { invalid, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { LogBeginsLater } from '@lookout/store';
import type { Contract } from '../contract.ts';
import { type EventTopic, topicOf, topicRights } from '../live-topics.ts';
import { writeWeather } from '../weather/service/weather-reply.ts';

export const duty: ServerFeature<'duty'> = {
  open: (room) => ({ calls: dutyHandlers(room) }),
};

function dutyHandlers({
  logReader,
  grids,
  weather,
  log,
}: Pick<Room, 'logReader' | 'grids' | 'weather' | 'log'>): Handlers<Contract['duty']> {
  /** The requested position, otherwise the centre of the (narrowed) grid. */
  const positionOf = (
    context: Context,
    body: { longitude?: number | null | undefined; latitude?: number | null | undefined },
  ): Position => {
    if (body.longitude != null && body.latitude != null) return { lng: body.longitude, lat: body.latitude };
    if (body.longitude != null || body.latitude != null) {
      throw invalid(body.longitude == null ? 'longitude' : 'latitude', 'only-half-a-place');
    }
    const grid = grids().find(context.scope);
    if (!grid?.centre) throw invalid('gridNo', 'grid-without-centre');
    return grid.centre;
  };

  return {
    localDate: async ({ now }) => ({ rows: [{ datetime: formatTime(now), dayOfWeek: weekdayOf(now) }] }),

    weatherCities: async ({ scope }, { body }) => {
      const placed = [grids().find(scope), ...grids().childrenOf(scope)].flatMap((grid) =>
        grid?.centre ? [{ ...grid, centre: grid.centre }] : [],
      );
      const named = body.name ? placed.filter((g) => g.fullName.includes(body.name ?? '')) : placed;
      return { rows: named.map(({ no, name, centre }) => ({ gridNo: no, name, longitude: centre.lng, latitude: centre.lat })) };
    },

    weatherNow: async (context, { body }) => {
      const position = positionOf(context, body);
      const answer = await weather.nowAt(position).catch((error: unknown) => {
        log.warn({ err: error }, 'the weather service did not answer');
        throw refused('weather-silent');
      });
      return { rows: [writeWeather(answer, context.language)] };
    },

    events: async (context, { query }) => {
      const { rights } = accountOf(context);
      const { messages, ...slice } = await logReader.since(context.scope, query.since, query.limit).catch((error: unknown) => {
        throw error instanceof LogBeginsLater ? refused('log-begins-later', { first: error.first }) : error;
      });
      // A topic requires its right in addition to the grid, as on the broker.
      const readable = messages.filter(({ kind }) => rights.has(topicRights[kind as EventTopic]));
      return { ...slice, events: readable.map(writeMessage) };
    },
  };
}

const weekdayOf = (now: Date): string => WEEKDAYS[new Date(now.getTime() + 8 * 3_600_000).getUTCDay()] ?? WEEKDAYS[0];

function writeMessage({ seq, at, kind, gridNo, requestId, data }: NumberedMessage) {
  const topicGrid = levelOf(gridNo) === 'town' ? (gridNo.slice(0, 6) as typeof gridNo) : gridNo;
  const payload = { seq, at, kind, gridNo, ...(requestId !== undefined && { requestId }), data };
  return { seq, topic: topicOf(kind as EventTopic, topicGrid), at, payload };
}
