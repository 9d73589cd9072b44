// What a chosen place would see that no mast sees yet, drawn on the globe by the layer of coverage.
import type { Got } from '@lookout/contract';
import type { Position } from '@lookout/domain';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useEffect, useState } from 'react';
import type { coverageCalls } from '../../coverage/coverage.calls.ts';
import { coverageShownOf } from '../../coverage/parts/coverage-part.ts';
import { FRESH_MS, pictureOf } from '../../coverage/parts/use-coverage.ts';
import type { SiteQuestion } from '../site.ts';

interface SitePicture {
  readonly show: (position: Position) => void;
  /** null: no place was chosen, or its picture is not there. */
  readonly picture: Got<(typeof coverageCalls)['coverageTrial']>['picture'] | null;
  readonly state: 'none' | 'loading' | 'failed' | 'shown';
}

export function useSitePicture({ mastMetres, rangeMetres, targetMetres }: SiteQuestion): SitePicture {
  const client = useClient();
  const store = coverageShownOf(useServices());
  const [position, setPosition] = useState<Position | null>(null);
  const masts = position === null ? [] : [{ replaces: null, position: { lng: position.lng, lat: position.lat }, mastMetres, rangeMetres }];
  const trial = useCall(
    ['coverage', 'trial', 'site', masts, targetMetres],
    client.coverage.coverageTrial,
    { body: { targetMetres, masts }, occasion: 'background' },
    { enabled: position !== null, staleTime: FRESH_MS },
  );
  const picture = (position !== null && trial.data?.picture) || null;
  useEffect(() => store.setState({ single: picture === null ? null : pictureOf('site', picture) }), [store, picture]);
  useEffect(() => () => store.setState({ single: null }), [store]);
  const state = position === null ? 'none' : trial.isError ? 'failed' : picture === null ? 'loading' : 'shown';
  return { show: setPosition, picture, state };
}
