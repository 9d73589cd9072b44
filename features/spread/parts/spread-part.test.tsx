// The part of the globe that draws a forecast, on a map that records its calls.

import { type Desk, openDesk } from '@lookout/web/app/testing/desk.tsx';
import type { PartContext } from '@lookout/web/globe/part.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { SpreadOnGround } from '../layer/areas.ts';
import { spreadPart, useSpreadMinutes, useSpreadOnMap } from './spread-part.ts';
import { RUN, runOf } from './testing/spread.tsx';

function mountPart({ app }: Desk) {
  const drawn = { until: 0, forecast: null as SpreadOnGround | null, isShown: true };
  const map = {
    mountSpread: () => ({
      set: (forecast: SpreadOnGround | null) => Object.assign(drawn, { forecast }),
      at: (until: number) => Object.assign(drawn, { until }),
      show: (isShown: boolean) => Object.assign(drawn, { isShown }),
    }),
    mountObservations: () => ({ set: () => undefined, show: () => undefined }),
  };
  const context = { map, globe: { language: 'zh' }, services: app } as unknown as PartContext;
  return { drawn, end: spreadPart(context) };
}

/** Sets the page's state without rendering the page. */
function Forecast({ run }: { readonly run: string | null }) {
  useSpreadOnMap(run);
  const [, choose] = useSpreadMinutes();
  return (
    <button type="button" onClick={() => choose(75)}>
      03:15
    </button>
  );
}

it('draws the forecast of the URL until its end, then until the chosen minute, and nothing once it is closed', async () => {
  const desk = openDesk({ rights: ['support-decisions'] });
  desk.wire.on(contract.spread.spreadOne, () => runOf());
  const { drawn, end } = mountPart(desk);
  desk.show(<Forecast run={RUN} />);
  await waitFor(() => expect(drawn.forecast?.areas.map(({ minutes }) => minutes)).toEqual([60, 75, 120]));
  expect(drawn.until).toBe(Number.POSITIVE_INFINITY);
  expect([60, 75].map((minutes) => drawn.forecast?.labelOf({ minutes, probability: null }))).toEqual(['1 小时', null]);

  await desk.user.click(screen.getByRole('button', { name: '03:15' }));
  expect(drawn.until).toBe(75);
  desk.show(<Forecast run={null} />);
  await waitFor(() => expect(drawn.forecast).toBeNull());
  end();
});
