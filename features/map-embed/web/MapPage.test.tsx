// The texts of /map when there is no map to show. The map itself is tested in a browser (e2e/src/map-embed.test.ts).
import { codedError } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { openApp, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST, refusedBy, type Wire } from '@lookout/web/app/testing/wire.ts';
import { embeddedLogin } from '@lookout/web/stores/session.ts';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { MapPage } from './MapPage.tsx';

const { mapView } = contract.mapEmbed;
const ID = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0001';
const VIEW = {
  embedId: ID,
  name: '汶川县门户',
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  centre: { lng: 103.59, lat: 31.48 },
  layers: [],
  expiresAt: new Date('2026-12-24T02:00:00Z'),
  isDemo: false,
};

/** Opens /map with a token whose first call gets this reply. */
function openEmbedded(at: string, answer: (wire: Wire) => void) {
  const desk = openApp({ at });
  desk.app.session.begin(embeddedLogin(`map_${'x'.repeat(43)}`));
  answer(desk.wire);
  desk.showAlone(<MapPage isEmbedded />);
  return desk;
}

describe('/map', () => {
  it('without a token and without a login states what the page is and what is missing, and does not redirect', async () => {
    const { showAlone } = openApp({ at: '/map' });
    showAlone(<MapPage isEmbedded={false} />);
    await screen.findByRole('heading', { name: '此地图需要令牌' });
    // The link opens outside the frame, because inside it a login could not proceed.
    expect(screen.getByRole('link', { name: '去登录' }).getAttribute('target')).toBe('_blank');
    expect(location.pathname).toBe('/map');
  });

  it.each([
    ['embed-revoked', '地图的令牌已被吊销'],
    ['embed-expired', '地图的令牌已过期'],
    ['not-logged-in', '地图的令牌无效'],
  ] as const)('a token that is invalid because of %s: %s', async (code, title) => {
    openEmbedded('/map', ({ on }) => on(mapView, () => refusedBy(codedError(code))));
    await screen.findByRole('heading', { name: title });
  });

  it('a token of another map than the address names is refused', async () => {
    openEmbedded('/map?embed=00000000-0000-4000-8000-000000000000', ({ on }) =>
      on(mapView, () => ({ ...VIEW, layers: ['alarms' as const] })),
    );
    await screen.findByRole('heading', { name: '令牌与地址不符' });
  });

  it('a lost connection is reported, and retried on request', async () => {
    const { wire, user } = openEmbedded(`/map?embed=${ID}`, ({ on }) => on(mapView, () => LOST));
    await screen.findByRole('heading', { name: '没能打开地图' });
    wire.on(mapView, () => VIEW);
    await user.click(screen.getByRole('button', { name: '重试' }));
    await screen.findByRole('heading', { name: '没有可显示的内容' });
  });

  it('an officer whose session has ended is asked to log in again', async () => {
    const { wire, showAlone } = openDesk({ at: '/map' });
    wire.on(mapView, () => refusedBy(codedError('not-logged-in')));
    showAlone(<MapPage isEmbedded={false} />);
    await screen.findByRole('heading', { name: '登录已失效' });
  });
});
